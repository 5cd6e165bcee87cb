// Tests that marching cubes reproduces the topology of the trilinear interpolant in all cases of a cube.
#include "geometry/marching_cubes_table.h"
#include "unit/surface_fixtures.h"
#include "unit/surface_lattice_fixtures.h"

#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace ooze::surface_topology_test {
namespace {

using namespace test;

/// Holds values on n^3 nodes, surrounded by outside values. The level is 0, and values that are not positive
/// are outside.
struct Lattice {
  int n;
  std::vector<float> values;

  [[nodiscard]] float at(const glm::ivec3& k) const {
    if (glm::any(glm::lessThan(k, glm::ivec3(0))) || glm::any(glm::greaterThanEqual(k, glm::ivec3(n))))
      return -1.f;
    return values[static_cast<std::size_t>((k.z * n + k.y) * n + k.x)];
  }
  [[nodiscard]] double interpolated(const glm::dvec3& p) const {
    const glm::ivec3 low(glm::floor(p));
    const glm::dvec3 t = p - glm::dvec3(low);
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      const glm::ivec3 c(k & 1, k >> 1 & 1, k >> 2);
      sum += static_cast<double>(at(low + c)) * (c.x ? t.x : 1.0 - t.x) * (c.y ? t.y : 1.0 - t.y) *
             (c.z ? t.z : 1.0 - t.z);
    }
    return sum;
  }
};

/// Nodes get no smaller magnitudes, and topology that changes within this margin is not compared. The margin
/// is half a voxel, since slopes are about 1 per cell.
constexpr double kMargin = 0.05;

/// Describes a topology counted on voxels: Euler characteristic of the solid, its pieces, and the pieces of
/// the outside.
struct Topology {
  long euler, solids, voids;
  friend bool operator==(const Topology&, const Topology&) = default;
};

/// Samples a lattice's interpolant with `kVoxelsPerCell` voxels per cell, nodes included.
class Voxels {
 public:
  static constexpr int kVoxelsPerCell = 8;

  /// @param above  threshold above which a voxel is inside
  Voxels(const Lattice& lattice, double above)
      : width_((lattice.n + 1) * kVoxelsPerCell + 1), in_(cube(width_)) {
    for (int z = 0; z < width_; ++z)
      for (int y = 0; y < width_; ++y)
        for (int x = 0; x < width_; ++x)
          in_[index({x, y, z})] =
              lattice.interpolated(glm::dvec3(x, y, z) / static_cast<double>(kVoxelsPerCell) - 1.0) > above;
  }

  /// Counts solid pieces and voids, and computes the Euler characteristic.
  /// @param thick  true: solid voxels touch by corners, outside voxels by faces only; false: the reverse
  [[nodiscard]] Topology topology(bool thick) const {
    return {eulerOf(!thick), pieces(true, thick), pieces(false, !thick)};
  }

  /// Returns the topology of the solid where the interpolant is positive, or nothing if uncertain.
  /// The topology is uncertain if it differs a little above and below the level, because a gap or a neck may
  /// be thinner than a voxel. No node has such a small value, and every piece holds a node, so no piece
  /// appears or vanishes in between.
  static std::optional<Topology> of(const Lattice& lattice) {
    const Voxels lean(lattice, kMargin), exact(lattice, 0.0), fat(lattice, -kMargin);
    const Topology answer = exact.topology(false);
    const bool sure =
        answer == exact.topology(true) && answer == lean.topology(false) && answer == fat.topology(true);
    return sure ? std::optional(answer) : std::nullopt;
  }

 private:
  static std::size_t cube(int n) {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  }
  [[nodiscard]] std::size_t index(const glm::ivec3& p) const {
    return static_cast<std::size_t>((p.z * width_ + p.y) * width_ + p.x);
  }
  [[nodiscard]] bool in(const glm::ivec3& p) const {
    if (glm::any(glm::lessThan(p, glm::ivec3(0))) || glm::any(glm::greaterThanEqual(p, glm::ivec3(width_))))
      return false;
    return in_[index(p)] != 0;
  }

