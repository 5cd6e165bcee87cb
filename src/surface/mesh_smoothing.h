// A mesh drawn to the mean of itself, where many particles lie beneath.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/contact_lines.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Loeschner, Boettcher, Jeske and Bender 2023, "Weighted Laplacian smoothing for surface reconstruction of
/// particle-based fluids": in each round a vertex goes to the mean of its neighbours by a weight that is 1 in
/// the thick of the liquid and 0 on a drop of a few particles. Keeps its memory.
class MeshSmoothing {
 public:
  struct Rounds {
    int positions, normals;
    float cell;      ///< side of a cube from which the mesh comes, in units of positions
    float farthest;  ///< that the whole surface may move to keep its volume, in units of positions
  };
  /// Moves vertices and makes their normals anew.
  /// @param mesh      closed and manifold, with the normals of the field
  /// @param weights   0 .. 1, of each vertex; with 0 it stays, and so does its normal
  /// @param standing  of each vertex, or empty: a contact line follows the free surface alone
  void apply(SurfaceMesh& mesh, const std::vector<float>& weights, const std::vector<Standing>& standing,
             Rounds rounds, const Threads& threads);
  /// Round a vertex of the last mesh; on a contact line the vertex itself stands in for some.
  [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const {
    return {after_.data() + first_[vertex], after_.data() + first_[vertex + 1]};
  }

 private:
  /// The triangles round each vertex, by what comes after it and before it. On a contact line the vertex
  /// itself takes the place of what lies against the wall.
  void findRings(const SurfaceMesh& mesh, const std::vector<Standing>& standing);
  /// Which part of its weight each vertex takes in a round, so that all of the surface is smoothed at one
  /// pace.
  void findPace(const SurfaceMesh& mesh, const std::vector<float>& weights, float cell,
                const Threads& threads);
  /// So many rounds on points of any kind. What they become is in `points`.
  void smooth(std::vector<Vec3>& points, const std::vector<float>& weights, int rounds,
              const Threads& threads);
  void smoothPositions(SurfaceMesh& mesh, int rounds, const Threads& threads);
  struct Extent {
    double volume;  ///< enclosed, of a mesh near its first vertex
    double area;    ///< weighted
  };
  Extent measure(const SurfaceMesh& mesh, const std::vector<float>& weights, const Threads& threads);
  /// Moves the mesh along its normals, as far as vertices take part at all.
  void giveBackVolume(SurfaceMesh& mesh, const std::vector<float>& weights, double volume, float farthest,
                      const Threads& threads);
  /// Of the triangles, where the weight is 1; where it is 0 they stay those of the field.
  void makeNormals(SurfaceMesh& mesh, const std::vector<float>& weights, const Threads& threads);

  std::vector<std::uint32_t> first_;           ///< of each vertex in the rings, and where they end
  std::vector<std::uint32_t> after_, before_;  ///< around each vertex
  std::vector<float> pace_;
  std::vector<Vec3> other_;      ///< the next round's
  std::vector<Extent> extents_;  ///< of chunks
  std::vector<Vec3> moved_;      ///< how far each vertex went
};

}  // namespace ooze::surface
