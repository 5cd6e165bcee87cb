#include "geometry/distance_grid.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace ooze {
namespace {

constexpr int kPadding = 4;  // cells of padding around the solid
constexpr double kMaxSamples = 256e6;

inline float between(float a, float b, float part) { return a + part * (b - a); }

// Clamps a point to a box; a NaN becomes the box's lower bound.
inline Vec3 clampInto(const Vec3& p, const Aabb& box) {
  Vec3 q;
  for (int axis = 0; axis < 3; ++axis)
    q[axis] = p[axis] > box.lower[axis] ? std::min(p[axis], box.upper[axis]) : box.lower[axis];
  return q;
}

// Samples along each side of a block, which share the data of the block's centre.
constexpr int kBlock = 4;

class DistanceSampler {
 public:
  /// @param closed  the triangles that enclose the solid
  DistanceSampler(const TriangleTree& tree, const TriangleTree& closed, const GridLayout& layout)
      : tree_(tree), closed_(closed), layout_(layout) {}

  // Returns the absolute winding number at p; above one half is inside.
  [[nodiscard]] float absoluteWinding(const Vec3& p) const {
    return layout_.solid.contains(p) ? std::abs(closed_.windingNumber(p)) : 0.f;
  }

  void fillBlock(const glm::ivec3& first, std::vector<float>& distances) const {
    const glm::ivec3 last = glm::min(first + kBlock, layout_.size);
    const Vec3 centre = 0.5f * (layout_.position(first) + layout_.position(last - 1));
    const float centreDistance = tree_.distance(centre);
    const std::optional<bool> allInside = insideOfBlock(centre, centreDistance, last - first);
    for (int z = first.z; z < last.z; ++z)
      for (int y = first.y; y < last.y; ++y) {
        float atMost = std::numeric_limits<float>::infinity();
        for (int x = first.x; x < last.x; ++x) {
          const Vec3 p = layout_.position({x, y, z});
          // The distance is Lipschitz: between two points it changes by at most the length of the way.
          atMost = std::min(atMost, centreDistance + glm::length(p - centre));
          const float d = tree_.distance(p, kSlack * atMost);
          const bool inside = allInside ? *allInside : absoluteWinding(p) > 0.5f;
          distances[layout_.index({x, y, z})] = inside ? -d : d;
          atMost = d + layout_.cell;
        }
      }
  }

 private:
  static constexpr float kSlack = 1.00001f;  // a bound must not become too tight by rounding

  // Decides for a whole block at once whether it is inside, if possible.
  // Away from the triangles the winding number is harmonic. If it is almost an integer at the centre, then by
  // Harnack's inequality it cannot come near one half within a quarter of the distance to the triangles (0.1
  // becomes at most 0.23).
  [[nodiscard]] std::optional<bool> insideOfBlock(const Vec3& centre, float distance,
                                                  const glm::ivec3& size) const {
    const float radius = 0.5f * layout_.cell * glm::length(Vec3(size - 1));
    if (!layout_.solid.expanded(radius).contains(centre)) return false;
    if (distance < 4.f * radius || !layout_.solid.expanded(-radius).contains(centre)) return std::nullopt;
    const float winding = absoluteWinding(centre);
    if (std::abs(winding - std::round(winding)) > 0.1f) return std::nullopt;
    return winding > 0.5f;
  }

