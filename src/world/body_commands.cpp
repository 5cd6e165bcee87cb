// What commands do to bodies, and which bodies a world may begin with.
#include "ooze/base/error.h"

#include "bodies/rotation.h"
#include "bodies/scaled_body.h"
#include "world/state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace ooze {
namespace {

constexpr float kFarthestStart = 1e5f;  // [m]
// A body that has come this far from where it was put last fell out of the world [m].
constexpr float kLostAt = 1000.f;

void stop(Body& body) { body.velocity = body.angularVelocity = Vec3(0.f); }

/// Of a sphere round the centre of mass that holds the body [m].
float radiusOf(const Body& body) {
  const Aabb box = body.shape->bounds();
  const Vec3 centre(body.unitMass.centre);
  return glm::length(glm::max(glm::abs(box.lower - centre), glm::abs(box.upper - centre)));
}

/// The most that a point of a body moves at these rates [m/s].
float fastestPoint(const Body& body, const Vec3& velocity, const Vec3& angularVelocity) {
  const float turning = glm::length(angularVelocity);
  const float reach = turning > 0.f ? radiusOf(body) : 0.f;
  return glm::length(velocity) + (std::isfinite(reach) ? turning * reach : 0.f);
}

void requireSound(const Body& body) {
  const auto require = [&](bool sound, std::string_view what) {
    if (!sound) throw InputError(fmt::format("body \"{}\" {}", body.name, what));
  };
  require(body.shape != nullptr, "has no shape");
  const auto placed = [&](const Pose& pose) {
    const Vec3 p = glm::abs(pose.position);
    require(p.x <= kFarthestStart && p.y <= kFarthestStart && p.z <= kFarthestStart,
            "must be within 100 km of the origin");
    require(std::abs(glm::length(pose.orientation) - 1.f) < 1e-3f, "has an orientation that is no rotation");
  };
  placed(body.pose);
  for (std::size_t k = 0; k < body.keys.size(); ++k) {
    placed(body.keys[k].pose);
    require(std::isfinite(body.keys[k].time) && (k == 0 || body.keys[k - 1].time <= body.keys[k].time),
            "has keys that do not ascend in time");
    require(k < 2 || body.keys[k - 2].time < body.keys[k].time,
            "has more than two keys at one time, which are a jump");
  }
  require(isFinite(body.velocity) && isFinite(body.angularVelocity), "has a velocity that is not finite");
  if (body.motion != Motion::Dynamic) return;
  require(body.keys.empty(), "is dynamic and has keys; only a kinematic body follows keys");
  require(std::isfinite(body.mass()) && body.mass() > 0.0, "is dynamic and needs a mass above 0");
}

}  // namespace

float fastestPoint(const Body& body) {
  return body.present ? fastestPoint(body, body.velocity, body.angularVelocity) : 0.f;
}

float fastestPointAhead(const Body& body, double time, double seconds) {
  if (!body.present) return 0.f;
  // Cubics between keys: their fastest moment is a little above the mean of the part that holds it.
  constexpr int kParts = 8;
  const double part = seconds / kParts;
  float most = 0.f;
  for (int k = 0; k < kParts; ++k) {
    const double from = time + k * part, to = from + part;
    const Pose start = poseBeforeMotion(body.keys, from, to), end = interpolate(body.keys, to);
    const auto rate = static_cast<float>(1.0 / part);
    most = std::max(most, fastestPoint(body, rate * (end.position - start.position),
                                       rate * rotationBetween(start.orientation, end.orientation)));
  }
  return most;
}

float speedOfPull(const Body& body) {
  // The rate of its spring is half as much: more than any damping lets a body reach.
  constexpr float kPullRate = 30.f;  // [1/s]
  return body.pull ? kPullRate * glm::distance(body.pose.toWorld(body.pull->anchor), body.pull->target) : 0.f;
}

float fastestDynamicBody(const std::vector<Body>& bodies) {
  float most = 0.f;
  for (const Body& b : bodies)
    if (b.motion == Motion::Dynamic) most = std::max(most, fastestPoint(b));
  return most;
}

