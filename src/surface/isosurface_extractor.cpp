#include "surface/isosurface_extractor.h"

#include "geometry/marching_cubes_table.h"
#include "surface/spare_capacity.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

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

/// A point on the isosurface, relative to the block's first node [cells].
struct Crossing {
  Vec3 at;
  Vec3 normal;  ///< unit normal, outward: against the field's gradient
};

/// A block's nodes together with their neighbours, copied into a contiguous array (ghost layer).
/// Nodes -1 .. 9 along each axis: the cubes of a block use nodes 0 .. 8, and central differences need a
/// further layer.
class NodeWindow {
 public:
  NodeWindow(const BlockGrid& grid, std::size_t block);

  /// Returns the field minus the isovalue at the corners of the cube of node n.
  [[nodiscard]] std::array<float, 8> corners(const glm::ivec3& n, float level) const;

  /// Computes the crossing of the isosurface on the edge from node n to the next node along an axis.
  [[nodiscard]] Crossing crossing(const glm::ivec3& n, int axis, float level) const;

  /// Computes the mean of the crossings of these edges (a bit each) of the cube of node n.
  [[nodiscard]] Crossing middle(const glm::ivec3& n, unsigned edges, float level) const;

 private:
  static constexpr int kWidth = kBlock + 3;
  static constexpr std::array<int, 3> kStep{1, kWidth, kWidth* kWidth};

  [[nodiscard]] static int indexOf(const glm::ivec3& n) {
    return ((n.z + 1) * kWidth + n.y + 1) * kWidth + n.x + 1;
  }
  /// Returns twice the gradient, by central differences [1/cell].
  [[nodiscard]] Vec3 gradient(int index) const;

  std::array<float, kWidth * kWidth * kWidth> f_;
};

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

constexpr std::size_t kBlocksPerTask = 8;
constexpr Plane kFirstColumn = 0x0101010101010101u;

/// Returns each node's neighbour along x or y. The neighbours of the last nodes are in the plane of the block
/// ahead.
Plane alongX(Plane here, Plane ahead) {
  return (here >> 1 & ~(kFirstColumn << 7)) | (ahead & kFirstColumn) << 7;
}
Plane alongY(Plane here, Plane ahead) { return here >> 8 | ahead << 56; }

/// Signs of the cube corners for a plane of nodes: Corners[k] holds corner k of all cubes.
using Corners = std::array<Plane, 8>;

Plane planeOf(const BlockGrid& grid, std::uint32_t block, std::size_t z) {
  return block == kNone ? 0 : grid.block(block).inside[z];
}

Corners cornersOf(const BlockGrid& grid, const std::array<std::uint32_t, 8>& above, std::size_t z) {
  Corners corners{};
  for (std::size_t up = 0; up < 2; ++up) {
    const std::size_t from = z + up < kBlock ? 0 : 4, at = (z + up) % kBlock;
    const Plane here = planeOf(grid, above[from], at), x = planeOf(grid, above[from + 1], at),
                y = planeOf(grid, above[from + 2], at), xy = planeOf(grid, above[from + 3], at);
    corners[4 * up] = here;
    corners[4 * up + 1] = alongX(here, x);
    corners[4 * up + 2] = alongY(here, y);
    corners[4 * up + 3] = alongY(alongX(here, x), alongX(y, xy));
  }
  return corners;
}

unsigned signsOf(const Corners& corners, int bit) {
  unsigned signs = 0;
  for (unsigned k = 0; k < 8; ++k) signs |= static_cast<unsigned>(corners[k] >> bit & 1u) << k;
  return signs;
}

glm::ivec3 nodeOf(int bit, std::size_t z) { return {bit % kBlock, bit / kBlock, static_cast<int>(z)}; }

