// Anisotropic kernels of the tracked surface, stretched along each particle's motion.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <span>

namespace ooze::surface {

/// Parameters of the force F = T + sum of w_i f_i (eq. 30) of Premoze et al. 2003, section 3.
/// The kernel is f = 1 / (1 + (d / r)^2) (eq. 31, k = 2), and F > 0 in the liquid. All lengths share any
/// unit.
struct AttractionSettings {
  float radius = 0.f;  ///< length r of the kernel, the same for every particle
  /// Distance d beyond which a kernel is 0; a tail of 1 / d^2 would sum up with the amount of liquid.
  /// The factor (1 - (d / cutOff)^2)^2 makes f fall smoothly to 0, because a step would show on the surface.
  float cutOff = 0.f;
  float threshold = -2.f;  ///< constant T of the force (eq. 30)
  float loneWeight = 1.f;  ///< weight of an isolated particle; others get this over their kernel sum
  float fastest = 0.f;     ///< s_max: speed from which the stretching is at its maximum [m/s]

  /// Returns the largest reach of a kernel: by eq. 32, lengths along the fastest motion count by half.
  [[nodiscard]] float reach() const { return 2.f * cutOff; }
  /// Returns the parameter `sharpness` of computeAttraction().
  [[nodiscard]] float sharpness() const { return cutOff * cutOff / (radius * radius); }
};

inline constexpr float kSettledSpacing = 0.38f;  ///< spacing at rest over the interaction radius

/// Returns the settings for an interaction radius.
/// With these settings the top of a pool lies half a spacing above its particles, a sheet of one layer is 1.3
/// spacings thick, and an isolated particle is a drop of twice its own volume.
///
/// Departs from Premoze et al. 2003, eqs. 30 and 31. With T = -2, r half a spacing and all weights 1 the
/// surface lies 0.6 spacings farther out; yet a thread of single particles (F = -0.5 on the thread) and an
/// isolated particle (F = -1) have no surface. Here f is wider and falls to 0 sooner, T is -1, and a
/// particle's weight is proportional to its volume. Liquid of any density is therefore drawn with its true
/// thickness.
/// @param h  the interaction radius [m]
[[nodiscard]] AttractionSettings makeAttractionSettings(float h);

/// Computes F at x by visiting every particle: the reference for computeAttraction().
/// @param velocities  velocity of each particle [m/s]; empty: no stretching
/// @param weights     weight w of each particle; empty: 1
[[nodiscard]] float attractionAt(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                                 std::span<const float> weights, const AttractionSettings& settings,
                                 const Vec3& x);

/// Computes the kernel shapes of the tracked surface. Buffers are reused.
class VelocityAlignedKernels {
 public:
  /// Returns the kernel shapes for computeAttraction().
  /// @param velocities  velocity of each particle, in the order of the given positions; may be empty
  /// @param crowd       kernel sum of each sorted particle (ParticleSmoothing::kernelSum())
  /// @param settings    parameters of the force, with lengths in cells
  const KernelShapes& of(const LatticeParticles& particles, std::span<const Vec3> velocities,
                         std::span<const float> kernelSum, const AttractionSettings& settings,
                         const Threads& threads);

 private:
  KernelShapes shapes_;
};

}  // namespace ooze::surface
