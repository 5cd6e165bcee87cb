#include "ooze/bodies/keyframes.h"

#include "bodies/rotation.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

/// How a pose changes: velocity [m/s] and angular velocity [rad/s], both in the world's axes.
struct Rates {
  Vec3 velocity{0.f};
  Vec3 angularVelocity{0.f};
};

Rates meanRates(const PoseKey& a, const PoseKey& b) {
  const auto span = static_cast<float>(b.time - a.time);
  return {(b.pose.position - a.pose.position) / span,
          rotationBetween(a.pose.orientation, b.pose.orientation) / span};
}

// Rates of the spline at key i. Catmull and Rom 1974 for even keys; for uneven ones the slopes are weighted
// so that the speed does not jump (the parabola through the three keys). One-sided at the ends and beside a
// jump (two keys at one time), so that two keys alone are a motion at constant rates.
Rates ratesAt(const std::vector<PoseKey>& keys, std::size_t i) {
  const bool hasBefore = i > 0 && keys[i].time > keys[i - 1].time;
  const bool hasAfter = i + 1 < keys.size() && keys[i + 1].time > keys[i].time;
  if (!hasBefore && !hasAfter) return {};
  if (!hasBefore) return meanRates(keys[i], keys[i + 1]);
  if (!hasAfter) return meanRates(keys[i - 1], keys[i]);
  const Rates before = meanRates(keys[i - 1], keys[i]), after = meanRates(keys[i], keys[i + 1]);
  const double spanBefore = keys[i].time - keys[i - 1].time;
  const double spanAfter = keys[i + 1].time - keys[i].time;
  const auto weight = static_cast<float>(spanBefore / (spanBefore + spanAfter));
  return {glm::mix(before.velocity, after.velocity, weight),
          glm::mix(before.angularVelocity, after.angularVelocity, weight)};
}

// How a rotation vector must change for its rotation to have this angular velocity: the inverse of the left
// Jacobian of the rotation group (Bullo and Murray 1995).
Vec3 rateOfRotationVector(const Vec3& rotation, const Vec3& angularVelocity) {
  const float angle = glm::length(rotation);
  // The coefficient's series; the closed form loses it in rounding.
  const float c = angle < 0.1f ? 1.f / 12.f + angle * angle / 720.f
                               : (1.f / angle - 0.5f / std::tan(0.5f * angle)) / angle;
  const Vec3 turned = glm::cross(rotation, angularVelocity);
  return angularVelocity - 0.5f * turned + c * glm::cross(rotation, turned);
}

/// The cubic from `from` to `to` over u = 0 .. 1 (Hermite's basis), with these rates over an interval of this
/// length [s].
Vec3 hermite(float u, float length, const Vec3& from, const Vec3& rateFrom, const Vec3& to,
             const Vec3& rateTo) {
  const float u2 = u * u, u3 = u2 * u;
  return (2.f * u3 - 3.f * u2 + 1.f) * from + (u3 - 2.f * u2 + u) * length * rateFrom +
         (3.f * u2 - 2.f * u3) * to + (u3 - u2) * length * rateTo;
}

}  // namespace

Pose interpolate(const std::vector<PoseKey>& keys, double time) {
  if (keys.empty()) return {};
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const PoseKey& k) { return t < k.time; });
  if (next == keys.begin()) return keys.front().pose;
  if (next == keys.end()) return keys.back().pose;

  const auto i = static_cast<std::size_t>(next - keys.begin()) - 1;
  const PoseKey& a = keys[i];
  const PoseKey& b = keys[i + 1];
  const double span = b.time - a.time;
  const auto u = static_cast<float>((time - a.time) / span);
  const auto length = static_cast<float>(span);
  const Rates start = ratesAt(keys, i), end = ratesAt(keys, i + 1);

  Pose pose;
  pose.position = hermite(u, length, a.pose.position, start.velocity, b.pose.position, end.velocity);
  // The rotation since key a, as a vector: there it changes as the body turns, at key b it has turned
  // already.
  const Vec3 whole = rotationBetween(a.pose.orientation, b.pose.orientation);
  const Vec3 turn = hermite(u, length, Vec3(0.f), start.angularVelocity, whole,
                            rateOfRotationVector(whole, end.angularVelocity));
  pose.orientation = turnedBy(a.pose.orientation, turn);
  return pose;
}

}  // namespace ooze
