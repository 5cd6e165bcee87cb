// Surface tension as an explicit pair force, in place of the curvature force of Premoze et al. 2003, eq. 9.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"

#include <span>

namespace ooze::mps {

/// Surface tension of settled liquid over that of a cut through the lattice. The attraction draws the
/// outermost layers together, so more pairs cross a new surface. The value is that of Laplace's pressure and
/// of Rayleigh's periods in drops of 6 and 10 spacings, within a tenth.
inline constexpr double kSurfaceExcess = 3.1;

/// Adds the surface tension force: pairs within the kernel radius attract each other by C (q - 1) (r_e - q),
/// and repel each other below one spacing (Kondo et al. 2007).
/// Departs from Premoze et al. 2003, eq. 34 to 39, where a curvature is estimated by counting neighbours and
/// pushes surface particles along a normal. Such a count is noisy at the size of a drop, and the pushes do
/// not sum to zero, so a drop at rest would drift away. C follows from the energy of a new surface on the
/// lattice of rest, twice sigma (Kondo et al.), and a measured factor for settled liquid. Linear and angular
/// momentum are conserved. Two liquids attract each other so far that the tension of their border is the
/// difference of both sigma (Antonow's rule). The border has no excess, since pressure on both sides keeps
/// its layers apart: A_12 = (A_1 + A_2 - |sigma_1 - sigma_2|) / 2, at least 0, with A = sigma /
/// kSurfaceExcess. Solids attract liquid half as strongly as liquid attracts itself, which gives a contact
/// angle of 90 degrees.
/// @param sigma  surface tension per point [N/m]
/// @param force     force per point, added to [N]
/// @param cohesion  written per liquid point: the pressure with which the attraction holds the liquid
/// together
///                  [Pa], the virial of the pair forces -sum r_ij F_ij / (6 V). Inside liquid at rest it is a
///                  constant of the material, Laplace's intrinsic pressure
void addTension(const PointSet& points, std::span<const float> sigma, float spacing, Vec3Array& force,
                std::vector<float>& cohesion, const Threads& threads);

/// Returns the energy of a new surface of one spacing squared on the lattice, for C = 1 [spacings^3].
/// Determines C; also used by tests.
double tensionEnergy();

}  // namespace ooze::mps