/// Calls visit(bit, cut) for each cut cube of a plane. Node values are read only where the signs are
/// ambiguous.
template <class Visit>
void forCuts(const Corners& corners, Plane cubes, std::size_t z, float level,
             std::optional<NodeWindow>& window, const BlockGrid& grid, std::size_t block,
             const Visit& visit) {
  const MarchingCubesTable& cases = MarchingCubesTable::table();
  for (; cubes != 0; cubes &= cubes - 1) {
    const int bit = std::countr_zero(cubes);
    const unsigned signs = signsOf(corners, bit);
    const MarchingCubesCase* cut = cases.decided(signs);
    if (!cut) {
      if (!window) window.emplace(grid, block);
      cut = &cases.cut(signs, window->corners(nodeOf(bit, z), level));
    }
    visit(bit, *cut);
  }
}

void findAbove(const BlockGrid& grid, std::size_t block, std::array<std::uint32_t, 8>& above) {
  const BlockCoordinate& at = grid.block(block).at;
  above[0] = static_cast<std::uint32_t>(block);
  for (std::uint32_t k = 1; k < 8; ++k)
    above[k] = grid.find(
        at.beside(static_cast<int>(k & 1u), static_cast<int>(k >> 1 & 1u), static_cast<int>(k >> 2 & 1u)));
}

void findCuts(const BlockGrid& grid, std::size_t block, float level, BlockCuts& cuts) {
  findAbove(grid, block, cuts.above);
  cuts.crossings = cuts.interiorPoints = cuts.triangles = 0;
  std::optional<NodeWindow> window;
  for (std::size_t z = 0; z < kBlock; ++z) {
    const Corners corners = cornersOf(grid, cuts.above, z);
    Plane any = 0, all = ~Plane{0};
    for (const Plane p : corners) any |= p, all &= p;
    cuts.cubes[z] = any & ~all;
    for (std::size_t axis = 0; axis < 3; ++axis)
      cuts.crossed[axis][z] = corners[0] ^ corners[std::size_t{1} << axis];
    forCuts(corners, cuts.cubes[z], z, level, window, grid, block, [&](int, const MarchingCubesCase& cut) {
      cuts.triangles += static_cast<std::uint32_t>(cut.triangles.size());
      cuts.interiorPoints += static_cast<std::uint32_t>(cut.interiorPoints.size());
    });
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t z = 0; z < kBlock; ++z) {
      cuts.before[axis][z] = static_cast<std::uint16_t>(cuts.crossings);
      cuts.crossings += static_cast<std::uint32_t>(std::popcount(cuts.crossed[axis][z]));
    }
}

}  // namespace

void IsosurfaceExtractor::find(const BlockGrid& grid, float level, const Threads& threads) {
  cuts_.resize(grid.size());
  threads.forChunks(grid.size(), kBlocksPerTask, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) findCuts(grid, k, level, cuts_[k]);
  });
  vertexCount_ = triangleCount_ = 0;
  for (BlockCuts& c : cuts_) {
    c.firstVertex = vertexCount_;
    c.firstTriangle = triangleCount_;
    vertexCount_ += c.crossings + c.interiorPoints;
    triangleCount_ += c.triangles;
  }
}

/// Writes the vertices and triangles of a block to the mesh.
class IsosurfaceExtractor::Writer {
 public:
  Writer(IsosurfaceExtractor& set, const BlockGrid& grid, std::size_t block, float level, float cell,
         SurfaceMesh& mesh)
      : set_(set),
        grid_(grid),
        cuts_(set.cuts_[block]),
        block_(block),
        level_(level),
        cell_(cell),
        mesh_(mesh) {
    window_.emplace(grid, block);
  }

