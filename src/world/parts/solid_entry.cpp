#include "world/parts/solid_entry.h"

#include "base/earth_gravity.h"
#include "bodies/body_distance.h"
#include "geometry/offset_shape.h"
#include "world/guard/record_validation.h"
#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ooze {
namespace {

constexpr float kJump = 0.5f;    // shortest jump [radii of the body]
constexpr float kGrowth = 0.1f;  // least growth [radii of the body]
constexpr int kStages = 48;      // number of shapes during an entry

/// Returns how far the surface of a body that appeared, jumped or grew has moved outward at least: without
/// limit for a new place; nothing if the body stayed as it was [m].
std::optional<float> outwardShift(const std::vector<SolidEntry::BodyPlacement>& before, const Body& body) {
  constexpr float kNew = std::numeric_limits<float>::infinity();
  const auto same = std::ranges::find(before, body.name, &SolidEntry::BodyPlacement::name);
  if (same == before.end() || !same->present) return kNew;
  if (same->pose.position == body.pose.position && same->scale == body.scale) return std::nullopt;
  if (glm::distance(same->pose.position, body.pose.position) > kJump * radiusOf(body)) return kNew;
  const float growth = 1.f - same->scale / body.scale;
  const Vec3 size = body.shape->bounds().size();
  return growth > kGrowth ? std::optional(0.5f * growth * std::min({size.x, size.y, size.z})) : std::nullopt;
}

}  // namespace

std::vector<SolidEntry::BodyPlacement> SolidEntry::placementsOf(const std::vector<Body>& bodies) {
  std::vector<BodyPlacement> placements;
  for (const Body& b : bodies) placements.push_back({b.name, b.present, b.pose, b.scale});
  return placements;
}

void SolidEntry::begin(const std::vector<BodyPlacement>& before, const std::vector<Body>& bodies,
                       const Particles& liquid, const Vec3& gravity, float h) {
  for (const Body& body : bodies) {
    const auto shift = body.present ? outwardShift(before, body) : std::nullopt;
    if (!shift) continue;
    float depth = 0.f;
    for (std::size_t i = 0; i < liquid.size(); ++i)
      depth = std::max(depth, -distanceTo(body, liquid.position[i]));
    if (depth <= 0.f) continue;
    // The first shape of a new solid acts on no particle. A solid that grows begins where its surface was, so
    // that no liquid flows into its place.
    depth = std::max(depth, std::min(depth + h, *shift));
    const float speed = kFroude * std::sqrt(gravityOrEarths(gravity) * depth);
    std::erase_if(entries_, [&](const Entry& e) { return e.body == body.name; });
    entries_.push_back({body.name, depth, speed});
  }
}

SolidEntry::EnteringBodies::EnteringBodies(SolidEntry& entry, std::vector<Body>& bodies) : bodies_(bodies) {
  for (Entry& e : entry.entries_) {
    const auto body = std::ranges::find(bodies, e.body, &Body::name);
    if (body == bodies.end() || !body->present) continue;
    const int stage = std::min(static_cast<int>(kStages * e.elapsed / e.seconds()), kStages - 1);
    if (stage != e.stage || e.whole != body->shape) {
      const float offset = e.depth * (1.f - static_cast<float>(stage) / kStages);
      e.stage = stage, e.whole = body->shape;
      e.smaller = makeOffsetShape(body->shape, offset);
    }
    kept_.push_back(
        {body - bodies.begin(), body->shape, body->motion, body->velocity, body->angularVelocity});
    body->shape = e.smaller;
    if (body->motion != Motion::Dynamic) continue;
    body->motion = Motion::Static;
    body->velocity = body->angularVelocity = Vec3(0.f);
  }
}

SolidEntry::EnteringBodies::~EnteringBodies() {
  for (WholeBody& k : kept_) {
    Body& body = bodies_[static_cast<std::size_t>(k.index)];
    body.shape = std::move(k.shape);
    if (k.motion != Motion::Dynamic) continue;
    body.motion = k.motion;
    body.velocity = k.velocity, body.angularVelocity = k.angularVelocity;
  }
}

void SolidEntry::advance(float dt) {
  for (Entry& e : entries_) e.elapsed += dt;
  std::erase_if(entries_, [](const Entry& e) { return e.elapsed >= e.seconds(); });
}

void SolidEntry::save(ByteWriter& out) const {
  out.value(static_cast<std::uint64_t>(entries_.size()));
  for (const Entry& e : entries_) {
    out.text(e.body);
    out.value(e.depth);
    out.value(e.speed);
    out.value(e.elapsed);
  }
}

void SolidEntry::restore(ByteReader& in) {
  entries_.clear();
  const auto count = in.value<std::uint64_t>();
  for (std::uint64_t k = 0; k < count; ++k) {
    Entry e{in.text(), in.value<float>(), in.value<float>(), in.value<float>()};
    for (const float v : {e.depth, e.speed, e.seconds()}) validateSave(std::isfinite(v) && v > 0.f);
    validateSave(e.elapsed >= 0.f && e.elapsed < e.seconds());
    validateSave(!e.body.empty() && std::ranges::find(entries_, e.body, &Entry::body) == entries_.end());
    entries_.push_back(std::move(e));
  }
}

}  // namespace ooze
