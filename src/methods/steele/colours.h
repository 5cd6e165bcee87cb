// Diffusion of colour between particles in contact, as in stirred paint.
#pragma once

#include "ooze/particles/particles.h"

#include "methods/steele/pairs.h"

#include <cstdint>
#include <vector>

namespace ooze::steele {

/// Converts a colour 0xAABBGGRR to red, green and blue reflectance [1], without a change of transfer
/// function.
Vec3 pigmentOf(std::uint32_t colour);
/// Converts reflectance back to a colour, with the alpha of `before`.
std::uint32_t colourOf(const Vec3& pigment, std::uint32_t before);

/// Mixes the colours of neighbouring particles. Departs from Steele et al. 2004, where colours mix in the
/// rendered picture only. Every particle approaches the mean of its neighbours at a given rate. All updates
/// read one state (Jacobi), and the sum of each pigment is conserved.
class AdhesionColours {
 public:
  /// Advances the mixing by dt [s].
  /// @param reach  distance within which neighbours mix [m]
  /// @param rate  rate at which a particle approaches the mean of its neighbours [1/s]
  void mix(const PairLiquid& liquid, float reach, const PairValue& rate, float dt, Vec3Array& pigment,
           const Threads& threads);

 private:
  Vec3Array gained_;
};

}  // namespace ooze::steele
