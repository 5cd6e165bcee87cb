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
  /// @param radius        [m]
  /// @param acceleration  away from the place; below 0 towards it [m/s^2]
  Push(const Vec3& place, float radius, float acceleration)
      : place_(place), radius_(radius), acceleration_(acceleration) {}

  [[nodiscard]] bool empty() const { return acceleration_ == 0.f; }
  /// Applies the push to the velocities of liquid and dynamic bodies for one step.
  /// @param limit  the push raises no speed above this [m/s]
  void act(float dt, float limit, Method& method, Bodies& bodies, const Threads& threads) const;
  /// Returns an upper bound for the speed that an object gains from the push in this time [m/s].
  [[nodiscard]] float gain(float seconds) const;
  [[nodiscard]] float strength() const;  ///< [m/s^2]

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that no command could have set
  void restore(ByteReader& in);

 private:
  [[nodiscard]] Vec3 at(const Vec3& offset, float distance) const;

  Vec3 place_{0.f};           ///< [m]
  float radius_ = 1.f;        ///< [m]
  float acceleration_ = 0.f;  ///< [m/s^2]
};

}  // namespace ooze
