// Which particles lie at the surface (Steele et al. 2004, rendering).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Share of neighbours on the side of the surface that an even liquid has deep inside, for a cone of 10
/// degrees: (1 - sin) / (1 + sin).
inline constexpr float kDeepRatio = 0.704f;

/// Sets `exposure` to 1 - n_n / n_c over kDeepRatio, from 0 deep inside to 1 at the surface: n_n neighbours
/// within `reach` [m] lie to the side away from the centroid of all, by more than 10 degrees, and n_c, with
/// the particle itself, do not.
void classifySurface(const Liquid& liquid, float reach, std::vector<float>& exposure, const Threads& threads);

}  // namespace ooze::steele
