#include "surface/node_window.h"

#include <algorithm>

namespace ooze::surface {
namespace {

/// Minimum distance of crossings from nodes; without it, triangles at a node on the isosurface would be
/// slivers [cells].
constexpr float kMargin = 0.01f;

/// Nodes copied along an axis from the previous block, the block itself and the next block.
struct CopiedRange {
  int source, count, target;
};
constexpr std::array<CopiedRange, 3> kParts{{{kBlock - 1, 1, 0}, {0, kBlock, 1}, {0, 2, kBlock + 1}}};

}  // namespace

NodeWindow::NodeWindow(const BlockGrid& grid, std::size_t block) {
  const BlockCoordinate& at = grid.block(block).at;
  for (int part = 0; part < 27; ++part) {
    const glm::ivec3 side(part % 3, part / 3 % 3, part / 9);
    const std::uint32_t from = grid.find(at.beside(side.x - 1, side.y - 1, side.z - 1));
    const CopiedRange px = kParts[static_cast<std::size_t>(side.x)],
                      py = kParts[static_cast<std::size_t>(side.y)],
                      pz = kParts[static_cast<std::size_t>(side.z)];
    for (int z = 0; z < pz.count; ++z)
      for (int y = 0; y < py.count; ++y) {
        float* to = f_.data() + ((pz.target + z) * kWidth + py.target + y) * kWidth + px.target;
        if (from == kNone)
          std::fill_n(to, px.count, 0.f);
        else
          std::copy_n(grid.nodes(from) + (kBlock * (pz.source + z) + py.source + y) * kBlock + px.source,
                      px.count, to);
      }
  }
}

std::array<float, 8> NodeWindow::corners(const glm::ivec3& n, float level) const {
  const float* f = f_.data() + indexOf(n);
  constexpr int y = kWidth, z = kWidth * kWidth;
  return {f[0] - level, f[1] - level,     f[y] - level,     f[y + 1] - level,
          f[z] - level, f[z + 1] - level, f[z + y] - level, f[z + y + 1] - level};
}

Vec3 NodeWindow::gradient(int index) const {
  const float* f = f_.data() + index;
  return {f[kStep[0]] - f[-kStep[0]], f[kStep[1]] - f[-kStep[1]], f[kStep[2]] - f[-kStep[2]]};
}

Crossing NodeWindow::crossing(const glm::ivec3& n, int axis, float level) const {
  const int here = indexOf(n), there = here + kStep[static_cast<std::size_t>(axis)];
  const float a = f_[static_cast<std::size_t>(here)], b = f_[static_cast<std::size_t>(there)];
  const float t = std::clamp((level - a) / (b - a), kMargin, 1.f - kMargin);
  Crossing c{Vec3(n), glm::mix(gradient(here), gradient(there), t)};
  c.at[axis] += t;
  const float length = glm::length(c.normal);
  // The gradient vanishes if the field happens to be symmetric: outward is then along the edge.
  if (length > 1e-6f)
    c.normal /= -length;
  else
    c.normal = Vec3(0.f), c.normal[axis] = a > b ? 1.f : -1.f;
  return c;
}

Crossing NodeWindow::middle(const glm::ivec3& n, unsigned edges, float level) const {
  Crossing sum{Vec3(0.f), Vec3(0.f)};
  float count = 0.f;
  for (std::size_t e = 0; e < kMarchingCubesEdges.size(); ++e) {
    if ((edges >> e & 1u) == 0) continue;
    const unsigned k = kMarchingCubesEdges[e].lower;
    const Crossing c =
        crossing(n + glm::ivec3(k & 1u, k >> 1 & 1u, k >> 2 & 1u), kMarchingCubesEdges[e].axis, level);
    sum.at += c.at;
    sum.normal += c.normal;
    count += 1.f;
  }
  sum.at /= count;
  const float length = glm::length(sum.normal);
  sum.normal = length > 1e-6f ? sum.normal / length : Vec3(0.f, 1.f, 0.f);
  return sum;
}

}  // namespace ooze::surface
