// The border of two liquids on their surface, made as smooth as the surface itself.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/mesh_smoothing.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Where liquids meet, single particles make the border crooked, and it was found before the mesh was
/// smoothed. Which liquid leads, and by how much, goes to the mean of the neighbours, round after round.
/// Keeps its memory.
class BorderSmoothing {
 public:
  /// @param mesh  knows who neighbours whom
  void apply(std::vector<LiquidsHere>& liquids, const MeshSmoothing& mesh, int rounds,
             const Threads& threads);

 private:
  /// A vertex at which there are two liquids, of which it always keeps some.
  struct Place {
    std::uint32_t vertex;
    float share;  ///< of its first liquid in the next round
  };
  std::vector<Place> places_;
};

}  // namespace ooze::surface