  void write() {
    std::uint32_t vertex = cuts_.firstVertex;
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t z = 0; z < kBlock; ++z)
        for (Plane left = cuts_.crossed[static_cast<std::size_t>(axis)][z]; left != 0; left &= left - 1)
          put(vertex++, window_->crossing(nodeOf(std::countr_zero(left), z), axis, level_));
    std::uint32_t triangle = cuts_.firstTriangle;
    for (std::size_t z = 0; z < kBlock; ++z) {
      if (cuts_.cubes[z] == 0) continue;
      const Corners corners = cornersOf(grid_, cuts_.above, z);
      forCuts(corners, cuts_.cubes[z], z, level_, window_, grid_, block_,
              [&](int bit, const MarchingCubesCase& cut) {
                for (const CubeTriangle& t : cut.triangles)
                  mesh_.triangles[triangle++] = {vertexOf(t[0], bit, z, vertex),
                                                 vertexOf(t[1], bit, z, vertex),
                                                 vertexOf(t[2], bit, z, vertex)};
                for (const std::uint16_t edges : cut.interiorPoints)
                  put(vertex++, window_->middle(nodeOf(bit, z), edges, level_));
              });
    }
  }

 private:
  void put(std::uint32_t vertex, const Crossing& c) {
    const BlockCoordinate& at = grid_.block(block_).at;
    const glm::dvec3 first = static_cast<double>(kBlock) * glm::dvec3(at.x, at.y, at.z);
    mesh_.positions[vertex] = Vec3((first + glm::dvec3(c.at)) * static_cast<double>(cell_));
    mesh_.normals[vertex] = c.normal;
    set_.local_[vertex] = c.at;
  }

  /// Returns the vertex index of a crossing or middle of a cube.
  /// @param firstMiddle  index of the first middle of this cube in the mesh
  [[nodiscard]] std::uint32_t vertexOf(std::uint8_t point, int bit, std::size_t z,
                                       std::uint32_t firstMiddle) const {
    if (point >= kMarchingCubesEdges.size())
      return firstMiddle + point - static_cast<std::uint32_t>(kMarchingCubesEdges.size());
    const MarchingCubesEdge& edge = kMarchingCubesEdges[point];
    const glm::ivec3 n = nodeOf(bit, z) + glm::ivec3(edge.lower & 1u, edge.lower >> 1 & 1u, edge.lower >> 2);
    const unsigned ahead = static_cast<unsigned>(n.x / kBlock | n.y / kBlock << 1 | n.z / kBlock << 2);
    const BlockCuts& owner = set_.cuts_[cuts_.above[ahead]];
    const int place = n.y % kBlock * kBlock + n.x % kBlock;
    const auto plane = static_cast<std::size_t>(n.z % kBlock);
    const Plane before = owner.crossed[edge.axis][plane] & ((Plane{1} << place) - 1);
    return owner.firstVertex + owner.before[edge.axis][plane] +
           static_cast<std::uint32_t>(std::popcount(before));
  }

  IsosurfaceExtractor& set_;
  const BlockGrid& grid_;
  const BlockCuts& cuts_;
  std::size_t block_;
  float level_, cell_;
  SurfaceMesh& mesh_;
  std::optional<NodeWindow> window_;
};

void IsosurfaceExtractor::write(const BlockGrid& grid, float level, float cell, const Threads& threads,
                                SurfaceMesh& mesh) {
  resizeWithSlack(mesh.positions, vertexCount_);
  resizeWithSlack(mesh.normals, vertexCount_);
  resizeWithSlack(local_, vertexCount_);
  vertices_.clear();
  reserveWithSlack(vertices_, cuts_.size());
  for (const BlockCuts& c : cuts_) vertices_.push_back({c.firstVertex, c.crossings + c.interiorPoints});
  resizeWithSlack(mesh.triangles, triangleCount_);
  threads.forChunks(grid.size(), kBlocksPerTask, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const BlockCuts& c = cuts_[k];
      if (c.crossings > 0 || c.triangles > 0) Writer(*this, grid, k, level, cell, mesh).write();
    }
  });
}

void IsosurfaceExtractor::keep(const std::vector<std::uint32_t>& number) {
  std::uint32_t left = 0;
  for (VertexRange& range : vertices_) {
    const std::uint32_t end = range.first + range.count, first = left;
    for (std::uint32_t v = range.first; v < end; ++v)
      if (number[v] != kNone) local_[left++] = local_[v];
    range = {first, left - first};
  }
  local_.resize(left);
}

}  // namespace ooze::surface
