#include "ooze/bodies/keyframes.h"

#include "bodies/rotation.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

using DVec3 = glm::dvec3;

/// The time derivative of a pose: velocity [m/s] and angular velocity [rad/s], both in the world's axes.
struct Rates {
  DVec3 velocity{0.0};
  DVec3 angularVelocity{0.0};
};

/// The interval from one key to the next.
struct Interval {
  Interval(const PoseKey& a, const PoseKey& b)
      : seconds(b.time - a.time),
        way(DVec3(b.pose.position) - DVec3(a.pose.position)),
        turn(rotationBetween(a.pose.orientation, b.pose.orientation)) {}
  [[nodiscard]] Rates meanRates() const { return {way / seconds, turn / seconds}; }

  double seconds;
  DVec3 way;   ///< displacement from the first key to the second [m]
  DVec3 turn;  ///< rotation from the first key to the second, as a rotation vector [rad]
};

// Returns the time derivative of a rotation vector at which its rotation has the given angular velocity.
// Applies the inverse of the left Jacobian of the rotation group (Bullo and Murray 1995).
DVec3 rateOfRotationVector(const DVec3& rotation, const DVec3& angularVelocity) {
  const double angle = glm::length(rotation);
  // Series expansion for small angles, because the closed form cancels.
  const double c =
      angle < 0.01 ? 1.0 / 12.0 + angle * angle / 720.0 : (1.0 / angle - 0.5 / std::tan(0.5 * angle)) / angle;
  const DVec3 turned = glm::cross(rotation, angularVelocity);
  return angularVelocity - 0.5 * turned + c * glm::cross(rotation, turned);
}

/// Returns the monotone slope at a key: the parabola's slope through three keys, limited.
/// The limit keeps the cubics on both sides monotone. The slope is 0 at an extremum or beside a hold, and at
/// most three times the smaller of the mean slopes (Fritsch and Carlson 1980; this is the square in their
/// region, which is independent of the interval's other end). Where the keys change smoothly the parabola's
/// slope is unchanged.
double monotoneSlope(double before, double after, double weight) {
  if (!(before * after > 0.0)) return 0.0;
  const double most = 3.0 * std::min(std::abs(before), std::abs(after));
  return std::clamp(glm::mix(before, after, weight), -most, most);
}

DVec3 monotoneSlopes(const DVec3& before, const DVec3& after, double weight) {
  DVec3 slopes;
  for (int k = 0; k < 3; ++k) slopes[k] = monotoneSlope(before[k], after[k], weight);
  return slopes;
}

/// Returns the factor that limits an angular velocity so that the rotation stays within the interval's
/// bounds. A rotation vector that goes from 0 to `turn` as a cubic stays in the convex hull of its Bezier
/// control points. The inner two are `arm` and `turn - arm`, a third of the interval's length times the rate
/// away from the ends. If both lie in the balls of radius |turn| around 0 and around `turn`, the whole path
/// does. For a turn about a fixed axis this is the bound of monotoneSlope(). Rotations are no farther apart
/// than their vectors.
double maxRateFactor(const DVec3& turn, const DVec3& arm) {
  const double arm2 = glm::dot(arm, arm), along = glm::dot(arm, turn);
  if (arm2 == 0.0) return 1.0;
  if (along <= 0.0) return 0.0;
  return std::min({1.0, std::sqrt(glm::dot(turn, turn) / arm2), 2.0 * along / arm2});
}

/// Says on which sides key i has a neighbour without a jump in between.
struct KeyNeighbours {
  template <class Key>
  KeyNeighbours(const std::vector<Key>& keys, std::size_t i)
      : before(i > 0 && keys[i].time > keys[i - 1].time),
        after(i + 1 < keys.size() && keys[i + 1].time > keys[i].time) {}

  bool before, after;
};

// Returns the time derivative of the spline at key i.
// The rates are those of the parabola through three keys; for evenly spaced keys these are Catmull and Rom's
// (1974). They are limited so that neither interval overshoots. At the ends and beside a jump the rates are
// one-sided, so that two keys alone are a motion at constant rates.
Rates ratesAt(const std::vector<PoseKey>& keys, std::size_t i) {
  const KeyNeighbours has(keys, i);
  if (!has.before && !has.after) return {};
  if (!has.before) return Interval(keys[i], keys[i + 1]).meanRates();
  if (!has.after) return Interval(keys[i - 1], keys[i]).meanRates();
  const Interval before(keys[i - 1], keys[i]), after(keys[i], keys[i + 1]);
  const Rates ratesBefore = before.meanRates(), ratesAfter = after.meanRates();
  const double weight = before.seconds / (before.seconds + after.seconds);
  Rates rates{monotoneSlopes(ratesBefore.velocity, ratesAfter.velocity, weight)};
  const DVec3 turning = glm::mix(ratesBefore.angularVelocity, ratesAfter.angularVelocity, weight);
  const DVec3 armBefore = before.seconds / 3.0 * rateOfRotationVector(before.turn, turning);
  const DVec3 armAfter = after.seconds / 3.0 * turning;
  rates.angularVelocity =
      turning * std::min(maxRateFactor(before.turn, armBefore), maxRateFactor(after.turn, armAfter));
  return rates;
}

