#include "ooze/liquid/posed_controls.h"

#include "base/name_index.h"
#include "geometry/box_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze {
namespace {

constexpr ControlPoint kAlone{};

std::uint32_t countOf(const Control& c) {
  return c.points ? static_cast<std::uint32_t>(c.points->list().size()) : 1;
}

const ControlPoint& pointOf(const Control& c, std::uint32_t k) {
  return c.points ? c.points->list()[k] : kAlone;
}

/// Returns the radius of influence of a control particle [m].
float reachOf(const Control& c) {
  return c.shape == ControlShape::Sphere ? c.radius : std::hypot(c.radius, 0.5f * c.length);
}

float largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

template <class F>
void forCorners(const Aabb& box, F&& f) {
  for (int k = 0; k < 8; ++k)
    f(Vec3(k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y,
           k & 4 ? box.upper.z : box.lower.z));
}

/// Returns the bounding box of a control's particles in the world.
Aabb boundsOf(const PosedControl& p) {
  Aabb world;
  const Aabb local = p.control->points ? p.control->points->bounds() : Aabb{kAlone.place, kAlone.place};
  forCorners(local, [&](const Vec3& corner) { world.include(p.pose.toWorld(p.scale * corner)); });
  return world;
}

ControlParticle particleOf(const PosedControl& p, std::uint32_t k) {
  const ControlPoint& point = pointOf(*p.control, k);
  const Vec3 place = p.pose.toWorld(p.scale * point.place);
  return {place, p.pose.directionToWorld(point.axis), p.valueAt(place), &p, k};
}

float squaredDistance(const Aabb& box, const Vec3& p) {
  const Vec3 out = p - glm::clamp(p, box.lower, box.upper);
  return glm::dot(out, out);
}

/// Adds the control particles whose influence may reach into the box.
void collect(const PosedControl& p, const Aabb& box, std::vector<ControlParticle>& found) {
  const float reach = reachOf(*p.control);
  // Allows for rounding here and in sums over the same places elsewhere.
  const float slack = 1e-5f * (largest(box.lower) + largest(box.upper) + largest(p.pose.position) + reach);
  const auto offer = [&](std::uint32_t k) {
    const ControlParticle particle = particleOf(p, k);
    const float farthest = reach + slack;
    if (squaredDistance(box, particle.place) <= farthest * farthest) found.push_back(particle);
  };
  if (!p.control->points) return offer(0);
  Aabb local;
  forCorners(box, [&](const Vec3& corner) { local.include(p.pose.toLocal(corner) / p.scale); });
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  p.control->points->within(local.expanded((reach + slack) / p.scale), offer);
  std::sort(found.begin() + first, found.end(),
            [](const ControlParticle& a, const ControlParticle& b) { return a.number < b.number; });
}

/// Returns the distance from a control particle's axis or centre within which it is a hard constraint [m].
float hardConstraintRadius(const PosedControl& p) {
  const Control& c = *p.control;
  float inside = 0.f, outside = 1.f;
  if (c.falloff == Falloff::Box) return c.radius;
  for (int k = 0; k < 30; ++k) {
    const float middle = 0.5f * (inside + outside);
    (p.strength * falloffAt(c.falloff, middle) > kHardAbove ? inside : outside) = middle;
  }
  return inside * c.radius;
}

struct Spine {
  Vec3 middle, half;
};

Spine spineOf(const ControlParticle& p) {
  const Control& c = *p.of->control;
  return {p.place, c.shape == ControlShape::Sphere ? Vec3(0.f) : 0.5f * c.length * p.axis};
}

/// Returns the closest points of two segments (Ericson 2005, section 5.1.9).
std::array<Vec3, 2> closest(const Spine& a, const Spine& b) {
  const Vec3 between = a.middle - b.middle;
  const float aa = glm::dot(a.half, a.half), bb = glm::dot(b.half, b.half), ab = glm::dot(a.half, b.half);
  const float ra = glm::dot(a.half, between), rb = glm::dot(b.half, between);
  const float det = aa * bb - ab * ab;
  float s = det > 1e-6f * aa * bb ? std::clamp((ab * rb - bb * ra) / det, -1.f, 1.f) : 0.f;
  float t = bb > 0.f ? std::clamp((ab * s + rb) / bb, -1.f, 1.f) : 0.f;
  s = aa > 0.f ? std::clamp((ab * t - ra) / aa, -1.f, 1.f) : 0.f;
  return {a.middle + s * a.half, b.middle + t * b.half};
}

/// Returns true if two hard constraints on one field contradict each other.
bool areContradictory(const ControlParticle& a, const ControlParticle& b) {
  const ControlKind kind = a.of->control->kind;
  if (fieldOf(kind) == ControlField::LevelSet) return kind != b.of->control->kind;
  constexpr float kSame = 1e-3f;
  return glm::distance(a.value, b.value) > kSame * (glm::length(a.value) + glm::length(b.value));
}

std::optional<Vec3> findConflict(const ControlParticle& a, const ControlParticle& b, float radiusOfA,
                                 float radiusOfB) {
  if (!areContradictory(a, b) || !(radiusOfA + radiusOfB > 0.f)) return {};
  const auto [onA, onB] = closest(spineOf(a), spineOf(b));
  const Vec3 place = glm::mix(onA, onB, radiusOfA / (radiusOfA + radiusOfB));
  if (a.strengthAt(place) > kHardAbove && b.strengthAt(place) > kHardAbove) return place;
  return {};
}

struct ShapeAt {
  float distance;  ///< signed distance to the control shape, phi_s, negative inside [m]
  float alpha;
};

ShapeAt shapeAt(const ControlParticle& p, const Vec3& x, float band) {
  const Control& c = *p.of->control;
  const float alpha = p.strengthAt(x);
  if (c.shape == ControlShape::Cylinder) return {glm::dot(x - p.place, p.axis), alpha};
  const float distance = glm::length(x - p.place) - c.radius;
  return {distance, c.falloff == Falloff::Box && distance <= band ? p.of->strength : alpha};
}

}  // namespace

