#include "surface/wall_images.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::surface {
namespace {

constexpr std::size_t kImageChunk = 2048;
// Particles in contact with a wall are within this distance; mirroring farther particles would pull the
// surface towards walls that the liquid only passes [h].
constexpr float kReach = 0.5f;
// Depth of solid required behind a face, as a fraction of the image's depth. Otherwise the image would appear
// on the other side of a thin wall.
constexpr float kDepth = 0.5f;
// Width of the rounding where the free surface meets a wall, most of a cell; marching cubes would turn a
// sharp edge into a sawtooth.
constexpr float kEdge = 0.2f;
// Vertices within kHeld of a wall lie against the wall; beyond kFree they move freely [h].
constexpr float kHeld = 0.03f, kFree = 0.3f;
// Smallest cosine between a vertex's inward normal and the wall's normal for the vertex to take the wall's
// normal.
constexpr float kFacingAway = 0.9f;
// Faces of two solids closer than this count as the same face [h].
constexpr float kSame = 0.05f;

struct Mirror {
  Vec3 normal;
  float distance;
};

template <class T>
void extend(std::span<const T> given, std::size_t count, std::vector<T>& to, std::span<const T>& all) {
  all = {};
  if (given.empty()) return;
  // Spare capacity, because the number of images changes from frame to frame.
  if (to.capacity() < count) to.reserve(count + count / 4);
  to.resize(count);
  std::copy(given.begin(), given.end(), to.begin());
  all = to;
}

}  // namespace

const SurfaceParticles& ParticleMirrors::add(const SurfaceParticles& given, float h, const Threads& threads) {
  all_ = given;
  const std::size_t size = given.positions.size();
  if (given.walls.empty()) return all_;
  chunks_.resize((size + kImageChunk - 1) / kImageChunk);
  const float reach = kReach * h;
  threads.forChunks(size, kImageChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<WallImage>& images = chunks_[chunk];
    images.clear();
    if (images.capacity() == 0) images.reserve(kImageChunk);
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3& p = given.positions[i];
      if (!isFinite(p)) continue;
      // In a corner the images are mirrored again by the other faces.
      const std::size_t first = images.size();
      std::array<Mirror, 4> mirrors;
      std::size_t mirrorCount = 0;
      for (const SurfaceWall& wall : given.walls) {
        const Vec3 local = wall.pose.toLocal(p);
        for (const SignedDistance::Sample& face : wall.shape->facesWithin(local, reach)) {
          if (!(face.distance > 0.f)) continue;
          const Vec3 normal = wall.pose.directionToWorld(face.normal);
          if (wall.shape->distance(local - 2.f * face.distance * face.normal) > -kDepth * face.distance)
            continue;
          // A tank on the floor shares a face with the floor.
          const auto same = [&](const Mirror& m) {
            return glm::dot(m.normal, normal) > 0.99f && std::abs(m.distance - face.distance) < kSame * h;
          };
          if (std::any_of(mirrors.begin(), mirrors.begin() + mirrorCount, same)) continue;
          if (mirrorCount == mirrors.size()) break;
          mirrors[mirrorCount++] = {normal, face.distance};
          const Vec3 plane = p - face.distance * normal;
          for (std::size_t k = first, known = images.size(); k < known; ++k)
            images.push_back(
                {images[k].position - 2.f * glm::dot(images[k].position - plane, normal) * normal,
                 static_cast<std::uint32_t>(i)});
          images.push_back({p - 2.f * face.distance * normal, static_cast<std::uint32_t>(i)});
        }
      }
    }
  });
  std::size_t count = size;
  for (const auto& images : chunks_) count += images.size();
  if (count == size) return all_;
  extend(given.positions, count, positions_, all_.positions);
  extend(given.velocities, count, velocities_, all_.velocities);
  extend(given.colours, count, colours_, all_.colours);
  extend(given.materials, count, materials_, all_.materials);
  extend(given.values, count, values_, all_.values);
  extend(given.regions, count, regions_, all_.regions);
  extend(given.cutSides, count, cutSides_, all_.cutSides);
  std::size_t at = size;
  for (const auto& images : chunks_)
    for (const WallImage& image : images) {
      positions_[at] = image.position;
      if (!given.velocities.empty()) velocities_[at] = given.velocities[image.of];
      if (!given.colours.empty()) colours_[at] = given.colours[image.of];
      if (!given.materials.empty()) materials_[at] = given.materials[image.of];
      if (!given.values.empty()) values_[at] = given.values[image.of];
      if (!given.regions.empty()) regions_[at] = given.regions[image.of];
      if (!given.cutSides.empty()) cutSides_[at] = given.cutSides[image.of];
      ++at;
    }
  return all_;
}

