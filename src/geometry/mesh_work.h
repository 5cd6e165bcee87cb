// Mesh operations inside the library: validity checks, and long work with progress and cancellation.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"

#include <filesystem>
#include <memory>
#include <string>

namespace ooze {

/// Loads a mesh like loadMesh(path).
/// @throws Cancelled if `work` was cancelled
Mesh loadMesh(const std::filesystem::path& path, CancellationToken& work);

/// Says for which use a mesh is sampled.
struct MeshSampling {
  float cell = 0.f;                     ///< grid spacing; thin walls get a finer one, down to a quarter [m]
  std::filesystem::path cacheFolder{};  ///< as for makeMeshDistance()
  CancellationToken* work = nullptr;    ///< reports progress and allows cancellation; may be null
  /// True: the mesh is an obstacle of liquid. Thin walls then act thicker, and parts with an opening wider
  /// than `interactionRadius` are sheets. False: the mesh is a volume, and all holes are closed.
  bool isObstacle = false;
  float interactionRadius = 0.f;  ///< h of the liquid; for obstacles only [m]
  float leastWall =
      0.f;  ///< thickness that walls need in the liquid's method (leastWall()); for obstacles only [m]
};

/// A mesh that is ready for use as a solid.
struct SampledMesh {
  std::shared_ptr<const Mesh> mesh;  ///< the mesh with its triangles facing outward
  ShapePtr shape;                    ///< signed distance of the mesh
  double volume = 0.0;  ///< volume that the triangles enclose; parts that overlap count twice [m^3]
  /// What the solid does not have in common with the mesh, in one line for users; empty if nothing.
  std::string note;
};

/// Turns the triangles of a mesh outward (findSides()) and samples the signed distance.
///
/// Walls of an obstacle thinner than 2.8 cells get a grid of up to four times finer cells, as long as the
/// grid has at most 32 million samples (128 MB). Walls thinner than 2.8 of these cells, or than
/// MeshSampling::leastWall, act as thick as that about their middle. Single thin places of a bulky mesh, such
/// as an ear, stay as they are.
/// @throws InputError as makeMeshDistance(), but an obstacle may consist of open sheets
/// @throws Cancelled if `work` was cancelled
SampledMesh sampleMesh(Mesh mesh, const MeshSampling& sampling);

/// Returns the thickness that thin walls of a sampled mesh act [m]; 0 for other shapes and meshes without
/// them.
float thickenedTo(const SignedDistance& shape);

/// Returns how far the thin walls of a sampled mesh stand out on each side, because they act thicker than the
/// mesh has them [m]; 0 for other shapes and meshes without thin walls.
float standingOut(const SignedDistance& shape);

/// Samples a mesh like makeMeshDistance() without `work`.
/// @throws Cancelled if `work` was cancelled
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          CancellationToken& work);

/// Makes a distance field like makeDistance() without `work`.
/// @throws Cancelled if `work` was cancelled
ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
                      CancellationToken& work);

/// Checks that a mesh is well formed.
/// @throws InputError unless the mesh has triangles, all vertices that they refer to exist, and all vertices
///         are finite
void requireSound(const Mesh& mesh);

/// Checks that a mesh is closed (watertight) and consistently oriented.
/// Vertices at equal positions count as one vertex; degenerate triangles do not count.
/// @throws InputError unless every edge has as many triangles on one side as on the other
void requireClosed(const Mesh& mesh);

}  // namespace ooze