void requireSound(const std::vector<Body>& bodies) {
  std::set<std::string> names;
  for (const Body& body : bodies) {
    requireSound(body);
    if (!body.name.empty() && !names.insert(body.name).second)
      throw InputError(fmt::format("two bodies have the name \"{}\"", body.name));
  }
  for (const std::string& name : names)
    if (isAddedBodyName(name))
      throw InputError(fmt::format("the name \"{}\" is kept for bodies that commands add", name));
}

void World::State::writeToBody(const Target& target, const Command& command) {
  Body& body = bodies.list[target.object];
  BodyValues now = valuesOf(body);
  target.row->write(now, command);
  body.present = now.present;
  body.pose = now.pose;
  body.previousPose = now.previousPose;
  body.density = now.density;
  body.friction = now.friction;
  body.stickiness = now.stickiness;
  body.stickDistance = now.stickDistance;
  body.velocity = now.velocity;
  body.angularVelocity = now.angularVelocity;
  body.pull = now.pull;
  setBodyScale(target.object, now.scale);
  if (target.row->puts) bodyOrigins[target.object] = body.centre();
  // What was thrown did not run away.
  startBodySpeed = std::max(startBodySpeed, fastestDynamicBody(bodies.list));
}

bool World::State::addBody(const Command& command, TargetField field) {
  if (added.size() >= kMostAddedBodies) return false;
  AddedBody what = addedBodyOf(command, field);
  what.number = added.empty() ? 1 : added.back().number + 1;
  insertBody(what);
  Body& body = bodies.list.back();
  const bool mesh = field == TargetField::AddMesh;
  if (body.motion == Motion::Dynamic) body.density = command.values[mesh ? 5 : 4];
  if (mesh) body.pose.orientation = body.previousPose.orientation = turnOf(command);
  body.pose.position = body.previousPose.position =
      Vec3(command.values[0], command.values[1], command.values[2]);
  bodyOrigins.back() = body.centre();
  return true;
}

void World::State::insertBody(const AddedBody& what) {
  bodies.list.push_back(makeAddedBody(what, *meshes));
  bodyOrigins.push_back(bodies.list.back().centre());
  added.push_back(what);
}

void World::State::setBodyScale(std::size_t index, float scale) {
  Body& body = bodies.list[index];
  if (body.scale == scale) return;
  const std::size_t own = spec.bodies.size();
  const Body made = index < own ? spec.bodies[index] : makeAddedBody(added[index - own], *meshes);
  const Body scaled = scaledBody(made, scale);
  body.solid = scaled.solid;
  body.shape = scaled.shape;
  body.unitMass = scaled.unitMass;
  body.scale = scale;
}

void World::State::removeAddedBody(std::uint32_t number) {
  const auto found =
      std::find_if(added.begin(), added.end(), [&](const AddedBody& a) { return a.number == number; });
  if (found == added.end()) return;
  const auto at = static_cast<std::ptrdiff_t>(spec.bodies.size()) + (found - added.begin());
  bodies.list.erase(bodies.list.begin() + at);
  bodyOrigins.erase(bodyOrigins.begin() + at);
  added.erase(found);
}

void World::State::removeAddedBodies() {
  const auto first = static_cast<std::ptrdiff_t>(spec.bodies.size());
  bodies.list.erase(bodies.list.begin() + first, bodies.list.end());
  bodyOrigins.erase(bodyOrigins.begin() + first, bodyOrigins.end());
  added.clear();
}

void World::State::removeStrayBodies() {
  for (std::size_t b = 0; b < bodies.list.size(); ++b) {
    Body& body = bodies.list[b];
    if (body.motion != Motion::Dynamic || !body.present) continue;
    const bool left = spec.domain && !spec.domain->expanded(radiusOf(body)).contains(body.centre());
    if (!left && glm::distance(body.centre(), bodyOrigins[b]) <= kLostAt) continue;
    body.present = false;
    body.pull.reset();
    stop(body);
  }
}

}  // namespace ooze
