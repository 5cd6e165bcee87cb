// Detection of surface particles (Steele et al. 2004, rendering).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Ratio n_n / n_c deep inside a uniform liquid, for a cone of 10 degrees: (1 - sin) / (1 + sin).
inline constexpr float kDeepRatio = 0.704f;

/// Sets `exposure` to 1 - (n_n / n_c) / kDeepRatio, from 0 deep inside to 1 at the surface. n_n is the number
/// of neighbours within `reach` [m] that lie on the side away from the centroid, by more than 10 degrees. n_c
/// is the number of all others, including the particle itself.
void classifySurface(const PairLiquid& liquid, float reach, std::vector<float>& exposure,
                     const Threads& threads);

}  // namespace ooze::steele
