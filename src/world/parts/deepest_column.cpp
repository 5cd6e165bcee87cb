#include "world/parts/deepest_column.h"

#include "geometry/box_tree.h"
#include "liquid/body_filter.h"
#include "liquid/present_solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <queue>
#include <set>
#include <vector>

namespace ooze {
namespace {

constexpr int kColumnsAcross = 7;           // columns along each side of a volume's box, at most
constexpr std::size_t kMostColumns = 5000;  // columns of all volumes, unless there are more volumes
constexpr std::size_t kMostVessels = 16;    // places from which a vessel is filled
constexpr int kSamplesOfColumn = 48;        // samples of a volume along a column
constexpr float kFarBelow = 1e4f;  // liquid without a solid within this distance below falls for ever [m]
constexpr int kCellsAcross = 6;    // cells along the edge of a cube of the liquid that fills a vessel

constexpr float kCellsAtWalls =
    1.3f;  // cells at walls count as full, so a vessel seems to hold this much more at most

/// Axes of a frame whose third axis points down.
std::array<Vec3, 3> axesOf(const WorldSettings& s) {
  const Vec3 gravity(s.gravityX, s.gravityY, s.gravityZ);
  const Vec3 down = glm::length(gravity) > 0.f ? glm::normalize(gravity) : Vec3(0.f, -1.f, 0.f);
  const Vec3 across =
      glm::normalize(glm::cross(down, std::abs(down.x) < 0.5f ? Vec3(1, 0, 0) : Vec3(0, 0, 1)));
  return {across, glm::cross(down, across), down};
}

/// A volume of liquid with its box along the axes.
struct PlacedVolume {
  ShapePtr shape;
  Pose pose;
  Aabb box;             ///< coordinates along axesOf() [m]
  float deepest = 0.f;  ///< depth of the deepest column through this volume [m]
};

class ColumnSurvey {
 public:
  explicit ColumnSurvey(const WorldSpec& spec)
      : spec_(spec),
        axes_(axesOf(spec.settings)),
        solids_(spec.bodies),
        volumes_(placeVolumes()),
        volumeTree_(boxesOf(volumes_)),
        bodyTree_(bodyBoxes()) {
    const std::size_t count = std::max<std::size_t>(1, volumes_.size());
    while (columnsAcross_ > 1 &&
           static_cast<std::size_t>(columnsAcross_ * columnsAcross_) * count > kMostColumns)
      --columnsAcross_;
    for (PlacedVolume& v : volumes_)
      forColumns(v, [&](float x, float y) { v.deepest = std::max(v.deepest, column(x, y)); });
    std::ranges::stable_sort(volumes_, std::greater<>{}, &PlacedVolume::deepest);
  }

  /// Returns the depth of the deepest column of the volumes at the start [m].
  [[nodiscard]] float deepest() const { return volumes_.empty() ? 0.f : volumes_.front().deepest; }

  /// Returns the volume of all liquid at the start [m^3].
  [[nodiscard]] float volume() const {
    float sum = 0.f;
    const auto columns = static_cast<float>(columnsAcross_ * columnsAcross_);
    for (const PlacedVolume& v : volumes_) {
      const Vec3 side = v.box.size();
      forColumns(v, [&](float x, float y) { sum += lengthWithin(v, x, y).length * side.x * side.y; });
    }
    return sum / columns;
  }

  /// Returns the greatest depth of this much liquid in the vessel below a volume or a nozzle [m]; 0 if
  /// nothing is below any of them.
  [[nodiscard]] float filled(float volume, bool roundUp) const {
    float most = 0.f;
    if (!(volume > 0.f)) return most;
    for (std::size_t k = 0; k < std::min(kMostVessels, spec_.emitters.size()); ++k)
      most = std::max(most, filled(spec_.emitters[k].position, volume, roundUp));
    if (roundUp)
      for (std::size_t k = 0; k < std::min(kMostVessels, volumes_.size()); ++k)
        most = std::max(most, filled(inWorld(volumes_[k].box.centre()), volume, roundUp));
    return most;
  }

 private:
  [[nodiscard]] Vec3 alongAxes(const Vec3& p) const {
    return {glm::dot(p, axes_[0]), glm::dot(p, axes_[1]), glm::dot(p, axes_[2])};
  }

  [[nodiscard]] Vec3 inWorld(const Vec3& p) const { return p.x * axes_[0] + p.y * axes_[1] + p.z * axes_[2]; }

