// A breath that pushes liquid and bodies away from a place, or draws them to it.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

namespace ooze {

/// An acceleration along the line from a place, full near it and falling off smoothly to nothing at the
/// radius; right at the place, where that line has no direction, there is none.
class Push {
 public:
  Push() = default;
  /// @param radius        [m]
  /// @param acceleration  away from the place; below 0 towards it [m/s^2]
  Push(const Vec3& place, float radius, float acceleration)
      : place_(place), radius_(radius), acceleration_(acceleration) {}

  [[nodiscard]] bool empty() const { return acceleration_ == 0.f; }
  /// Changes the velocities of liquid and of dynamic bodies by what it does in this step.
  /// @param limit  it speeds nothing up beyond this [m/s]
  void act(float dt, float limit, Method& method, Bodies& bodies, const Threads& threads) const;
  /// The most speed that something gains by it over this time [m/s].
  [[nodiscard]] float gain(float seconds) const;
  [[nodiscard]] float strength() const;  ///< [m/s^2]

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold what no command could have set
  void restore(ByteReader& in);

 private:
  [[nodiscard]] Vec3 at(const Vec3& offset, float distance) const;

  Vec3 place_{0.f};           ///< [m]
  float radius_ = 1.f;        ///< [m]
  float acceleration_ = 0.f;  ///< [m/s^2]
};

}  // namespace ooze
