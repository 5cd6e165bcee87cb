// Computes the signed distance field of a triangle mesh on a grid.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/base/threads.h"

#include "geometry/distance_grid.h"
#include "geometry/triangle_tree.h"

#include <vector>

namespace ooze {

/// Computes the signed distance at every sample of the layout [m], with the same bits at any number of
/// threads. A point counts as inside if the absolute winding number exceeds one half, so a mesh that is
/// inside out is repaired. Nothing outside the mesh's bounding box is inside. Where holes leave no triangle
/// between inside and outside, the surface of winding number one half closes them.
/// @param work  reports progress and allows cancellation; may be null
/// @throws Cancelled if `work` was cancelled
std::vector<float> sampleSignedDistances(const TriangleTree& tree, const GridLayout& layout,
                                         const Threads& threads, CancellationToken* work = nullptr);

}  // namespace ooze
