#include "liquid/gap_pressure.h"

#include "bodies/impulse_system.h"
#include "liquid/body_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace ooze {
namespace {

// All lengths are in the unit of the contact distances.
// A gap is open if a particle has this much clearance beyond both contacts.
constexpr float kOpens = 0.25f;
constexpr float kRim = 0.6f;      // the rim of a gap has at most this much more clearance
constexpr float kBeside = 0.35f;  // particles this near beyond contact count as beside the body
constexpr float kCell = 0.5f;     // edge of the grid cells that mark covered points, at least
constexpr float kFinest = 0.25f, kCoarsest = 0.5f;  // spacing of the sample points
constexpr double kMostPoints = 1e6;                 // most sample points in the bounding box of a body
constexpr double kMostCells = 1e7;                  // about the most cells in the bounding box of a body

/// Returns the edge of cubes, so many of which fill a box [m].
float coarsestCell(const Vec3& box, double cells) {
  const glm::dvec3 size(box);
  return static_cast<float>(std::cbrt(size.x * size.y * size.z / cells));
}

/// A grid around a body that marks the cells with particles.
class CoveredCells {
 public:
  CoveredCells(const Aabb& bounds, float cell) : lower_(bounds.lower - 2.f * cell), cell_(cell) {
    const Vec3 size = glm::ceil((bounds.upper - lower_) / cell) + 2.f;
    for (int k = 0; k < 3; ++k) count_[static_cast<std::size_t>(k)] = static_cast<int>(size[k]);
    marks_.assign(static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) *
                      static_cast<std::size_t>(count_[2]),
                  0);
  }
  void mark(const Vec3& p) {
    if (std::uint8_t* cell = at(cellOf(p))) *cell = 1;
  }
  /// Returns true if a particle lies in the cell of p or in one of the 26 cells around it.
  [[nodiscard]] bool near(const Vec3& p) {
    const glm::ivec3 c = cellOf(p);
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          if (const std::uint8_t* cell = at(c + glm::ivec3(x, y, z)); cell && *cell) return true;
    return false;
  }

 private:
  [[nodiscard]] glm::ivec3 cellOf(const Vec3& p) const {
    return glm::ivec3(glm::floor((p - lower_) / cell_));
  }
  [[nodiscard]] std::uint8_t* at(const glm::ivec3& c) {
    for (int k = 0; k < 3; ++k)
      if (c[k] < 0 || c[k] >= count_[static_cast<std::size_t>(k)]) return nullptr;
    return &marks_[static_cast<std::size_t>((c.z * count_[1] + c.y) * count_[0] + c.x)];
  }

  Vec3 lower_;
  float cell_;
  std::array<int, 3> count_{};
  std::vector<std::uint8_t> marks_;
};

}  // namespace

bool GapPressure::any() const {
  return std::any_of(gaps_.begin(), gaps_.end(), [](const Gap& gap) { return !gap.closed.empty(); });
}

float GapPressure::reach() const { return (distances_.dynamic + kBeside) * distances_.unit; }

void GapPressure::find(const Bodies& bodies, const ContactDistances& distances) {
  distances_ = distances;
  surfaces_.resize(bodies.list.size());
  gaps_.resize(bodies.list.size());
  boxes_.clear();
  for (const Body& body : bodies.list) boxes_.push_back(BodyBoxes::boxOf(body));
  for (std::size_t b = 0; b < gaps_.size(); ++b) {
    gaps_[b].others.clear();
    gaps_[b].closed.clear();
    if (bodies.list[b].isMoved()) findOthers(bodies, b);
    if (!gaps_[b].others.empty()) findGap(bodies.list[b], b);
  }
}

