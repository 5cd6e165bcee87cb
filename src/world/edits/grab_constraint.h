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
  static constexpr float kRate = 12.f;   ///< natural frequency of the spring [1/s]
  static constexpr float kReach = 40.f;  ///< largest offset that pulls a particle [interaction radii]

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

}  // namespace ooze
