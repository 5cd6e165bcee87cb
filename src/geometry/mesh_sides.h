// Sides of a mesh's triangles: the repair of their orientation, and the parts of the mesh that are open
// sheets.
#pragma once

#include "ooze/geometry/mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// A mesh whose triangles face outward, as far as that is defined.
struct SidedMesh {
  Mesh mesh;               ///< vertices of the input, with some triangles turned
  std::size_t turned = 0;  ///< number of triangles that were turned
  /// One value per triangle: nonzero for a triangle of an open part. Empty if there are none.
  std::vector<std::uint8_t> isSheet;
};

/// Turns triangles so that all triangles of a connected part face the same way, and the part faces outward.
///
/// Parts whose triangles agree keep their sides: a part that faces inward within another one is a cavity. In
/// a part with turned triangles the smaller area is turned. Where both areas are alike, and where a closed
/// part faces inward though no other part surrounds it, the winding number of the other parts decides
/// (Jacobson et al. 2013): inside an even number of them the part faces outward, else inward. A mesh of loose
/// triangles stays as it is.
/// @param mesh     well formed (requireSound())
/// @param opening  least width of an opening that makes a part a sheet; narrower holes count as damage.
///                 Infinity: no part is a sheet [m]
SidedMesh findSides(const Mesh& mesh, float opening);

/// Returns the volume that the triangles enclose by the divergence theorem; parts that overlap count twice
/// [m^3].
/// @param isSheet  triangles to leave out, as in SidedMesh
double enclosedVolume(const Mesh& mesh, const std::vector<std::uint8_t>& isSheet = {});

}  // namespace ooze
