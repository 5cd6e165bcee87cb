// From particles to a mesh: shape, orientation, attributes, limits.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <gtest/gtest.h>
#include <random>

namespace ooze {
namespace {

using namespace test;

constexpr float kH = 0.1f;

SurfaceMesh meshOf(const std::vector<Vec3>& positions, const SurfaceSettings& settings) {
  SurfaceParticles particles;
  particles.positions = positions;
  SurfaceBuilder builder;
  return builder.build(particles, settings, Threads(1));
}

std::vector<Vec3> cloud(std::size_t n, float size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> in(-0.5f * size, 0.5f * size);
  std::vector<Vec3> positions(n);
  for (Vec3& p : positions) p = {in(random), in(random), in(random)};
  return positions;
}

TEST(SurfaceBuilder, DrawsALoneParticleAsASphere) {  // digest, check 12
  const Vec3 centre(0.313f, -0.172f, 0.044f);
  for (const float level : {0.3f, 0.6f, 0.8f}) {
    const SurfaceSettings settings{.interactionRadius = kH, .cell = kH / 16.f, .level = level};
    const SurfaceMesh mesh = meshOf({centre}, settings);
    ASSERT_EQ(faultOf(mesh), "");
    EXPECT_EQ(eulerCharacteristic(mesh), 2);
    // f is linear along a ray; along an edge that passes at an angle it bends by cell^2 / 8 r at most. And
    // crossings keep a hundredth of a cell from nodes.
    const float radius = (1.f - level) * kH;
    const float tolerance = settings.cell * (settings.cell / (8.f * radius) + 0.01f);
    for (const Vec3& p : mesh.positions)
      EXPECT_NEAR(glm::distance(p, centre), radius, tolerance) << "level " << level;
  }
}

TEST(SurfaceBuilder, IsClosedAndManifoldForAnyCloud) {
  for (unsigned seed = 0; seed < 20; ++seed)
    for (const float cells : {2.f, 3.3f, 4.f}) {
      const SurfaceMesh mesh =
          meshOf(cloud(400, 8.f * kH, seed), {.interactionRadius = kH, .cell = kH / cells, .level = 0.6f});
      ASSERT_GT(mesh.triangles.size(), 100u);
      ASSERT_EQ(faultOf(mesh), "") << "seed " << seed << ", h / cell = " << cells;
      EXPECT_GT(enclosedVolume(mesh), 0.0);
    }
}

}  // namespace
}  // namespace ooze
