// A hand that holds some of the liquid and carries it about.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

/// Each particle held is drawn to its place in the hand by a critically damped spring, and does not feel its
/// weight. A particle that is far from its place is drawn as if it were kReach interaction radii away, so
/// that a hand that is moved with a jerk tears nothing apart.
class Hand {
 public:
  static constexpr float kRate = 12.f;   ///< of the spring [1/s]
  static constexpr float kReach = 40.f;  ///< [h]

  /// Takes the particles within `radius` of `centre` [m], in place of those that it held.
  void grab(const Particles& particles, const Vec3& centre, float radius);
  void carry(const Vec3& centre) { centre_ = centre; }
  [[nodiscard]] bool empty() const { return ids_.empty(); }

  /// Changes the velocities of what is held by what the spring does in this step. Implicit, hence stable at
  /// any dt.
  /// @param gravity  that the step will add to velocities [m/s^2]
  /// @param h        interaction radius [m]
  void pull(float dt, const Vec3& gravity, float h, Method& method, const Threads& threads);
  /// What is held comes to no higher speed by the hand alone, as far as it is from its place now [m/s].
  [[nodiscard]] float fastest(const Particles& particles, float h, const Threads& threads) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold what no grab could have taken of these particles
  void restore(ByteReader& in, const Particles& particles);

 private:
  [[nodiscard]] std::optional<Vec3> placeOf(std::uint32_t id) const;

  Vec3 centre_{0.f};                ///< [m]
  std::vector<std::uint32_t> ids_;  ///< ascending; some may have left the world
  std::vector<Vec3> offsets_;       ///< of each from the centre [m]
};

}  // namespace ooze