// Returns the time derivative of the spline through vectors at key i.
DVec3 rateAt(const std::vector<VectorKey>& keys, std::size_t i) {
  const auto mean = [&](std::size_t from) {
    return (DVec3(keys[from + 1].value) - DVec3(keys[from].value)) / (keys[from + 1].time - keys[from].time);
  };
  const KeyNeighbours has(keys, i);
  if (!has.before && !has.after) return DVec3(0.0);
  if (!has.before) return mean(i);
  if (!has.after) return mean(i - 1);
  const double before = keys[i].time - keys[i - 1].time, after = keys[i + 1].time - keys[i].time;
  return monotoneSlopes(mean(i - 1), mean(i), before / (before + after));
}

/// Evaluates the cubic Hermite spline from 0 to `whole` at u = 0 .. 1.
/// @param seconds           length of the interval [s]
/// @param rateFrom, rateTo  derivatives at its ends [1/s]
DVec3 covered(double u, double seconds, const DVec3& whole, const DVec3& rateFrom, const DVec3& rateTo) {
  const double u2 = u * u, u3 = u2 * u;
  return (u3 - 2.0 * u2 + u) * seconds * rateFrom + (3.0 * u2 - 2.0 * u3) * whole +
         (u3 - u2) * seconds * rateTo;
}

/// Returns the first key after a time.
template <class Key>
auto keyAfter(const std::vector<Key>& keys, double time) {
  return std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& k) { return t < k.time; });
}

/// Adds `way` to `a` and clamps to the interval of both values, so that rounding never leaves the interval.
Vec3 between(const Vec3& a, const Vec3& b, const DVec3& way) {
  return glm::clamp(a + Vec3(way), glm::min(a, b), glm::max(a, b));
}

}  // namespace

Pose interpolate(const std::vector<PoseKey>& keys, double time) {
  if (keys.empty()) return {};
  const auto next = keyAfter(keys, time);
  if (next == keys.begin()) return keys.front().pose;
  if (next == keys.end()) return keys.back().pose;

  const auto i = static_cast<std::size_t>(next - keys.begin()) - 1;
  const Pose &a = keys[i].pose, &b = keys[i + 1].pose;
  const Interval interval(keys[i], keys[i + 1]);
  const double u = (time - keys[i].time) / interval.seconds;
  const Rates start = ratesAt(keys, i), end = ratesAt(keys, i + 1);

  Pose pose;
  pose.position = between(a.position, b.position,
                          covered(u, interval.seconds, interval.way, start.velocity, end.velocity));
  // The rotation since key a as a rotation vector. At key a its derivative is the angular velocity; at key b
  // the Jacobian of the full turn applies.
  const Vec3 turn(covered(u, interval.seconds, interval.turn, start.angularVelocity,
                          rateOfRotationVector(interval.turn, end.angularVelocity)));
  pose.orientation = turnedBy(a.orientation, turn);
  return pose;
}

Vec3 interpolate(const std::vector<VectorKey>& keys, double time) {
  if (keys.empty()) return Vec3(0.f);
  const auto next = keyAfter(keys, time);
  if (next == keys.begin()) return keys.front().value;
  if (next == keys.end()) return keys.back().value;
  const auto i = static_cast<std::size_t>(next - keys.begin()) - 1;
  const VectorKey &a = keys[i], &b = keys[i + 1];
  const double seconds = b.time - a.time;
  return between(a.value, b.value,
                 covered((time - a.time) / seconds, seconds, DVec3(b.value) - DVec3(a.value), rateAt(keys, i),
                         rateAt(keys, i + 1)));
}

bool jumpsWithin(const std::vector<PoseKey>& keys, double from, double to) {
  const auto first = keyAfter(keys, from), last = keyAfter(keys, to);
  return std::adjacent_find(first, last,
                            [](const PoseKey& a, const PoseKey& b) { return a.time == b.time; }) != last;
}

Pose poseBeforeMotion(const std::vector<PoseKey>& keys, double from, double to) {
  Pose pose = interpolate(keys, from);
  const auto end = keyAfter(keys, to);
  for (auto b = keyAfter(keys, from); b != end; ++b) {
    if (b + 1 == end || b->time < (b + 1)->time) continue;
    const Pose &left = b->pose, &reached = (b + 1)->pose;
    pose.position += reached.position - left.position;
    pose.orientation =
        glm::normalize(reached.orientation * glm::conjugate(left.orientation) * pose.orientation);
  }
  return pose;
}

}  // namespace ooze