  [[nodiscard]] std::vector<PlacedVolume> placeVolumes() const {
    std::vector<PlacedVolume> volumes;
    for (const LiquidVolume& v : spec_.liquids) {
      PlacedVolume& placed = volumes.emplace_back(PlacedVolume{scaledShape(v), v.pose, {}});
      placed.box = boxAlongAxes(boxInWorld(placed.shape->bounds(), v.pose));
    }
    return volumes;
  }

  /// Returns the box of each body along the axes; empty for an absent body.
  [[nodiscard]] std::vector<Aabb> bodyBoxes() const {
    std::vector<Aabb> boxes;
    for (const Body& b : spec_.bodies) {
      const Aabb own = b.shape->bounds();
      const bool isBounded = isFinite(own.lower) && isFinite(own.upper);
      boxes.push_back(!b.present ? Aabb{} : isBounded ? boxAlongAxes(boxInWorld(own, b.pose)) : own);
    }
    return boxes;
  }

  static std::vector<Aabb> boxesOf(const std::vector<PlacedVolume>& volumes) {
    std::vector<Aabb> boxes;
    for (const PlacedVolume& v : volumes) boxes.push_back(v.box);
    return boxes;
  }

  [[nodiscard]] Aabb boxAlongAxes(const Aabb& box) const {
    Aabb along;
    for (int k = 0; k < 8; ++k)
      along.include(alongAxes({k & 1 ? box.lower.x : box.upper.x, k & 2 ? box.lower.y : box.upper.y,
                               k & 4 ? box.lower.z : box.upper.z}));
    return along;
  }

  template <class Each>
  void forColumns(const PlacedVolume& v, const Each& each) const {
    const Vec3 side = v.box.size();
    const auto place = [&](int k) {
      return (static_cast<float>(k) + 0.5f) / static_cast<float>(columnsAcross_);
    };
    for (int i = 0; i < columnsAcross_; ++i)
      for (int j = 0; j < columnsAcross_; ++j)
        each(v.box.lower.x + place(i) * side.x, v.box.lower.y + place(j) * side.y);
  }

  struct LiquidSpan {
    float length = 0.f;                                      ///< length of the line within liquid [m]
    float lowest = -std::numeric_limits<float>::infinity();  ///< greatest coordinate within liquid [m]
  };
  [[nodiscard]] LiquidSpan lengthWithin(const PlacedVolume& v, float x, float y) const {
    LiquidSpan line;
    if (x < v.box.lower.x || x > v.box.upper.x || y < v.box.lower.y || y > v.box.upper.y) return line;
    const float part = (v.box.upper.z - v.box.lower.z) / kSamplesOfColumn;
    for (int k = 0; k < kSamplesOfColumn; ++k) {
      const float z = v.box.lower.z + (static_cast<float>(k) + 0.5f) * part;
      const Vec3 p = inWorld({x, y, z});
      if (v.shape->distance(v.pose.toLocal(p)) < 0.f && !solids_.contain(p))
        line.length += part, line.lowest = z;
    }
    return line;
  }

  /// Fills a vessel: cells fill in the order of their heights, each from a neighbour.
  [[nodiscard]] float filled(const Vec3& from, float volume, bool roundUp) const {
    const std::optional<Vec3> foot = footBelow(from);
    if (!foot) return 0.f;
    const float cell = std::cbrt(volume) / kCellsAcross;
    using Cell = std::array<int, 3>;  // height first, because the queue takes the lowest cell
    const Vec3 start = *foot - 0.5f * cell * axes_[2];
    const auto clearance = [&](const Cell& c) {
      return solidDistance(start + cell * inWorld({c[1], c[2], -c[0]}), cell);
    };
    std::priority_queue<Cell, std::vector<Cell>, std::greater<>> next;
    std::set<Cell> seen{{0, 0, 0}};
    next.push({0, 0, 0});
    int level = 0;
    for (int left = kCellsAcross * kCellsAcross * kCellsAcross; left > 0 && !next.empty(); --left) {
      const Cell here = next.top();
      next.pop();
      level = std::max(level, here[0]);
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int step : {-1, 1}) {
          Cell there = here;
          there[axis] += step;
          // Between two centres this far from solids no wall passes, however thin.
          constexpr float kClear = 0.95f;
          if (!seen.contains(there) && clearance(here) + clearance(there) > kClear * cell) {
            seen.insert(there);
            next.push(there);
          }
        }
    }
    return static_cast<float>(level + (roundUp ? 1 : 0)) * cell;
  }

