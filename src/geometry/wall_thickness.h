// Thickness of a mesh's walls: a survey of the mesh, and a distance grid in which thin walls act thicker.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/base/threads.h"

#include "geometry/distance_grid.h"
#include "geometry/triangle_tree.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// The share of a mesh's surface that belongs to walls thinner than a limit. Rods and sharp edges are no
/// walls.
struct WallSurvey {
  double thin = 0;       ///< share of walls thinner than the limit [1]
  double veryThin = 0;   ///< share of walls thinner than a quarter of the limit [1]
  float thinnest = 0.f;  ///< thickness below which a twentieth of the thin walls lies [m]
};

/// Measures the thickness of walls at points spread evenly over the surface.
/// @param limit  thickness from which a wall is thick [m]
WallSurvey surveyWalls(const Mesh& mesh, const TriangleTree& tree, float limit);

/// Subtracts from each sample half of the thickness that the wall at the nearest surface lacks. A thin wall
/// thus acts as thick as `least` about its middle, an open sheet too, and thick parts keep their surface.
/// Between thin and thick parts the shift changes by at most half of the way.
/// @param isSheet    open triangles of the mesh, as in SidedMesh
/// @param least      thickness that walls have at least [m]
/// @param distances  signed distances of all samples [m]
/// @throws Cancelled if `work` was cancelled
void thickenWalls(const TriangleTree& tree, const std::vector<std::uint8_t>& isSheet,
                  const GridLayout& layout, float least, const Threads& threads,
                  std::vector<float>& distances, const CancellationToken* work = nullptr);

}  // namespace ooze
