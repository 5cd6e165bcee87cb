// Finds the particles that a picture can show, by occlusion culling: those in the first few layers.
#include "render/snapshot_render_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze {
namespace {

/// Depth behind the foremost particle beyond which particles are hidden, in rest spacings.
constexpr float kLayers = 2.f;
/// Largest number of cells along a side. In finer grids particles are smaller than pixels, and culling gains
/// nothing.
constexpr int kMaxCells = 2048;

/// Holds a particle's cell in the grid over the picture, and the depth [m]. The cell is -1 off the picture.
struct ParticleInPicture {
  int cell;
  float depth;
};

class ScreenGrid {
 public:
  ScreenGrid(const FrameBlock& frame, float cell)
      : right_(frame.viewMatrix[0][0], frame.viewMatrix[1][0], frame.viewMatrix[2][0]),
        up_(frame.viewMatrix[0][1], frame.viewMatrix[1][1], frame.viewMatrix[2][1]),
        eye_(frame.eye),
        forward_(frame.forward),
        low_(glm::dot(Vec3(frame.rayCorner), right_), glm::dot(Vec3(frame.rayCorner), up_)),
        cell_(cell),
        columns_(static_cast<int>(glm::length(Vec3(frame.rayRight)) / cell) + 1),
        rows_(static_cast<int>(glm::length(Vec3(frame.rayUp)) / cell) + 1) {}

  [[nodiscard]] bool isTooFine() const { return std::max(columns_, rows_) > kMaxCells; }

  [[nodiscard]] ParticleInPicture look(const Vec3& p) const {
    const Vec3 local = p - eye_;
    const float depth = glm::dot(local, forward_);
    if (depth <= 0.f) return {-1, depth};
    const float column = (glm::dot(local, right_) / depth - low_.x) / cell_;
    const float row = (glm::dot(local, up_) / depth - low_.y) / cell_;
    const bool inside = column >= 0.f && row >= 0.f && column < static_cast<float>(columns_) &&
                        row < static_cast<float>(rows_);
    return {inside ? static_cast<int>(row) * columns_ + static_cast<int>(column) : -1, depth};
  }

  void mark(const std::vector<ParticleInPicture>& seen) {
    foremost_.assign(static_cast<std::size_t>(columns_) * rows_, std::numeric_limits<float>::infinity());
    for (const ParticleInPicture& s : seen)
      if (s.cell >= 0) foremost_[s.cell] = std::min(foremost_[s.cell], s.depth);
  }

  /// Returns true if the cell and all eight neighbours hold a particle nearer than `depth`.
  [[nodiscard]] bool isCovered(int cell, float depth) const {
    const int column = cell % columns_, row = cell / columns_;
    if (column == 0 || row == 0 || column + 1 == columns_ || row + 1 == rows_) return false;
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (foremost_[cell + y * columns_ + x] >= depth) return false;
    return true;
  }

 private:
  Vec3 right_, up_, eye_, forward_;
  Vec2 low_;
  float cell_;
  int columns_, rows_;
  std::vector<float> foremost_;
};

/// Sorts the indices in `kept` by depth with a counting sort. Buckets are exact enough: depths within a
/// bucket hardly differ.
std::vector<std::uint32_t> sortByDepth(const std::vector<ParticleInPicture>& seen,
                                       const std::vector<std::uint32_t>& kept) {
  constexpr std::size_t kBuckets = 1024;
  float near = std::numeric_limits<float>::infinity(), far = 0.f;
  for (const std::uint32_t i : kept) near = std::min(near, seen[i].depth), far = std::max(far, seen[i].depth);
  const float scale = far > near ? static_cast<float>(kBuckets - 1) / (far - near) : 0.f;
  const auto bucketOf = [&](std::uint32_t i) {
    return static_cast<std::size_t>(std::max(0.f, (seen[i].depth - near) * scale));
  };
  std::vector<std::uint32_t> begin(kBuckets + 1, 0), ordered(kept.size());
  for (const std::uint32_t i : kept) ++begin[bucketOf(i) + 1];
  for (std::size_t b = 0; b < kBuckets; ++b) begin[b + 1] += begin[b];
  for (const std::uint32_t i : kept) ordered[begin[bucketOf(i)]++] = i;
  return ordered;
}

}  // namespace

std::vector<std::uint32_t> findVisibleParticles(std::span<const Vec3> positions, const FrameBlock& frame,
                                                float spacing) {
  // A cell has the apparent size of the rest spacing at the far side of the scene. Every particle therefore
  // covers its whole cell.
  const float away = glm::dot(Vec3(frame.centre) - Vec3(frame.eye), Vec3(frame.forward)) + frame.centre.w;
  ScreenGrid grid(frame, spacing / std::max(away, spacing));
  std::vector<ParticleInPicture> seen(positions.size());
  std::transform(positions.begin(), positions.end(), seen.begin(),
                 [&](const Vec3& p) { return grid.look(p); });
  const bool hiding = !grid.isTooFine();
  if (hiding) grid.mark(seen);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    const bool hidden =
        hiding && seen[i].cell >= 0 && grid.isCovered(seen[i].cell, seen[i].depth - kLayers * spacing);
    if (seen[i].depth > 0.f && !hidden) kept.push_back(i);
  }
  return sortByDepth(seen, kept);
}

}  // namespace ooze
