// Offset of the surface where particles are closer than at rest, so that the surface encloses their volume.
#pragma once

#include "ooze/base/threads.h"

#include <vector>

namespace ooze::surface {

/// Computes how far each vertex must move outwards so that the half ball behind the vertex has room for the
/// volume of the particles there; negative where the half ball is not full.
///
/// The field normalizes each particle by the kernel sum at its place, so the isosurface follows the outermost
/// particles and does not depend on their density. But the outermost layers of settled liquid are a fifth to
/// a half denser than the liquid inside, because neighbours press from one side only. The isosurface does not
/// enclose that volume. The particles in front of a vertex do not count, so bubbles and gaps do not close.
/// @param fillRatio  VertexAttributes::fillRatio()
/// @param h          interaction radius, the unit of the offsets
/// @param offsets    the result
void findVolumeOffsets(const std::vector<float>& fillRatio, float h, const Threads& threads,
                       std::vector<float>& offsets);

}  // namespace ooze::surface
