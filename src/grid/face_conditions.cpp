#include "grid/face_conditions.h"

#include <algorithm>
#include <cmath>

namespace ooze::grid {
namespace {

constexpr float kLeastOpen = 0.01f;
constexpr int kCornersWide = kBlock + 1;

constexpr std::size_t kCorners = kCornersWide * kCornersWide * kCornersWide;

}  // namespace

std::array<float, 4> cornersOf(std::span<const float> values, int axis, CellIndex n) {
  constexpr std::array<int, 3> kCornerStep{1, kCornersWide, kCornersWide * kCornersWide};
  const int first = static_cast<int>(n % 8) + kCornerStep[1] * static_cast<int>(n / 8 % 8) +
                    kCornerStep[2] * static_cast<int>(n / 64 % 8);
  const int s = kCornerStep[static_cast<std::size_t>((axis + 1) % 3)],
            t = kCornerStep[static_cast<std::size_t>((axis + 2) % 3)];
  const auto at = [&](int k) { return values[static_cast<std::size_t>(first + k)]; };
  return {at(0), at(s), at(s + t), at(t)};
}

float positivePart(const std::array<float, 4>& corners) {
  const auto positive = std::ranges::count_if(corners, [](float d) { return d > 0.f; });
  if (positive == 0 || positive == 4) return positive == 0 ? 0.f : 1.f;
  // Area of the polygon of the positive part, by the shoelace formula; `twice` is twice the area.
  constexpr std::array<std::array<double, 2>, 4> kAt{{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}};
  std::array<std::array<double, 2>, 8> polygon;
  std::size_t count = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t next = (k + 1) % 4;
    const auto a = static_cast<double>(corners[k]), b = static_cast<double>(corners[next]);
    if (a > 0.0) polygon[count++] = kAt[k];
    if ((a > 0.0) == (b > 0.0)) continue;
    const double t = a / (a - b);
    polygon[count++] = {kAt[k][0] + t * (kAt[next][0] - kAt[k][0]),
                        kAt[k][1] + t * (kAt[next][1] - kAt[k][1])};
  }
  double twice = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto &p = polygon[k], &q = polygon[(k + 1) % count];
    twice += p[0] * q[1] - q[0] * p[1];
  }
  return static_cast<float>(std::clamp(0.5 * twice, 0.0, 1.0));
}

void FaceConditions::reset(const CellBlocks& cells) {
  open.fill(cells, 1.f);
  solid.fill(cells, 0.f);
  for (auto& axis : hard) axis.assign(cells.size(), 0);
}

/// The first corner is half a cell before the first cell centre.
void findCornerDistances(const BlockCoordinate& block, float cell, CellField::Function distance,
                         std::vector<float>& corners) {
  const auto side = static_cast<double>(cell);
  // Half the diagonal of a block.
  const auto reach = static_cast<float>(0.5 * kBlock * std::sqrt(3.0) * side);
  const glm::dvec3 first = side * (static_cast<double>(kBlock) * glm::dvec3(block.x, block.y, block.z) - 0.5);
  corners.clear();
  if (distance(Vec3(first + 0.5 * kBlock * side)) > reach) return;
  corners.resize(kCorners);
  for (int k = 0; k < static_cast<int>(kCorners); ++k) {
    const glm::dvec3 at(k % kCornersWide, k / kCornersWide % kCornersWide, k / kCornersWide / kCornersWide);
    corners[static_cast<std::size_t>(k)] = distance(Vec3(first + side * at));
  }
}

void FaceConditions::setSolids(const CellBlocks& cells, CellField::Function distance,
                               SolidMotionFunction motion, const Threads& threads) {
  setSolidsByCorners(
      cells,
      [&](std::size_t block) -> std::span<const float> {
        thread_local std::vector<float> corners;  // per thread, to avoid allocations
        findCornerDistances(cells.blocks().at(block), cells.cell(), distance, corners);
        return corners;
      },
      motion, threads);
}

void FaceConditions::setSolidsByCorners(const CellBlocks& cells,
                                        FunctionRef<std::span<const float>(std::size_t)> cornersOfBlock,
                                        SolidMotionFunction motion, const Threads& threads) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    open.axes[axis].resize(cells.size()), solid.axes[axis].resize(cells.size());
  threads.forEach(cells.blocks().size(), [&](std::size_t block) {
    const auto begin = static_cast<CellIndex>(kNodes * block), end = begin + static_cast<CellIndex>(kNodes);
    const std::span<const float> corners = cornersOfBlock(block);
    if (std::ranges::all_of(corners, [](float d) { return d > 0.f; })) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        std::fill_n(open.axes[axis].begin() + begin, kNodes, 1.f),
            std::fill_n(solid.axes[axis].begin() + begin, kNodes, 0.f);
      return;
    }
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex n = begin; n < end; ++n) {
        float part = positivePart(cornersOf(corners, axis, n));
        if (part < kLeastOpen) part = 0.f;
        const auto k = static_cast<std::size_t>(axis);
        open.axes[k][n] = part;
        solid.axes[k][n] = part < 1.f ? motion(Vec3(middleOfFace(cells, axis, n))).velocity[axis] : 0.f;
      }
  });
}

}  // namespace ooze::grid
