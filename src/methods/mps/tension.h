// Surface tension as an explicit pair force, in place of the curvature force of Premoze et al. 2003, eq. 9.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"

#include <span>

namespace ooze::mps {

/// Adds the surface tension force: pairs within the kernel radius attract each other by C (q - 1) (r_e - q),
/// and repel each other below one spacing (Kondo et al. 2007).
/// Departs from Premoze et al. 2003, eq. 34 to 39, where a curvature is estimated by counting neighbours and
/// pushes surface particles along a normal. Such a count is noisy at the size of a drop, and the pushes do
/// not sum to zero, so a drop at rest would drift away. C is calibrated so that a unit of new surface on the
/// lattice of rest takes twice sigma (Kondo et al.). Linear and angular momentum are conserved. A pair of two
/// liquids has the lesser sigma. Solids attract liquid half as strongly as liquid attracts itself, which
/// gives a contact angle of 90 degrees.
/// @param sigma  surface tension per point [N/m]
/// @param force  force per point, added to [N]
void addTension(const PointSet& points, std::span<const float> sigma, float spacing, Vec3Array& force,
                const Threads& threads);

/// Returns the energy of a new surface of one spacing squared on the lattice, for C = 1 [spacings^3].
/// Determines C; also used by tests.
double tensionEnergy();

}  // namespace ooze::mps
