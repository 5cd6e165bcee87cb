// A solid as a signed distance field on a dense grid: the field, its sampling from a triangle mesh, and a
// disk cache, so that a mesh is sampled once per machine. The cache never fails: a file that cannot be read
// is computed again, and a grid that cannot be written is not cached.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry/triangle_tree.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

namespace ooze {

/// The layout of a sample grid, with x fastest, then y, then z.
struct GridLayout {
  Vec3 origin{0.f};    ///< position of sample (0, 0, 0) [m]
  float cell = 0.f;    ///< distance between adjacent samples [m]
  glm::ivec3 size{0};  ///< number of samples along x, y and z
  Aabb solid;          ///< bounding box of the surface, at least three cells inside the grid [m]

  /// Makes the layout of a grid with padding around a solid's bounding box.
  /// @param cell  grid spacing [m]
  /// @throws InputError if the box or the cell is not valid, or the grid would need more than 256 million
  ///         samples
  static GridLayout around(const Aabb& solid, float cell);

  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) *
           static_cast<std::size_t>(size.z);
  }
  [[nodiscard]] std::size_t index(const glm::ivec3& i) const {
    return (static_cast<std::size_t>(i.z) * static_cast<std::size_t>(size.y) +
            static_cast<std::size_t>(i.y)) *
               static_cast<std::size_t>(size.x) +
           static_cast<std::size_t>(i.x);
  }
  [[nodiscard]] Vec3 position(const glm::ivec3& i) const { return origin + cell * Vec3(i); }
};

/// How a grid's walls differ from those of its mesh, and the volume within the mesh.
struct GridWalls {
  float thinnest = 0.f;   ///< thickness of the mesh's thin walls; 0 without thin walls and for sheets [m]
  float thickness = 0.f;  ///< thickness that walls have at least in the grid; 0: as in the mesh [m]
  double enclosed = 0.0;  ///< volume inside the mesh before walls are thickened [m^3]
};

/// A signed distance field with trilinear interpolation of the distance.
/// The normal is the trilinear mean of the samples' central differences, so it is continuous between cells.
/// Outside the grid the distance is a lower bound, and the normal points away from the solid.
class DistanceGrid final : public SignedDistance {
 public:
  /// @param distances  layout.count() samples [m]
  DistanceGrid(const GridLayout& layout, std::vector<float> distances, const GridWalls& walls = {});

  [[nodiscard]] float distance(const Vec3& p) const override;
  [[nodiscard]] Sample sample(const Vec3& p) const override {
    return sampleWithin(p, std::numeric_limits<float>::infinity());
  }
  [[nodiscard]] Sample sampleWithin(const Vec3& p, float reach) const override;
  [[nodiscard]] Aabb bounds() const override { return layout_.solid; }
  [[nodiscard]] Aabb solidBounds() const override { return inner_; }
  [[nodiscard]] const GridWalls& walls() const { return walls_; }

 private:
  struct SamplePlace {
    const float* base;  // pointer to the sample at the lower corner of the cell
    Vec3 fraction;      // position within the cell, 0 .. 1 along each axis
  };
  // Returns the cell of a point inside inner_.
  [[nodiscard]] SamplePlace locate(const Vec3& p) const;
  [[nodiscard]] float interpolate(const SamplePlace& place) const;
  [[nodiscard]] Vec3 normalAt(const SamplePlace& place) const;

  GridLayout layout_;
  std::vector<float> distances_;
  GridWalls walls_;
  Aabb inner_;  // the grid without its border cells, which only serve the central differences
  std::ptrdiff_t strideY_, strideZ_;
};

/// Computes the signed distance at every sample of the layout [m], with the same bits at any number of
/// threads. A point counts as inside if the absolute winding number exceeds one half, so a mesh that is
/// inside out is repaired. Nothing outside the mesh's bounding box is inside. Where holes leave no triangle
/// between inside and outside, the surface of winding number one half closes them.
/// @param work    reports progress and allows cancellation; may be null
/// @param closed  the triangles that enclose the solid; null: all triangles
/// @throws Cancelled if `work` was cancelled
std::vector<float> sampleSignedDistances(const TriangleTree& tree, const GridLayout& layout,
                                         const Threads& threads, CancellationToken* work = nullptr,
                                         const TriangleTree* closed = nullptr);

/// A grid as the cache holds it.
struct SampledGrid {
  GridLayout layout;
  std::vector<float> distances;  ///< layout.count() samples [m]
  GridWalls walls;
};

/// Returns the cache file of a mesh's grid, named by the hash of everything that the samples depend on.
/// @param cell     grid spacing that was asked for [m]
/// @param opening  width from which a hole makes a part a sheet; 0 for a volume [m]
/// @param least    least thickness of walls; 0 for a volume [m]
std::filesystem::path gridCacheFile(const std::filesystem::path& folder, const Mesh& mesh, float cell,
                                    float opening = 0.f, float least = 0.f);

/// Reads a grid; none if the file is absent, damaged or belongs to another surface.
/// @param solid  bounding box of the mesh [m]
std::optional<SampledGrid> readGrid(const std::filesystem::path& file, const Aabb& solid);
/// Writes a grid and prunes the oldest files of the folder; errors are ignored.
void writeGrid(const std::filesystem::path& file, const GridLayout& layout,
               const std::vector<float>& distances, const GridWalls& walls = {});

}  // namespace ooze
