#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry/distance_grid.h"
#include "geometry/grid_cache.h"
#include "geometry/grid_sampling.h"
#include "geometry/mesh_checks.h"
#include "geometry/mesh_work.h"

#include <algorithm>

namespace ooze {
namespace {

Aabb boundsOfTriangles(const Mesh& mesh) {
  Aabb box;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle) box.include(mesh.positions[i]);
  return box;
}

ShapePtr make(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
              CancellationToken* work) {
  requireSound(mesh);
  const GridLayout layout = GridLayout::around(boundsOfTriangles(mesh), cell);
  const auto file = cacheFolder.empty() ? cacheFolder : gridCacheFile(cacheFolder, mesh, cell);
  if (!file.empty())
    if (auto distances = readGrid(file, layout))
      return std::make_shared<DistanceGrid>(layout, *std::move(distances));

  const TriangleTree tree(mesh);
  std::vector<float> distances = sampleSignedDistances(tree, layout, Threads(), work);
  if (std::none_of(distances.begin(), distances.end(), [](float d) { return d < 0.f; }))
    throw InputError("the mesh encloses no volume: it is open, or thinner than the grid spacing");
  if (!file.empty()) writeGrid(file, layout, distances);
  return std::make_shared<DistanceGrid>(layout, std::move(distances));
}

}  // namespace

ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder) {
  return make(mesh, cell, cacheFolder, nullptr);
}

ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          CancellationToken& work) {
  return make(mesh, cell, cacheFolder, &work);
}

}  // namespace ooze