float ControlParticle::strengthAt(const Vec3& x) const {
  const Control& c = *of->control;
  const Vec3 from = x - place;
  if (c.shape == ControlShape::Sphere)
    return of->strength * falloffAt(c.falloff, glm::length(from) / c.radius);
  const float along = glm::dot(from, axis);
  if (std::abs(along) > 0.5f * c.length) return 0.f;
  return of->strength * falloffAt(c.falloff, glm::length(from - along * axis) / c.radius);
}

float ControlInfluence::blend(float liquid, int component) const {
  if (hard) return value[component];
  if (strength <= 0.f) return liquid;
  return (1.f - strength) * liquid + strength * value[component];
}

ControlInfluence influenceAt(std::span<const ControlParticle> particles, const Vec3& x) {
  ControlInfluence influence;
  glm::dvec3 weighted(0.0);
  double sum = 0.0;
  int soft = 0;
  for (const ControlParticle& p : particles) {
    const float alpha = p.strengthAt(x);
    if (!(alpha > 0.f)) continue;
    if (alpha > kHardAbove) {
      influence = {alpha, true, p.value, p.of->number};
    } else if (!influence.hard) {
      influence.strength = std::max(influence.strength, alpha);
      influence.value = p.value;
      weighted += static_cast<double>(alpha) * glm::dvec3(p.value);
      sum += static_cast<double>(alpha);
      ++soft;
    }
  }
  // Departs from Rasmussen et al. 2004, section 3, which blends one soft particle. Several soft particles act
  // with their mean value and with the strength of the strongest, so that a row of particles is no stronger
  // than each particle alone.
  if (!influence.hard && soft > 1) influence.value = Vec3(weighted / sum);
  return influence;
}

float controlledLevelSet(std::span<const ControlParticle> particles, const Vec3& x, float phi, float band) {
  for (std::size_t k = 0; k < particles.size();) {
    const PosedControl* of = particles[k].of;
    const Control& c = *of->control;
    const bool adds = c.kind == ControlKind::AddLiquid;
    const auto shapedBy = [&](float before, float shape) {
      return adds ? std::min(before, shape) : std::max(before, -shape);
    };
    float strongest = 0.f, sum = 0.f, blended = 0.f;
    std::optional<float> hard;
    for (; k < particles.size() && particles[k].of == of; ++k) {
      const auto [shape, alpha] = shapeAt(particles[k], x, band);
      if (!(alpha > 0.f)) continue;
      if (alpha > kHardAbove) {
        hard = hard ? std::min(*hard, shape) : shape;
        continue;
      }
      strongest = std::max(strongest, alpha);
      sum += alpha;
      blended += alpha * shapedBy(phi, shape);
    }
    if (sum > 0.f) phi = (1.f - strongest) * phi + strongest * (blended / sum);
    if (hard) phi = shapedBy(phi, *hard);
  }
  return phi;
}

namespace {

/// Evaluates a control at one time.
/// @param findBody  returns the body of a name, or null
template <class FindBody>
std::optional<PosedControl> evaluate(const Control& c, std::uint32_t number, double time,
                                     const FindBody& findBody) {
  if (!c.isActive(time)) return {};
  PosedControl posed{&c, number, c.poseAt(time)};
  posed.value = c.valueAt(time);
  posed.strength = c.strengthAt(time);
  if (c.body.empty()) return posed;
  const Body* body = findBody(c.body);
  if (!body || !body->present) return {};
  posed.scale = body->scale;
  posed.pose = {body->pose.toWorld(body->scale * posed.pose.position),
                glm::normalize(body->pose.orientation * posed.pose.orientation)};
  if (c.kind != ControlKind::Velocity) return posed;
  posed.value = body->pose.directionToWorld(posed.value);
  if (!c.carried) return posed;
  posed.velocity = body->velocity;
  posed.angularVelocity = body->angularVelocity;
  posed.centre = body->centre();
  return posed;
}

const Body* bodyNamed(const std::vector<Body>& bodies, std::string_view name) {
  const auto body = std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == name; });
  return body == bodies.end() ? nullptr : &*body;
}

}  // namespace