  const TriangleTree &tree_, &closed_;
  const GridLayout& layout_;
};

struct Cap {
  std::size_t index;
  float atMost;
};

// Finds places where holes of the mesh must be closed by a cap.
// Neighbouring samples of unlike sign whose distances add up to more than the way between them have no
// triangle between them. The surface then lies where the winding number passes one half.
std::vector<Cap> findHoleCaps(const DistanceSampler& sampler, const GridLayout& layout,
                              const std::vector<float>& distances) {
  std::vector<Cap> caps;
  const std::array<glm::ivec3, 3> axes{glm::ivec3(1, 0, 0), glm::ivec3(0, 1, 0), glm::ivec3(0, 0, 1)};
  for (int z = 0; z < layout.size.z; ++z)
    for (int y = 0; y < layout.size.y; ++y)
      for (int x = 0; x < layout.size.x; ++x)
        for (const glm::ivec3& axis : axes) {
          const glm::ivec3 i(x, y, z), j = i + axis;
          if (glm::any(glm::greaterThanEqual(j, layout.size))) continue;
          const std::size_t a = layout.index(i), b = layout.index(j);
          if ((distances[a] < 0) == (distances[b] < 0)) continue;
          if (std::abs(distances[a]) + std::abs(distances[b]) <= 1.001f * layout.cell) continue;
          const float wa = sampler.absoluteWinding(layout.position(i)),
                      wb = sampler.absoluteWinding(layout.position(j));
          const float t = wa == wb ? 0.5f : std::clamp((0.5f - wa) / (wb - wa), 0.f, 1.f);
          caps.push_back({a, t * layout.cell});
          caps.push_back({b, (1.f - t) * layout.cell});
        }
  return caps;
}

// One pass of a chamfer distance transform: a distance is at most a neighbour's distance plus the way to it.
// True distances obey this rule already, so only samples near a cap change.
void propagateDistances(const GridLayout& layout, std::vector<float>& distances, int direction) {
  // The 13 of the 26 neighbours that come earlier in this direction.
  std::array<glm::ivec3, 13> offsets;
  for (int k = 0; k < 13; ++k) offsets[k] = direction * glm::ivec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
  const std::size_t count = layout.count();
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t self = direction > 0 ? step : count - 1 - step;
    const auto nx = static_cast<std::size_t>(layout.size.x), ny = static_cast<std::size_t>(layout.size.y);
    const glm::ivec3 i(self % nx, self / nx % ny, self / (nx * ny));
    float least = std::abs(distances[self]);
    for (const glm::ivec3& o : offsets) {
      const glm::ivec3 j = i + o;
      if (glm::any(glm::lessThan(j, glm::ivec3(0))) || glm::any(glm::greaterThanEqual(j, layout.size)))
        continue;
      least = std::min(least, std::abs(distances[layout.index(j)]) + layout.cell * glm::length(Vec3(o)));
    }
    distances[self] = std::copysign(least, distances[self]);
  }
}

}  // namespace

GridLayout GridLayout::around(const Aabb& solid, float cell) {
  if (!(cell > 0.f) || !std::isfinite(cell))
    throw InputError("the grid spacing of a mesh must be above zero");
  const glm::dvec3 cells =
      glm::ceil(glm::dvec3(solid.size()) / static_cast<double>(cell)) + (2.0 * kPadding + 1);
  const double count = cells.x * cells.y * cells.z;
  if (!(count <= kMaxSamples))
    throw InputError(fmt::format(
        "a mesh of {:g} x {:g} x {:g} m at a grid spacing of {:g} m needs {:.3g} samples, more than {:g}",
        solid.size().x, solid.size().y, solid.size().z, cell, count, kMaxSamples));
  GridLayout layout;
  layout.cell = cell;
  layout.size = glm::ivec3(cells);
  layout.solid = solid;
  layout.origin = solid.centre() - 0.5f * cell * Vec3(layout.size - 1);
  return layout;
}

DistanceGrid::DistanceGrid(const GridLayout& layout, std::vector<float> distances, const GridWalls& walls)
    : layout_(layout),
      distances_(std::move(distances)),
      walls_(walls),
      inner_{layout.position(glm::ivec3(1)), layout.position(layout.size - 2)},
      strideY_(layout.size.x),
      strideZ_(strideY_ * layout.size.y) {}

inline DistanceGrid::SamplePlace DistanceGrid::locate(const Vec3& p) const {
  const Vec3 g = (p - layout_.origin) / layout_.cell;
  // Clamped, because rounding may put points on the border slightly outside.
  const glm::ivec3 i = glm::clamp(glm::ivec3(g), glm::ivec3(1), layout_.size - 3);
  return {distances_.data() + layout_.index(i), glm::clamp(g - Vec3(i), 0.f, 1.f)};
}