  /// Returns which of the eight voxels around the lowest corner of p are inside.
  [[nodiscard]] unsigned around(const glm::ivec3& p) const {
    unsigned bits = 0;
    for (unsigned k = 0; k < 8; ++k)
      bits |= static_cast<unsigned>(in(p - glm::ivec3(k & 1u, k >> 1 & 1u, k >> 2))) << k;
    return bits;
  }

  /// Returns the Euler characteristic of the voxel complex. A cell counts if all voxels that share it are
  /// inside, or if at least one is (closed voxels).
  [[nodiscard]] long eulerOf(bool all) const {
    // For each span of axes, `sharing` holds the voxels that share the cell; k & ~span == 0.
    std::array<unsigned, 8> sharing{};
    for (unsigned span = 0; span < 8; ++span)
      for (unsigned k = 0; k < 8; ++k)
        if ((k & ~span) == 0) sharing[span] |= 1u << k;
    long sum = 0;
    for (int z = 0; z <= width_; ++z)
      for (int y = 0; y <= width_; ++y)
        for (int x = 0; x <= width_; ++x) {
          const unsigned bits = around({x, y, z});
          if (bits == 0 || bits == 255) continue;  // equal voxels add nothing to the sum
          for (unsigned span = 0; span < 8; ++span) {
            const int dimension = std::popcount(span);
            const unsigned found = bits & sharing[span];
            if (all ? found == sharing[span] : found != 0)
              sum += (all ? dimension : 3 - dimension) % 2 == 0 ? 1 : -1;
          }
        }
    return sum;
  }

  /// Counts the pieces inside (or outside), with voxels connected by corners or by faces only. The outside is
  /// a single piece.
  [[nodiscard]] long pieces(bool inside, bool byCorners) const {
    std::vector<std::uint8_t> seen(in_.size());
    long count = 0;
    std::vector<glm::ivec3> open;
    for (int z = 0; z < width_; ++z)
      for (int y = 0; y < width_; ++y)
        for (int x = 0; x < width_; ++x) {
          if (seen[index({x, y, z})] || (in_[index({x, y, z})] != 0) != inside) continue;
          ++count;
          open.push_back({x, y, z});
          seen[index({x, y, z})] = 1;
          while (!open.empty()) {
            const glm::ivec3 p = open.back();
            open.pop_back();
            for (int k = 0; k < 27; ++k) {
              const glm::ivec3 d(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1), q = p + d;
              if (!byCorners && d.x * d.x + d.y * d.y + d.z * d.z > 1) continue;
              if (glm::any(glm::lessThan(q, glm::ivec3(0))) ||
                  glm::any(glm::greaterThanEqual(q, glm::ivec3(width_))))
                continue;
              if (seen[index(q)] || (in_[index(q)] != 0) != inside) continue;
              seen[index(q)] = 1;
              open.push_back(q);
            }
          }
        }
    return count;
  }

  int width_;
  std::vector<std::uint8_t> in_;
};

SurfaceMesh meshOf(const Lattice& lattice) {
  return meshOfLattice(1, 0.f, [&](const glm::ivec3& k) { return lattice.at(k); });
}

/// Counts the lattices that were fine enough to be compared, and all lattices.
struct ComparisonCount {
  int compared = 0, all = 0;

  void add(const Lattice& lattice) {
    ++all;
    const SurfaceMesh mesh = meshOf(lattice);
    ASSERT_EQ(findMeshFault(mesh), "");
    const auto expected = Voxels::of(lattice);
    if (!expected) return;
    ++compared;
    if (eulerCharacteristic(mesh) != 2 * expected->euler) {
      for (float v : lattice.values) std::printf("%.9g ", v);
      puts("");
    }
    EXPECT_EQ(eulerCharacteristic(mesh), 2 * expected->euler);  // twice the value of the enclosed solid
    EXPECT_EQ(static_cast<long>(pieceCount(mesh)), expected->solids + expected->voids - 1);
  }
};

// Random cubes for each of the 256 sign patterns. Sanitizers make the voxel reference slow, and one cube per
// pattern executes the same code as two.
#ifdef OOZE_SANITIZED
constexpr int kSamples = 1;
#else
constexpr int kSamples = 2;
#endif

