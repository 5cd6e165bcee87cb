// Mouse grab constraint for liquid: holds particles and carries them about.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

/// Pulls each grabbed particle to its target position by a critically damped spring, and cancels the
/// particle's weight. The spring force is limited to that of kReach interaction radii, so that a fast mouse
/// movement does not tear the liquid apart.
class GrabConstraint {
 public:
  static constexpr float kRate = 30.f;   ///< natural frequency of the spring [1/s]
  static constexpr float kReach = 16.f;  ///< largest offset that pulls a particle [interaction radii]

  /// Grabs the particles within `radius` of `centre` [m], and releases the particles grabbed before.
  void grab(const Particles& particles, const Vec3& centre, float radius);
  void carry(const Vec3& centre) { centre_ = centre; }
  [[nodiscard]] bool empty() const { return ids_.empty(); }

  /// Applies the springs to the velocities of the grabbed particles for one step. The integration is
  /// implicit, hence stable at any dt.
  /// @param gravity  acceleration that the step will add to velocities [m/s^2]
  /// @param h        interaction radius [m]
  void pull(float dt, const Vec3& gravity, float h, Method& method, const Threads& threads);
  /// Returns an upper bound for the speed that the springs give any particle at its present offset [m/s].
  [[nodiscard]] float fastest(const Particles& particles, float h, const Threads& threads) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that no grab of these particles gives
  void restore(ByteReader& in, const Particles& particles);

 private:
  [[nodiscard]] std::optional<Vec3> placeOf(std::uint32_t id) const;

  Vec3 centre_{0.f};                ///< moving point from which the offsets of grabbed particles count [m]
  std::vector<std::uint32_t> ids_;  ///< ids of grabbed particles, ascending; some may have left the world
  /// Target offset of each grabbed particle from centre_, in the order of ids_ [m].
  std::vector<Vec3> offsets_;
};

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