inline float DistanceGrid::interpolate(const SamplePlace& place) const {
  const Vec3& f = place.fraction;
  const auto row = [&](const float* s) { return between(s[0], s[1], f.x); };
  const auto slice = [&](const float* s) { return between(row(s), row(s + strideY_), f.y); };
  return between(slice(place.base), slice(place.base + strideZ_), f.z);
}

// Returns the normal from central differences.
// The mean of central differences is the difference of means: two shifted interpolations per axis, which
// share most of their rows.
inline Vec3 DistanceGrid::normalAt(const SamplePlace& place) const {
  const Vec3& f = place.fraction;
  const std::ptrdiff_t y = strideY_, z = strideZ_;
  const auto row = [&](std::ptrdiff_t offset) {
    const float* s = place.base + offset;
    return between(s[0], s[1], f.x);
  };
  const auto along = [&](std::ptrdiff_t x) {
    return between(between(row(x), row(x + y), f.y), between(row(x + z), row(x + y + z), f.y), f.z);
  };
  const float r00 = row(0), r10 = row(y), r01 = row(z), r11 = row(y + z);
  const Vec3 gradient(along(1) - along(-1),
                      between(between(r10, row(2 * y), f.y), between(r11, row(2 * y + z), f.y), f.z) -
                          between(between(row(-y), r00, f.y), between(row(z - y), r01, f.y), f.z),
                      between(between(r01, r11, f.y), between(row(2 * z), row(y + 2 * z), f.y), f.z) -
                          between(between(row(-z), row(y - z), f.y), between(r00, r10, f.y), f.z));
  const float length = glm::length(gradient);
  // On a crease between two equally near sides the differences cancel, and any direction is valid.
  if (length < 1e-3f * layout_.cell) return {0.f, 1.f, 0.f};
  return gradient / length;
}

float DistanceGrid::distance(const Vec3& p) const {
  const Vec3 q = clampInto(p, inner_);
  const SamplePlace place = locate(q);
  const float inside = interpolate(place);
  if (q == p) return inside;
  // The box is convex, so the surface seen from its border lies at a right angle or more from p. The result
  // is thus a lower bound.
  return std::sqrt(glm::dot(p - q, p - q) + inside * inside);
}

SignedDistance::Sample DistanceGrid::sampleWithin(const Vec3& p, float reach) const {
  const Vec3 q = clampInto(p, inner_);
  const SamplePlace place = locate(q);
  const float inside = interpolate(place);
  const bool isInGrid = q == p;
  const float distance = isInGrid ? inside : std::sqrt(glm::dot(p - q, p - q) + inside * inside);
  if (distance >= reach) return {distance, Vec3(0.f)};
  const Vec3 normal = normalAt(place);
  if (isInGrid) return {distance, normal};
  // Outside the grid: the direction from the surface point that is nearest to the border point.
  return {distance, glm::normalize((p - q) + inside * normal)};
}

std::vector<float> sampleSignedDistances(const TriangleTree& tree, const GridLayout& layout,
                                         const Threads& threads, CancellationToken* work,
                                         const TriangleTree* closed) {
  const DistanceSampler sampler(tree, closed ? *closed : tree, layout);
  std::vector<float> distances(layout.count());
  const glm::ivec3 blocks = (layout.size + (kBlock - 1)) / kBlock;
  const auto nx = static_cast<std::size_t>(blocks.x), ny = static_cast<std::size_t>(blocks.y);
  const std::size_t count = nx * ny * static_cast<std::size_t>(blocks.z);
  std::atomic<std::size_t> done{0};
  threads.forEach(count, [&](std::size_t block) {
    if (work && work->cancelled) return;
    sampler.fillBlock(kBlock * glm::ivec3(block % nx, block / nx % ny, block / (nx * ny)), distances);
    if (work) work->advanceTo(static_cast<float>(++done) / static_cast<float>(count));
  });
  throwIfCancelled(work);

  const std::vector<Cap> caps = findHoleCaps(sampler, layout, distances);
  for (const Cap& cap : caps)
    distances[cap.index] =
        std::copysign(std::min(std::abs(distances[cap.index]), cap.atMost), distances[cap.index]);
  if (!caps.empty())
    for (const int direction : {1, -1}) propagateDistances(layout, distances, direction);
  return distances;
}

}  // namespace ooze
