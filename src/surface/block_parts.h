// Subdivides a block into parts about as wide as the reach, so that few particles are near each part.
#pragma once

#include "ooze/base/math.h"

#include "surface/blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

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