std::optional<PosedControl> poseOf(const Control& c, std::uint32_t number, const std::vector<Body>& bodies,
                                   double time) {
  return evaluate(c, number, time, [&](std::string_view name) { return bodyNamed(bodies, name); });
}

float maxSpeedOf(const PosedControl& p) {
  const Aabb box = boundsOf(p).expanded(reachOf(*p.control));
  if (p.control->kind == ControlKind::Divergence) return std::abs(p.value.x) * 0.5f * glm::length(box.size());
  if (p.control->kind != ControlKind::Velocity) return 0.f;
  const float turning = glm::length(p.angularVelocity);
  const float arm = glm::length(glm::max(glm::abs(box.lower - p.centre), glm::abs(box.upper - p.centre)));
  return glm::length(p.value + p.velocity) + (turning > 0.f ? turning * arm : 0.f);
}

void PosedControls::pose(std::span<const Control> controls, const std::vector<Body>& bodies, double time) {
  list_.clear();
  NameSearch names;
  const auto find = [&](std::string_view name) {
    const auto found = names.find(bodies, name);
    return found ? &bodies[*found] : nullptr;
  };
  for (std::size_t n = 0; n < controls.size(); ++n)
    if (const auto posed = evaluate(controls[n], static_cast<std::uint32_t>(n), time, find))
      list_.push_back(*posed);
}

bool PosedControls::has(ControlField field) const {
  return std::any_of(list_.begin(), list_.end(),
                     [&](const PosedControl& p) { return fieldOf(p.control->kind) == field; });
}

Aabb PosedControls::bounds(ControlField field) const {
  Aabb box;
  for (const PosedControl& p : list_)
    if (fieldOf(p.control->kind) == field) box.include(boundsOf(p).expanded(reachOf(*p.control)));
  return box;
}

void PosedControls::near(ControlField field, const Aabb& box, std::vector<ControlParticle>& found) const {
  found.clear();
  for (const PosedControl& p : list_)
    if (fieldOf(p.control->kind) == field) collect(p, box, found);
}

void PosedControls::all(ControlField field, std::vector<ControlParticle>& found) const {
  found.clear();
  for (const PosedControl& p : list_)
    if (fieldOf(p.control->kind) == field)
      for (std::uint32_t k = 0; k < countOf(*p.control); ++k) found.push_back(particleOf(p, k));
}

std::optional<ControlConflict> PosedControls::contradiction() const {
  constexpr std::size_t kMostPairs = 1'000'000;  // bounds the time where thousands of controls overlap
  std::vector<ControlParticle> near;
  std::vector<float> radii(list_.size(), 0.f);
  std::vector<Aabb> boxes(list_.size());  // boxes that contain the reach of each hard control
  for (std::size_t n = 0; n < list_.size(); ++n)
    if (list_[n].strength > kHardAbove) {
      radii[n] = hardConstraintRadius(list_[n]);
      boxes[n] = boundsOf(list_[n]).expanded(reachOf(*list_[n].control));
      boxes[n] = boxes[n].expanded(1e-4f * (largest(boxes[n].lower) + largest(boxes[n].upper)));  // rounding
    }
  const BoxTree tree(boxes);
  std::vector<std::size_t> earlierOnes;
  std::size_t pairs = 0;
  for (std::size_t b = 0; b < list_.size(); ++b) {
    const PosedControl& later = list_[b];
    if (!(later.strength > kHardAbove)) continue;
    const float radiusOfLater = radii[b], reach = reachOf(*later.control);
    earlierOnes.clear();
    const bool tooMany = tree.findOverlaps(boxes[b], [&](std::size_t a) {
      if (a < b) earlierOnes.push_back(a);
      return ++pairs > kMostPairs;
    });
    if (tooMany) return {};
    std::sort(earlierOnes.begin(), earlierOnes.end());
    for (const std::size_t a : earlierOnes) {
      const PosedControl& earlier = list_[a];
      if (fieldOf(earlier.control->kind) != fieldOf(later.control->kind)) continue;
      const float radiusOfEarlier = radii[a];
      for (std::uint32_t k = 0; k < countOf(*later.control); ++k) {
        const ControlParticle one = particleOf(later, k);
        near.clear();
        collect(earlier, Aabb{one.place, one.place}.expanded(reach), near);
        for (const ControlParticle& other : near)
          if (const auto place = findConflict(other, one, radiusOfEarlier, radiusOfLater))
            return ControlConflict{earlier.number, later.number, *place};
      }
    }
  }
  return {};
}

}  // namespace ooze