void GapPressure::findOthers(const Bodies& bodies, std::size_t index) {
  const Body& body = bodies.list[index];
  const Vec3 centre = body.centre();
  std::vector<Other>& others = gaps_[index].others;
  const auto isNear = [&](const Body& other, float radius) {
    return other.shape->distance(other.pose.toLocal(centre)) < radius + distances_.unit;
  };
  const float most = glm::length(body.shape->bounds().size());
  const float asked = BodyBoxes::kSlack * (most + distances_.unit);
  for (std::size_t b = 0; b < boxes_.size(); ++b) {
    const Body& other = bodies.list[b];
    if (b == index || !other.present) continue;
    if (BoxedBody{&other, boxes_[b].expanded(asked)}.isFar(centre, centre) || !isNear(other, most)) continue;
    const float contact = distances_.contact(other);
    const float rim = BodyBoxes::kSlack * (contact + (kOpens + kRim) * distances_.unit);
    others.push_back({&other, boxes_[b].expanded(rim), contact});
  }
  if (others.empty()) return;
  Surface& surface = surfaces_[index];
  if (surface.shape != body.shape || surface.unit != distances_.unit) surface = sampleSurface(body);
  std::erase_if(others, [&](const Other& other) { return !isNear(*other.body, surface.radius); });
}

/// Samples the surface of a body with points that carry an area.
/// Lattice points just outside the surface are moved onto the surface; points beyond edges, which belong to
/// no face, are skipped. Each point carries the area given by a smooth delta function of the distance. The
/// areas are scaled so that the points enclose the body's volume, which determines the lift.
GapPressure::Surface GapPressure::sampleSurface(const Body& body) const {
  const float unit = distances_.unit;
  Surface surface{body.shape, unit, 0.f, {}};
  const Aabb bounds = body.shape->bounds();
  const auto volume = static_cast<float>(body.unitMass.volume);
  const float coarse = std::max(std::clamp(0.1f * std::cbrt(volume), kFinest * unit, kCoarsest * unit),
                                coarsestCell(bounds.size(), kMostPoints));
  // A whole number of cells, so that the faces of a box get exact areas.
  const glm::ivec3 count(glm::max(Vec3(1.f), glm::ceil(bounds.size() / coarse)));
  const Vec3 step = bounds.size() / Vec3(count), centre(body.unitMass.centre);
  double sum = 0.0;
  for (int z = -1; z <= count.z; ++z)
    for (int y = -1; y <= count.y; ++y)
      for (int x = -1; x <= count.x; ++x) {
        const Vec3 p = bounds.lower + step * (Vec3(x, y, z) + 0.5f);
        const SignedDistance::Sample s = body.shape->sample(p);
        const float reach = glm::dot(step, glm::abs(s.normal));
        if (!(s.distance >= 0.f && s.distance < reach)) continue;
        if (body.shape->distance(p - 2.f * s.distance * s.normal) > -0.8f * s.distance) continue;
        const float delta = (1.f + std::cos(std::numbers::pi_v<float> * s.distance / reach)) / reach;
        const SurfacePointSample point{p - s.distance * s.normal, s.normal, step.x * step.y * step.z * delta};
        surface.points.push_back(point);
        surface.radius = std::max(surface.radius, glm::distance(point.place, centre));
        sum += static_cast<double>(point.area * glm::dot(point.place - centre, point.normal)) / 3.0;
      }
  const float scale = sum > 0.0 ? static_cast<float>(body.unitMass.volume / sum) : 0.f;
  for (SurfacePointSample& point : surface.points) point.area *= scale;
  return surface;
}

GapPressure::Clearance GapPressure::clearanceAt(std::size_t body, const Vec3& p, const Vec3& normal) const {
  float closed = 0.f, least = std::numeric_limits<float>::infinity();
  for (const auto& [other, within, contact] : gaps_[body].others) {
    if (BoxedBody{other, within}.isFar(p, p)) continue;
    const Vec3 local = other->pose.toLocal(p);
    const float spare = (other->shape->distance(local) - contact) / distances_.unit;
    least = std::min(least, spare);
    if (spare >= kOpens) continue;
    const float facing = -glm::dot(normal, other->pose.directionToWorld(other->shape->sample(local).normal));
    // Faces count in full if the cosine between them (`facing`) exceeds a quarter.
    closed = std::max(closed, std::clamp(4.f * facing, 0.f, 1.f) * std::min(1.f, 1.f - spare / kOpens));
  }
  return {closed, least < kOpens, least < kOpens + kRim};
}

