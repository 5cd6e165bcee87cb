#include "world/edits/grab_and_push.h"

#include "ooze/base/error.h"

#include "base/reductions.h"
#include "bodies/body_distance.h"
#include "world/commands/command_scope.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ooze {
namespace {

/// Returns the offset that pulls a particle, limited to GrabConstraint::kReach * h [m].
Vec3 way(const Vec3& from, const Vec3& to, float h) {
  const Vec3 all = to - from;
  const float length = glm::length(all), most = GrabConstraint::kReach * h;
  return length > most ? all * (most / length) : all;
}

}  // namespace

void GrabConstraint::grab(const Particles& particles, const Vec3& centre, float radius) {
  std::vector<std::pair<std::uint32_t, Vec3>> held;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - centre;
    if (glm::dot(offset, offset) <= radius * radius) held.emplace_back(particles.id[i], offset);
  }
  std::sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  *this = {};
  centre_ = centre;
  for (const auto& [id, offset] : held) ids_.push_back(id), offsets_.push_back(offset);
}

/// Returns the target position of a grabbed particle; nothing if the particle is not grabbed.
std::optional<Vec3> GrabConstraint::placeOf(std::uint32_t id) const {
  const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
  if (found == ids_.end() || *found != id) return std::nullopt;
  return centre_ + offsets_[static_cast<std::size_t>(found - ids_.begin())];
}

void GrabConstraint::pull(float dt, const Vec3& gravity, float h, Method& method, const Threads& threads) {
  if (empty()) return;
  const auto change = [&](const Parcel& p) -> std::optional<Vec3> {
    const auto place = placeOf(p.id);
    if (!place) return std::nullopt;
    // Implicit Euler step of a critically damped spring: v' = v + dt (w^2 (place - x - dt v') - 2 w v').
    // Here x and v are the particle's position and velocity, v' is the new velocity, and w is kRate.
    const Vec3 v = p.velocity;
    const float damping = (1.f + kRate * dt) * (1.f + kRate * dt);
    const Vec3 after = (v + dt * kRate * kRate * way(p.position, *place, h)) / damping;
    return after - v - dt * gravity;
  };
  method.changeVelocities(change, threads);
}

float GrabConstraint::fastest(const Particles& particles, float h, const Threads& threads) const {
  if (empty()) return 0.f;
  const float farthest = largest(threads, particles.size(), [&](std::size_t i) {
    const auto place = placeOf(particles.id[i]);
    return place ? glm::length(way(particles.position[i], *place, h)) : 0.f;
  });
  // Terminal speed v, at which damping and spring balance: 2 w v = w^2 d, for the rate w = kRate and the
  // offset d.
  return 0.5f * kRate * farthest;
}

void GrabConstraint::save(ByteWriter& out) const {
  out.array(ids_);
  out.raw(std::span<const Vec3>(offsets_));
  out.value(centre_);
}

void GrabConstraint::restore(ByteReader& in, const Particles& particles) {
  const auto require = [](bool sound) {
    if (!sound) throw InputError("the save is damaged: its grab is not valid");
  };
  const float most = command_table::kReach.upper;
  GrabConstraint fresh;
  fresh.ids_ = in.array<std::uint32_t>();
  for (std::size_t k = 0; k < fresh.ids_.size(); ++k) {
    require(fresh.ids_[k] < particles.nextId && (k == 0 || fresh.ids_[k - 1] < fresh.ids_[k]));
    fresh.offsets_.push_back(in.value<Vec3>());
    for (int axis = 0; axis < 3; ++axis) require(std::abs(fresh.offsets_.back()[axis]) <= most);
  }
  fresh.centre_ = in.value<Vec3>();
  for (int axis = 0; axis < 3; ++axis) requireWithin(command_table::kPlace, "carry", fresh.centre_[axis]);
  *this = std::move(fresh);
}

namespace {

/// Limits a velocity change so that the speed does not rise above `limit`.
Vec3 limited(const Vec3& velocity, const Vec3& change, float limit) {
  const float most = std::max(limit, glm::length(velocity));
  const Vec3 after = velocity + change;
  const float speed = glm::length(after);
  return speed > most ? after * (most / speed) - velocity : change;
}

}  // namespace

/// Returns the acceleration at an offset from the centre [m/s^2].
/// @param distance  distance from the centre to the nearest point of the pushed object [m]
Vec3 Push::at(const Vec3& offset, float distance) const {
  const float part = std::max(0.f, distance) / radius_;
  if (part >= 1.f) return Vec3(0.f);
  const float fall = (1.f - part * part) * (1.f - part * part);
  constexpr float kCore = 0.1f;  // fraction of the radius within which the push falls to 0 towards the centre
  const float core = kCore * radius_;
  return acceleration_ * fall * offset / std::sqrt(glm::dot(offset, offset) + core * core);
}

void Push::act(float dt, float limit, Method& method, Bodies& bodies, const Threads& threads) const {
  if (empty()) return;
  const auto change = [&](const Parcel& p) -> std::optional<Vec3> {
    const Vec3 offset = p.position - place_;
    if (glm::dot(offset, offset) >= radius_ * radius_) return std::nullopt;
    return limited(p.velocity, dt * at(offset, glm::length(offset)), limit);
  };
  method.changeVelocities(change, threads);
  for (Body& body : bodies.list)
    if (body.motion == Motion::Dynamic && body.present)
      body.velocity +=
          limited(body.velocity, dt * at(body.centre() - place_, distanceTo(body, place_)), limit);
}

float Push::strength() const { return std::abs(acceleration_); }

float Push::gain(float seconds) const {
  // The greatest gain comes from crossing the whole field: the square root of twice the integral of the
  // acceleration over the radius. Twice the integral is 16/15 a R, for the acceleration a and
  // the radius R of the push.
  return std::min(strength() * seconds, std::sqrt(16.f / 15.f * strength() * radius_));
}

void Push::save(ByteWriter& out) const {
  out.value(place_);
  out.value(radius_);
  out.value(acceleration_);
}

void Push::restore(ByteReader& in) {
  place_ = in.value<Vec3>();
  radius_ = in.value<float>();
  acceleration_ = in.value<float>();
  for (int k = 0; k < 3; ++k) requireWithin(command_table::kPlace, "push", place_[k]);
  requireInRange("liquid.push", "acceleration", acceleration_);
  requireInRange("liquid.push", "radius", radius_);
}

}  // namespace ooze
