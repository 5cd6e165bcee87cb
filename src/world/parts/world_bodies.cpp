#include "world/parts/world_bodies.h"

#include "world/guard/stability_monitor.h"

#include <algorithm>

namespace ooze {
namespace {

// A body this far from its last set position counts as lost [m].
constexpr float kLostAt = 1000.f;

void stop(Body& body) { body.velocity = body.angularVelocity = Vec3(0.f); }

}  // namespace

WorldBodies::WorldBodies(const WorldSpec& spec, MeshStore& meshes) : spec_(&spec), meshes_(&meshes) {
  bodies_.list = spec.bodies;
  bodies_.advance(0.0, 1.f / static_cast<float>(spec.framesPerSecond));
  for (std::size_t b = 0; b < bodies_.list.size(); ++b) {
    Body& body = bodies_.list[b];
    if (body.motion == Motion::Dynamic)
      body = spec.bodies[b];  // a dynamic body does not move before the first step
    else
      stop(body);
    body.previousPose = body.pose;
    origins_.push_back(body.centre());
  }
}

bool WorldBodies::anyScaled() const {
  return std::any_of(list().begin(), list().end(), [](const Body& b) { return b.scale != 1.f; });
}

void WorldBodies::write(const ResolvedSetting& setting, const SettingValue& value) {
  Body& body = bodies_.list[setting.object];
  BodyValues now = valuesOf(body);
  setting.row->write(now, value);
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
  setScale(setting.object, now.scale);
  if (setting.row->setsOrigin) origins_[setting.object] = body.centre();
}

bool WorldBodies::pull(const std::string& name, const std::optional<Pull>& pull) {
  const auto body =
      std::find_if(bodies_.list.begin(), bodies_.list.end(), [&](const Body& b) { return b.name == name; });
  if (body == bodies_.list.end()) return false;
  if (body->present || !pull) body->pull = pull;
  return true;
}

std::optional<std::uint32_t> WorldBodies::add(const AddBody& command) {
  return add({.kind = command.shape, .motion = command.motion, .size = command.size}, command.density,
             {.position = command.position});
}

std::optional<std::uint32_t> WorldBodies::add(const AddMeshBody& command) {
  return add(addedBodyOf(command), command.density, {command.centre, rotationOfMesh(command.rotation)});
}

std::optional<std::uint32_t> WorldBodies::add(AddedBody what, float density, const Pose& pose) {
  if (added_.size() >= kMaxAddedBodies) return std::nullopt;
  what.number = lastNumber() + 1;
  insert(what);
  Body& body = bodies_.list.back();
  if (body.motion == Motion::Dynamic) body.density = density;
  body.pose.position = body.previousPose.position = pose.position;
  if (!what.mesh.empty()) body.pose.orientation = body.previousPose.orientation = pose.orientation;
  origins_.back() = body.centre();
  return what.number;
}

void WorldBodies::insert(const AddedBody& what) {
  bodies_.list.push_back(makeAddedBody(what, *meshes_));
  origins_.push_back(bodies_.list.back().centre());
  added_.push_back(what);
}

void WorldBodies::setScale(std::size_t index, float scale) {
  Body& body = bodies_.list[index];
  if (body.scale == scale) return;
  const std::size_t own = spec_->bodies.size();
  const Body made = index < own ? spec_->bodies[index] : makeAddedBody(added_[index - own], *meshes_);
  const Body scaled = meshes_->scaled(made, scale);
  body.solid = scaled.solid;
  body.shape = scaled.shape;
  body.unitMass = scaled.unitMass;
  body.scale = scale;
}

std::ptrdiff_t WorldBodies::placeOf(std::ptrdiff_t added) const {
  return static_cast<std::ptrdiff_t>(spec_->bodies.size()) + added;
}

void WorldBodies::remove(std::uint32_t number) {
  const auto found =
      std::find_if(added_.begin(), added_.end(), [&](const AddedBody& a) { return a.number == number; });
  if (found == added_.end()) return;
  const std::ptrdiff_t at = placeOf(found - added_.begin());
  bodies_.list.erase(bodies_.list.begin() + at);
  origins_.erase(origins_.begin() + at);
  added_.erase(found);
}

void WorldBodies::removeAdded() {
  bodies_.list.erase(bodies_.list.begin() + placeOf(0), bodies_.list.end());
  origins_.erase(origins_.begin() + placeOf(0), origins_.end());
  added_.clear();
}

void WorldBodies::bringToRest() {
  for (Body& body : bodies_.list)
    if (body.isMoved()) stop(body);
}

void WorldBodies::removeStray() {
  for (std::size_t b = 0; b < bodies_.list.size(); ++b) {
    Body& body = bodies_.list[b];
    if (body.motion != Motion::Dynamic || !body.present) continue;
    const bool left = spec_->domain && !spec_->domain->expanded(radiusOf(body)).contains(body.centre());
    if (!left && glm::distance(body.centre(), origins_[b]) <= kLostAt) continue;
    body.present = false;
    body.pull.reset();
    stop(body);
  }
}

}  // namespace ooze
