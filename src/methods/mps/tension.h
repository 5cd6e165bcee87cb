// Surface tension: an explicit force of Premoze et al. 2003, eq. 9.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"

#include <span>

namespace ooze::mps {

/// Departs from Premoze et al. 2003, eq. 34 to 39, where a curvature is counted from neighbours and pushes
/// surface particles along a normal: a count is noise at the size of a drop, and such pushes add up to no
/// zero, so that a drop at rest would fly off. Here pairs draw each other on, as far as they see each other,
/// by C (q - 1) (r_e - q): what that gives for a unit of new surface on the lattice of rest is twice sigma
/// (Kondo et al.'s calibration). Momentum is kept, also in turning. A pair of two liquids has the lesser of
/// both, and solids draw liquid half as much as it draws itself: it meets them at a right angle.
/// @param sigma  by point [N/m]
/// @param force  per point, in which it is added up [N]
void addTension(const Points& points, std::span<const float> sigma, float spacing, Vec3Array& force,
                const Threads& threads);

/// The energy that an area of one spacing squared of new surface takes on the lattice, of C = 1: for tests,
/// and for what C is [spacings^3].
double tensionEnergy();

}  // namespace ooze::mps