void cutAtWalls(std::span<const SurfaceWall> walls, float cell, float h, float level, BlockGrid& grid,
                const Threads& threads) {
  if (walls.empty()) return;
  const float gap = kWallGap * h, perH = 1.f / h;
  const float side = static_cast<float>(kBlock) * cell, half = 0.87f * side;  // half a block's diagonal
  // Deeper than this the cut exceeds any field value.
  const float deep = 2.f * h;
  threads.forEach(grid.size(), [&](std::size_t k) {
    NodeBlock& block = grid.block(k);
    float* const nodes = grid.nodes(k);
    const glm::dvec3 first = static_cast<double>(side) * glm::dvec3(block.at.x, block.at.y, block.at.z);
    const Vec3 centre = Vec3(first + glm::dvec3(0.5 * static_cast<double>(side - cell)));
    bool cut = false;
    for (const SurfaceWall& wall : walls) {
      const Vec3 localCentre = wall.pose.toLocal(centre);
      if (isFarFrom(wall, localCentre, half + deep) && wall.shape->distance(localCentre) > 0.f) continue;
      if (wall.shape->distance(localCentre) > half + deep) continue;
      for (std::size_t n = 0; n < kNodes; ++n) {
        if (!(nodes[n] > 0.f)) continue;
        const Vec3 at = Vec3(first + static_cast<double>(cell) *
                                         glm::dvec3(n % kBlock, n / kBlock % kBlock, n / (kBlock * kBlock)));
        const float above = nodes[n] - level;
        const float room = (wall.shape->distance(wall.pose.toLocal(at)) - gap) * perH;
        const float near = std::max(0.f, 1.f - std::abs(above - room) / kEdge);
        const float left = std::min(above, room) - 0.25f * kEdge * near * near;
        if (left < above) nodes[n] = std::max(0.f, level + left), cut = true;
      }
    }
    if (cut) block.markInside(nodes, level);
  });
}

void WallVertexConstraint::remember(std::span<const SurfaceWall> walls, const SurfaceMesh& mesh) {
  if (walls.empty()) return;
  positions_.reserve(mesh.positions.capacity());
  normals_.reserve(mesh.normals.capacity());
  positions_ = mesh.positions;
  normals_ = mesh.normals;
}

void WallVertexConstraint::restore(std::span<const SurfaceWall> walls, float h, const Threads& threads,
                                   SurfaceMesh& mesh) const {
  if (walls.empty()) return;
  threads.forChunks(mesh.positions.size(), kImageChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      Vec3 shift = mesh.positions[v] - positions_[v];
      forFacesWithin(walls, positions_[v], kFree * h, [&](float distance, const Vec3& normal) {
        const float held = std::clamp((kFree - distance / h) / (kFree - kHeld), 0.f, 1.f);
        shift -= held * glm::dot(shift, normal) * normal;
        // The normal of liquid against glass is the normal of the glass.
        if (held == 1.f && glm::dot(normals_[v], normal) < -kFacingAway) mesh.normals[v] = -normal;
      });
      mesh.positions[v] = positions_[v] + shift;
    }
  });
}

}  // namespace ooze::surface
