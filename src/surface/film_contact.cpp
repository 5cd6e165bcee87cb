#include "surface/film_contact.h"

#include "surface/wall_images.h"

#include <algorithm>

namespace ooze::surface {
namespace {

constexpr float kPressReach = 0.12f;  // farthest underside that lies on a face [h]
constexpr float kPressDepth = 0.04f;  // depth of a pressed vertex behind the face [h]
constexpr float kUnderside = -0.3f;   // cosine between the normals of vertex and face, below which a vertex
                                      // belongs to the underside
constexpr std::size_t kPressChunk = 2048;

}  // namespace

void pressOntoSolids(std::span<const SurfaceWall> walls, float h, const Threads& threads, SurfaceMesh& mesh) {
  if (walls.empty()) return;
  threads.forChunks(mesh.positions.size(), kPressChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const Vec3 from = mesh.positions[v];
      Vec3 way(0.f);
      forFacesWithin(walls, from, kPressReach * h, [&](float distance, const Vec3& normal) {
        if (glm::dot(mesh.normals[v], normal) > kUnderside) return;
        way -= std::max(0.f, distance + kPressDepth * h) * normal;
      });
      mesh.positions[v] = from + way;
    }
  });
}

}  // namespace ooze::surface
