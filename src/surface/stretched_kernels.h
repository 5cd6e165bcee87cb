// How particles pull at the tracked surface: stretched along their motion.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <span>

namespace ooze::surface {

/// Premoze et al. 2003, section 3: the force F = T + sum of w_i f_i (eq. 30) with f = 1 / (1 + (d / r)^2)
/// (eq. 31, k = 2), where F > 0 lies in the liquid. Lengths in any one unit.
struct PullSettings {
  float radius = 0.f;  ///< r, of every particle
  /// d from which on a particle pulls no more, as the sum of a tail of 1 / d^2 would grow with the liquid. f
  /// goes to 0 there by a factor (1 - (d / cutOff)^2)^2: a step would be seen on the surface.
  float cutOff = 0.f;
  float threshold = -2.f;  ///< T
  float loneWeight = 1.f;  ///< w of a particle without company, or else that over the crowd at its place
  float fastest = 0.f;     ///< s_max: what moves so fast is stretched in full [m/s]

  /// Eq. 32 makes lengths along the motion count by half where it is fastest.
  [[nodiscard]] float reach() const { return 2.f * cutOff; }
  /// Of computePull().
  [[nodiscard]] float sharpness() const { return cutOff * cutOff / (radius * radius); }
};

inline constexpr float kSettledSpacing = 0.38f;  ///< of particles, over the interaction radius

/// With these a pool's top lies half a spacing above its particles, a sheet of one layer is 1.3 spacings
/// thick, and a lone particle is a drop of twice its own volume.
///
/// Departs from Premoze et al. 2003, eqs. 30 and 31. With T = -2, r half a spacing and all weights 1 the
/// surface lies 0.6 spacings farther out, and yet a thread of single particles (F = -0.5 on it) and a lone
/// one (F = -1) have none. Here f is wider and falls to 0 sooner, T is -1, and each particle's weight goes
/// with the room that it has: so liquid of any density comes out as thick as it is.
/// @param h  the interaction radius [m]
[[nodiscard]] PullSettings pullOf(float h);

/// F at x, by looking at every particle: as the measure of computePull().
/// @param velocities  of the particles [m/s]; empty: none is stretched
/// @param weights     w of each; empty: 1
[[nodiscard]] float pullAt(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                           std::span<const float> weights, const PullSettings& settings, const Vec3& x);

/// Keeps its memory.
class StretchedKernels {
 public:
  /// For computePull().
  /// @param velocities  in the order in which positions were given; may be empty
  /// @param crowd       at the sorted particles (ParticleSmoothing::crowd())
  /// @param settings    lengths in cells
  const KernelShapes& of(const LatticeParticles& particles, std::span<const Vec3> velocities,
                         std::span<const float> crowd, const PullSettings& settings, const Threads& threads);

 private:
  KernelShapes shapes_;
};

}  // namespace ooze::surface
