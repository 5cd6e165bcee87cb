// Tests that the surface field at the nodes of the sparse grid equals eq. 13.
#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"
#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace ooze::surface_field_grid_test {
namespace {

using surface::BlockGrid;
using surface::LatticeParticles;

constexpr float kH = 0.1f;

struct Field {
  LatticeParticles particles;
  BlockGrid grid;

  Field(const std::vector<Vec3>& positions, float cell) {
    const Threads threads(1);
    particles.sort(positions, {}, cell, threads);
    grid.cover(particles, kH / cell);
    surface::computeField(particles, nullptr, kH / cell, 0.6f, grid, threads);
  }
  /// Returns the field at a node; 0 outside the blocks.
  [[nodiscard]] float at(const glm::ivec3& node) const {
    const glm::ivec3 block(glm::floor(glm::vec3(node) / 8.f)), in = node - 8 * block;
    const std::uint32_t k = grid.find({block.x, block.y, block.z});
    return k == surface::kNone ? 0.f : grid.nodes(k)[(8 * in.z + in.y) * 8 + in.x];
  }
};

TEST(SurfaceFieldGrid, IsEquation13AtEveryNode) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> in(-0.25f, 0.25f);
  std::vector<Vec3> positions(150);
  Vec3Array array;
  for (Vec3& p : positions) {
    p = {in(random), in(random), in(random)};
    array.push(p);
  }
  // The reach is a whole number of cells, a half-integer, more than a block, and less than one block.
  for (const float cells : {4.f, 2.5f, 2.f, 9.3f, 1.f}) {
    const float cell = kH / cells;
    const Field field(positions, cell);
    const int reach = static_cast<int>(std::ceil(0.4f / cell));
    const int step = cells > 5.f ? 5 : 1;  // every fifth node of a fine grid
    double worst = 0.0;
    for (int z = -reach; z <= reach; z += step)
      for (int y = -reach; y <= reach; y += step)
        for (int x = -reach; x <= reach; x += step) {
          const float exact = surfaceField(array, kH, Vec3(glm::dvec3(x, y, z) * static_cast<double>(cell)));
          worst = std::max(worst, static_cast<double>(std::abs(field.at({x, y, z}) - exact)));
        }
    // The field is the root of a sum over some ten particles of squared closeness, 1 - distance / h. Each
    // summand has the rounding of a position in cells. A root amplifies rounding near zero, but there a
    // single closeness remains, which is known to 1e-6.
    EXPECT_LT(worst, 4e-6) << "h / cell = " << cells;
  }
}

TEST(SurfaceFieldGrid, OfALoneParticleFallsLinearly) {
  const Vec3 centre(0.03125f, -0.0625f, 0.25f);
  const float cell = 0.0125f;
  const Field field({centre}, cell);
  for (int z = 10; z < 30; ++z)
    for (int y = -15; y < 5; ++y)
      for (int x = -8; x < 12; ++x) {
        const float q = glm::distance(Vec3(x, y, z) * cell, centre) / kH;
        ASSERT_NEAR(field.at({x, y, z}), std::max(0.f, 1.f - q), 2e-6f);
      }
}

TEST(SurfaceFieldGrid, TakesMemoryForTheLiquidNotForTheSpaceBetween) {
  const Field together({Vec3(0.f), Vec3(0.01f)}, 0.025f);
  const Field apart({Vec3(0.f), Vec3(5000.f, -700.f, 123.f)}, 0.025f);
  EXPECT_LE(apart.grid.size(), 2 * 27u);
  EXPECT_LE(together.grid.size(), 27u);
}

}  // namespace
}  // namespace ooze::surface_field_grid_test