void GapPressure::findGap(const Body& body, std::size_t index) {
  Gap& gap = gaps_[index];
  gap.open.clear();
  const float radius = distances_.contact(body);
  for (const SurfacePointSample& point : surfaces_[index].points) {
    const auto [closed, narrow, rim] =
        clearanceAt(index, body.pose.toWorld(point.place + radius * point.normal),
                    body.pose.directionToWorld(point.normal));
    if (closed > 0.f) gap.closed.push_back({point.place, point.normal, closed * point.area});
    if (closed < 1.f)
      gap.open.push_back({{point.place, point.normal, (1.f - closed) * point.area}, narrow, rim});
  }
}

void GapPressure::findCoveredPoints(const Bodies& bodies, std::span<const AdjacentParticle> beside) {
  auto next = beside.begin();
  for (std::size_t b = 0; b < gaps_.size(); ++b) {
    Gap& gap = gaps_[b];
    const auto first =
        std::find_if(next, beside.end(), [&](const AdjacentParticle& p) { return p.body >= b; });
    next = std::find_if(first, beside.end(), [&](const AdjacentParticle& p) { return p.body != b; });
    if (gap.closed.empty()) continue;
    const Body& body = bodies.list[b];
    const Aabb bounds = body.shape->bounds();
    CoveredCells cells(bounds, std::max(kCell * distances_.unit, coarsestCell(bounds.size(), kMostCells)));
    double density = 0.0;
    for (const AdjacentParticle& p : std::span(first, next)) {
      cells.mark(p.place);
      density += static_cast<double>(p.density);
    }
    const auto count = next - first;
    gap.density = count > 0 ? density / static_cast<double>(count) : 0.0;
    const float radius = distances_.contact(body);
    double rim = 0.0, wet = 0.0;
    gap.pushed.clear();
    for (const OpenPoint& point : gap.open) {
      const bool covered = cells.near(point.place + radius * point.normal);
      if (covered && !point.narrow)
        gap.pushed.push_back({body.pose.toWorld(point.place) - body.centre(), point.area});
      if (!point.rim) continue;
      rim += static_cast<double>(point.area);
      if (covered) wet += static_cast<double>(point.area);
    }
    gap.wet = rim > 0.0 ? wet / rim : 0.0;
  }
}

/// Solves for the constant a of p(y) as an impulse per area.
/// Points above the surface carry no pressure. The sum over the remaining points is convex in a, so Newton's
/// iteration, started with all points, descends to the solution.
///
/// Lift presses the body onto the liquid that determines the pressure. If less of the surface is open than
/// closed, as in a corner among other bodies, two bodies could raise each other without end. The pushes
/// therefore count as if they came from as much area as is closed, and lift no more than they push.
double GapPressure::pressureAtCentre(const Gap& gap, double pushes, const glm::dvec3& slope) {
  double closed = 0.0;
  for (const SurfacePointSample& point : gap.closed) closed += static_cast<double>(point.area);
  double a = std::numeric_limits<double>::infinity();
  for (;;) {
    double area = 0.0, sum = pushes;
    for (const Arm& point : gap.pushed) {
      const double rise = glm::dot(slope, glm::dvec3(point.arm));
      if (a + rise <= 0.0) continue;
      area += static_cast<double>(point.area);
      sum -= static_cast<double>(point.area) * rise;
    }
    const double next = area > 0.0 ? sum / std::max(area, closed) : 0.0;
    if (!(next < a) || area == 0.0) return next;
    a = next;
  }
}

double GapPressure::addLift(ImpulseSystem& system, const Body& body, std::size_t index, double pushes,
                            const Vec3& gravity, float dt) const {
  const Gap& gap = gaps_[index];
  if (gap.closed.empty() || gap.wet == 0.0 || !(pushes > 0.0)) return 0.0;
  const glm::dvec3 slope = gap.density * static_cast<double>(dt) * glm::dvec3(gravity);
  const double a = pressureAtCentre(gap, pushes, slope);
  double lift = 0.0;
  for (const SurfacePointSample& point : gap.closed) {
    const glm::dvec3 arm(body.pose.toWorld(point.place) - body.centre());
    const double impulse =
        gap.wet * std::max(0.0, a + glm::dot(slope, arm)) * static_cast<double>(point.area);
    system.addImpulse(arm, -impulse * glm::dvec3(body.pose.directionToWorld(point.normal)));
    lift += impulse;
  }
  return lift;
}

}  // namespace ooze
