// Weighted Laplacian smoothing of the surface mesh, and of the border between two liquids along their common
// surface.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/contact_lines.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Weighted Laplacian smoothing of vertices and normals.
/// Source: Loeschner, Boettcher, Jeske and Bender 2023, "Weighted Laplacian smoothing for surface
/// reconstruction of particle-based fluids". In each round a vertex moves towards the mean of its neighbours.
/// The weight is 1 deep in the liquid and falls to 0 on drops of a few particles, which therefore do not
/// shrink. Buffers are reused.
class MeshSmoothing {
 public:
  struct Rounds {
    int positions, normals;
    float cell;      ///< side of a marching-cubes cell, in units of positions
    float farthest;  ///< largest offset of the whole surface that restores its volume, in units of positions
  };
  /// Moves the vertices and recomputes their normals.
  /// @param mesh      closed and manifold, with the normals of the field
  /// @param weights   smoothing weight of each vertex, 0 .. 1; with 0 the vertex and its normal stay as they
  /// are
  /// @param offsets   distance by which each vertex lies too far inside, or empty (volume_offset.h). Vertices
  /// first move outwards by these distances, smoothed like the normals; none moves inwards.
  /// @param standing  class of each vertex, or empty: contact lines follow the free surface only
  void apply(SurfaceMesh& mesh, const std::vector<float>& weights, const std::vector<float>& offsets,
             const std::vector<VertexContact>& standing, Rounds rounds, const Threads& threads);
  /// Returns the neighbours of a vertex of the last mesh. On a contact line the vertex itself replaces some
  /// neighbours.
  [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const {
    return {after_.data() + first_[vertex], after_.data() + first_[vertex + 1]};
  }

 private:
  /// Collects the one-ring of each vertex: the next and the previous vertex in each of its triangles.
  /// On a contact line the vertex itself replaces the neighbours that lie against the wall.
  void findRings(const SurfaceMesh& mesh, const std::vector<VertexContact>& standing);
  /// Computes the step size of each vertex per round, so that the whole surface is smoothed at the same rate.
  void findPace(const SurfaceMesh& mesh, const std::vector<float>& weights, float cell,
                const Threads& threads);
  /// Applies rounds of Laplacian smoothing to any per-vertex vectors, in place.
  void smooth(std::vector<Vec3>& points, const std::vector<float>& weights, int rounds,
              const Threads& threads);
  void moveOutwards(SurfaceMesh& mesh, const std::vector<float>& weights, const std::vector<float>& offsets,
                    int rounds, const Threads& threads);
  void smoothPositions(SurfaceMesh& mesh, int rounds, const Threads& threads);
  struct MeshSize {
    double volume;  ///< enclosed volume, computed relative to the first vertex
    double area;    ///< area of the triangles, weighted with the smoothing weights
  };
  MeshSize measure(const SurfaceMesh& mesh, const std::vector<float>& weights, const Threads& threads);
  /// Restores the volume by an offset along the normals, scaled with the weight of each vertex.
  void giveBackVolume(SurfaceMesh& mesh, const std::vector<float>& weights, double volume, float farthest,
                      const Threads& threads);
  /// Blends between the normals of the field (weight 0) and of the triangles (weight 1).
  void makeNormals(SurfaceMesh& mesh, const std::vector<float>& weights, const Threads& threads);

  std::vector<std::uint32_t> first_;           ///< first ring entry of each vertex, and the end
  std::vector<std::uint32_t> after_, before_;  ///< next and previous neighbours around each vertex
  std::vector<float> pace_;
  std::vector<Vec3> other_;        ///< positions after a round of smoothing
  std::vector<MeshSize> extents_;  ///< partial sums, one entry for each parallel chunk
  std::vector<Vec3> moved_;        ///< displacement of each vertex
};

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
