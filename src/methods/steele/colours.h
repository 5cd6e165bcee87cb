// Particles in contact take on each other's colour, as paints that are stirred.
#pragma once

#include "ooze/particles/particles.h"

#include "methods/steele/pairs.h"

#include <cstdint>
#include <vector>

namespace ooze::steele {

/// Light that a colour throws back: red, green, blue [1], each as 0xAABBGGRR stores it.
Vec3 pigmentOf(std::uint32_t colour);
/// The colour of such a pigment, with the alpha of `before`.
std::uint32_t colourOf(const Vec3& pigment, std::uint32_t before);

/// Departs from Steele et al. 2004, where colours mix in the picture only. Every particle takes on the mean
/// of those within two contact distances at a rate, all from one state; the sum of each pigment is kept.
class ColourMixing {
 public:
  /// @param reach  neighbours nearer than this mix [m] @param rate  [1/s]
  void mix(const Liquid& liquid, float reach, const PairValue& rate, float dt, Vec3Array& pigment,
           const Threads& threads);

 private:
  Vec3Array gained_;
};

}  // namespace ooze::steele
