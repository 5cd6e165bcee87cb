// A solid as a signed distance field, sampled on a dense grid.
#pragma once

#include "ooze/geometry/signed_distance.h"

#include <cstddef>
#include <limits>
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

/// A signed distance field with trilinear interpolation of the distance.
/// The normal is the trilinear mean of the samples' central differences, so it is continuous between cells.
/// Outside the grid the distance is a lower bound, and the normal points away from the solid.
class DistanceGrid final : public SignedDistance {
 public:
  /// @param distances  layout.count() samples [m]
  DistanceGrid(const GridLayout& layout, std::vector<float> distances);

  [[nodiscard]] float distance(const Vec3& p) const override;
  [[nodiscard]] Sample sample(const Vec3& p) const override {
    return sampleWithin(p, std::numeric_limits<float>::infinity());
  }
  [[nodiscard]] Sample sampleWithin(const Vec3& p, float reach) const override;
  [[nodiscard]] Aabb bounds() const override { return layout_.solid; }
  [[nodiscard]] Aabb solidBounds() const override { return inner_; }

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
  Aabb inner_;  // the grid without its border cells, which only serve the central differences
  std::ptrdiff_t strideY_, strideZ_;
};

}  // namespace ooze
