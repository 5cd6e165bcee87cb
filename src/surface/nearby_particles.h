// Neighbour search for a part of a block: copies the nearby particles into contiguous arrays. A block is
// divided into parts about as wide as the reach, so that few particles are near each part.
#pragma once

#include "ooze/base/math.h"

#include "surface/lattice_particles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Candidate particles near a box, in structure-of-arrays layout.
/// Positions are relative to the first node of a block [cells]. The arrays are padded to full SIMD batches of
/// eight with particles far away. Buffers are reused.
class NearbyParticles {
 public:
  /// Selects the blocks around `at` as candidates.
  /// @param at      block whose first node is the origin of the collected positions
  /// @param around  number of further blocks on each side that may contain candidates
  void lookFrom(const LatticeParticles& particles, const BlockCoordinate& at, int around);

  /// Collects the candidates inside a box.
  /// @param box  bounds of the wanted positions, relative to the block's first node [cells]
  void collect(const LatticeParticles& particles, const Aabb& box);

  [[nodiscard]] std::size_t found() const { return found_; }  ///< number of collected particles
  [[nodiscard]] std::size_t padded() const { return (found_ + 7) / 8 * 8; }

  std::vector<float> x, y, z;
  std::vector<std::uint32_t> index;  ///< index into the sorted particles

 private:
  struct NearHome {
    std::uint32_t begin, end;
    Vec3 lower, upper, shift;
  };
  void reserveWithSlack(std::size_t more);

  std::vector<NearHome> homes_;
  std::size_t found_ = 0;
};

/// Bucket sort of the points of a block (particles, vertices) into subdivisions. Buffers are reused.
class BlockParts {
 public:
  static constexpr int kMostAlong = 4;

  /// Sorts the points by part.
  /// @param count  number of points; `at(k)` returns the position of point k, from the block's first node
  /// [cells]
  /// @param reach  reach of the particles, about the width of a part [cells]
  template <class At>
  void sort(std::uint32_t count, float reach, const At& at) {
    along_ = std::clamp(static_cast<int>(static_cast<float>(kBlock) / reach + 0.5f), 1, kMostAlong);
    begin_.fill(0);
    part_.resize(count);
    points_.resize(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      part_[k] = static_cast<std::uint8_t>(partOf(at(k)));
      ++begin_[part_[k] + 1u];
    }
    for (std::size_t p = 1; p < begin_.size(); ++p) begin_[p] += begin_[p - 1];
    std::array<std::uint32_t, kMostParts + 1> next = begin_;
    for (std::uint32_t k = 0; k < count; ++k) points_[next[part_[k]]++] = k;
  }

  [[nodiscard]] int count() const { return along_ * along_ * along_; }
  /// Returns the indices of the points in a part, ascending.
  [[nodiscard]] std::span<const std::uint32_t> points(int part) const {
    const auto p = static_cast<std::size_t>(part);
    return std::span(points_).subspan(begin_[p], begin_[p + 1] - begin_[p]);
  }

 private:
  static constexpr std::size_t kMostParts = kMostAlong * kMostAlong * kMostAlong;

  [[nodiscard]] int partOf(const Vec3& p) const {
    const float perPart = static_cast<float>(along_) / kBlock;
    const auto along = [&](float v) { return std::min(static_cast<int>(v * perPart), along_ - 1); };
    return (along(p.z) * along_ + along(p.y)) * along_ + along(p.x);
  }

  int along_ = 1;
  std::array<std::uint32_t, kMostParts + 1> begin_{};
  std::vector<std::uint8_t> part_;
  std::vector<std::uint32_t> points_;
};

}  // namespace ooze::surface
