// Radial push: accelerates liquid and bodies away from a point, or towards the point.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

namespace ooze {

/// Radial acceleration field around a point. The acceleration is full near the centre and falls smoothly to 0
/// at the radius. At the very centre, where the direction is undefined, the acceleration is 0.
class Push {
 public:
  Push() = default;
  /// @param radius        distance from the place at which the push falls to 0 [m]
  /// @param acceleration  largest acceleration, away from the place; negative: towards the place [m/s^2]
  Push(const Vec3& place, float radius, float acceleration)
      : place_(place), radius_(radius), acceleration_(acceleration) {}

  [[nodiscard]] bool empty() const { return acceleration_ == 0.f; }
  /// Applies the push to the velocities of liquid and dynamic bodies for one step.
  /// @param limit  the push raises no speed above this [m/s]
  void act(float dt, float limit, Method& method, Bodies& bodies, const Threads& threads) const;
  /// Returns an upper bound for the speed that an object gains from the push in this time [m/s].
  [[nodiscard]] float gain(float seconds) const;
  [[nodiscard]] float strength() const;  ///< largest acceleration of the field, without sign [m/s^2]

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that no command could have set
  void restore(ByteReader& in);

 private:
  [[nodiscard]] Vec3 at(const Vec3& offset, float distance) const;

  Vec3 place_{0.f};           ///< centre of the push [m]
  float radius_ = 1.f;        ///< distance from the centre at which the push falls to 0 [m]
  float acceleration_ = 0.f;  ///< acceleration away from the centre; negative: towards it; 0: no push [m/s^2]
};

}  // namespace ooze
