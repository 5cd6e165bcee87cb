#include "world/edits/push.h"

#include "world/commands/targets.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ooze {
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
          limited(body.velocity,
                  dt * at(body.centre() - place_, body.shape->distance(body.pose.toLocal(place_))), limit);
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
  for (int k = 0; k < 3; ++k) requireInRange("liquid", "push", place_[k], static_cast<std::size_t>(k));
  requireInRange("liquid", "push", acceleration_, 4);
  requireInRange("liquid", "push", radius_, 3);
}

}  // namespace ooze
