// Smooths the border between two liquids along their common surface.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/mesh_smoothing.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Laplacian smoothing of the liquid shares at the vertices.
/// Single particles make the border between two liquids jagged, and the border was computed before the mesh
/// was smoothed. Each round replaces a vertex's share by the mean over its neighbours. Buffers are reused.
class BorderSmoothing {
 public:
  /// Runs the smoothing rounds.
  /// @param mesh  provides the neighbours of each vertex
  void apply(std::vector<VertexLiquids>& liquids, const MeshSmoothing& mesh, int rounds,
             const Threads& threads);

 private:
  /// A vertex with two liquids. Both liquids keep a positive share throughout.
  struct SharedVertex {
    std::uint32_t vertex;
    float share;  ///< share of the vertex's first liquid in the next round
  };
  std::vector<SharedVertex> places_;
};

}  // namespace ooze::surface
