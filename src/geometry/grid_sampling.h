// Fills a grid with the signed distances of a triangle mesh.
#pragma once

#include "ooze/base/long_work.h"
#include "ooze/base/threads.h"

#include "geometry/distance_grid.h"
#include "geometry/triangle_tree.h"

#include <vector>

namespace ooze {

/// Signed distances at every sample of the layout [m], the same bits at any number of threads. A point counts
/// as inside where the winding number is beyond one half either way, so a mesh that is inside out is mended;
/// nothing outside the mesh's box is inside. Where holes leave no triangle between inside and outside, the
/// surface on which the winding number is one half closes them.
/// @throws Cancelled
std::vector<float> sampleSignedDistances(const TriangleTree& tree, const GridLayout& layout,
                                         const Threads& threads, LongWork* work = nullptr);

}  // namespace ooze