  /// Returns the distance to the nearest solid, at most `most` [m].
  [[nodiscard]] float solidDistance(const Vec3& p, float most) const {
    float least = most;
    const Vec3 along = alongAxes(p);
    bodyTree_.findOverlaps({along - most, along + most}, [&](std::size_t k) {
      const Body& b = spec_.bodies[k];
      if (b.present) least = std::min(least, b.shape->distance(b.pose.toLocal(p)));
      return false;
    });
    return least;
  }

  /// Returns the first place on a solid below a place; nothing if liquid falls for ever.
  [[nodiscard]] std::optional<Vec3> footBelow(Vec3 p) const {
    const Vec3 top = alongAxes(p);
    std::vector<const Body*> below;
    bodyTree_.findOverlaps({top, {top.x, top.y, top.z + kFarBelow}}, [&](std::size_t b) {
      if (spec_.bodies[b].present) below.push_back(&spec_.bodies[b]);
      return false;
    });
    constexpr int kMostSteps = 200;
    float fallen = 0.f;
    for (int k = 0; k < kMostSteps && fallen < kFarBelow; ++k) {
      float step = std::numeric_limits<float>::infinity();
      for (const Body* b : below) step = std::min(step, b->shape->distance(b->pose.toLocal(p)));
      if (!(step > 1e-4f * fallen + 1e-6f)) return p;
      p += step * axes_[2], fallen += step;
    }
    return {};
  }

  /// Returns the length of liquid along a vertical line [m]; 0 if no solid is below.
  [[nodiscard]] float column(float x, float y) const {
    constexpr float kEnds = std::numeric_limits<float>::max();
    LiquidSpan all;
    volumeTree_.findOverlaps({{x, y, -kEnds}, {x, y, kEnds}}, [&](std::size_t v) {
      const LiquidSpan line = lengthWithin(volumes_[v], x, y);
      all.length += line.length, all.lowest = std::max(all.lowest, line.lowest);
      return false;
    });
    return all.length > 0.f && footBelow(inWorld({x, y, all.lowest})) ? all.length : 0.f;
  }

  const WorldSpec& spec_;
  std::array<Vec3, 3> axes_;
  PresentSolids solids_;
  std::vector<PlacedVolume> volumes_;  ///< deepest first once the columns are known
  BoxTree volumeTree_;                 ///< in the order of the specification
  BoxTree bodyTree_;
  int columnsAcross_ = kColumnsAcross;
};

/// Returns the volume that a nozzle pours at most [m^3]; 0 if nothing limits the volume.
float limitedVolume(const WorldSpec& spec, const EmitterSpec& e) {
  float volume = e.volumeLimit > 0.f ? e.volumeLimit : std::numeric_limits<float>::infinity();
  const float spacing = findMethod(spec.method).restSpacing(spec.methodSettings, spec.materials[e.material]);
  if (e.particleLimit < spec.particleLimit)
    volume = std::min(volume, static_cast<float>(e.particleLimit) * spacing * spacing * spacing);
  constexpr double kNever = 1e8;  // [s]
  const float side = e.shape == NozzleShape::Disc ? std::numbers::pi_v<float> : 4.f;
  const float coverage = e.shape == NozzleShape::Shower ? e.coverage : 1.f;
  if (e.stop < kNever)
    volume = std::min(volume, coverage * side * e.radius * e.radius * e.speed *
                                  static_cast<float>(std::max(0.0, e.stop - e.start)));
  return std::isfinite(volume) ? volume : 0.f;
}

}  // namespace

float deepestColumn(const WorldSpec& spec) {
  const ColumnSurvey survey(spec);
  float poured = 0.f;
  for (const EmitterSpec& e : spec.emitters) poured += limitedVolume(spec, e);
  const float atStart = survey.deepest() + survey.filled(poured, false);
  return atStart > 0.f ? std::min(atStart, survey.filled(kCellsAtWalls * (survey.volume() + poured), true))
                       : 0.f;
}

void setDeepestColumn(WorldSpec& spec) {
  spec.methodSettings.deepestColumn = spec.settings.substeps < 1.f ? deepestColumn(spec) : 0.f;
}

}  // namespace ooze