TEST(SurfaceTopology, EveryCaseOfACubeIsThatOfTheTrilinearField) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(0.1f, 1.f), large(0.6f, 1.f), small(0.06f, 0.2f);
  ComparisonCount compared;
  for (unsigned signs = 0; signs < 256; ++signs)
    for (int sample = 0; sample < kSamples; ++sample) {
      Lattice cube{2, {}};
      // The second sample has large positive and small negative values, which connects positive corners
      // inside the cube.
      for (unsigned k = 0; k < 8; ++k) {
        const bool positive = (signs >> k & 1u) != 0;
        const float v = sample == 0 ? any(random) : (sample == 1) == positive ? large(random) : small(random);
        cube.values.push_back(positive ? v : -v);
      }
      compared.add(cube);
      if (HasFailure()) FAIL() << "signs " << signs << ", sample " << sample;
    }
  EXPECT_GT(compared.compared, compared.all / 2);
}

TEST(SurfaceTopology, TubesThroughACubeAreFound) {
  // Two opposite corners are far inside and six barely outside, so the positive region runs through the
  // middle.
  const Lattice through{2, {1.f, -0.1f, -0.1f, -0.1f, -0.1f, -0.1f, -0.1f, 1.f}};
  const Lattice apart{2, {1.f, -1.f, -1.f, -1.f, -1.f, -1.f, -1.f, 1.f}};
  EXPECT_EQ(pieceCount(meshOf(through)), 1u);
  EXPECT_EQ(pieceCount(meshOf(apart)), 2u);
}

TEST(SurfaceTopology, RandomLatticesAreThoseOfTheTrilinearField) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> magnitude(0.06f, 1.f);
  ComparisonCount compared;
  for (int sample = 0; sample < 60; ++sample) {
    Lattice lattice{3, {}};
    for (int k = 0; k < 27; ++k)
      lattice.values.push_back((random() % 2 == 0 ? 1.f : -1.f) * magnitude(random));
    compared.add(lattice);
    if (HasFailure()) FAIL() << "sample " << sample;
  }
  EXPECT_GT(compared.compared, compared.all / 4);
}

TEST(SurfaceTopology, IsClosedAndManifoldWithTies) {
  // Few distinct values, among them the level, produce ties: corners at the level, saddles at the level, and
  // columns that vanish together.
  std::mt19937 random(13);
  for (int sample = 0; sample < 3000; ++sample) {
    std::uniform_int_distribution<int> step(-2, sample % 2 == 0 ? 2 : 1);
    Lattice lattice{3 + sample % 4, {}};
    for (int k = 0; k < lattice.n * lattice.n * lattice.n; ++k)
      lattice.values.push_back(0.5f * static_cast<float>(step(random)));
    ASSERT_EQ(findMeshFault(meshOf(lattice)), "") << "sample " << sample;
  }
}

TEST(SurfaceTopology, NoCutOfACubeLeavesAnEdgeOpenInside) {
  using ooze::kMarchingCubesEdges;
  const auto shareFace = [](unsigned a, unsigned b) {
    for (unsigned axis = 0; axis < 3; ++axis)
      for (unsigned side = 0; side < 2; ++side) {
        const auto lies = [&](unsigned e) {
          return (kMarchingCubesEdges[e].lower >> axis & 1u) == side &&
                 (kMarchingCubesEdges[e].upper >> axis & 1u) == side;
        };
        if (a < 12 && b < 12 && lies(a) && lies(b)) return true;
      }
    return false;
  };
  const auto cuts = MarchingCubesTable::table().cuts();
  ASSERT_GT(cuts.size(), 256u);
  for (const MarchingCubesCase& cut : cuts) {
    std::set<std::pair<unsigned, unsigned>> lines;
    for (const auto& t : cut.triangles)
      for (std::size_t k = 0; k < 3; ++k) ASSERT_TRUE(lines.emplace(t[k], t[(k + 1) % 3]).second);
    // A line in a face has its other triangle in the neighbour cube. Any other line has both triangles in
    // this cube.
    for (const auto& line : lines)
      ASSERT_NE(lines.contains({line.second, line.first}), shareFace(line.first, line.second));
  }
}

}  // namespace
}  // namespace ooze::surface_topology_test
