// Tests of SurfaceBuilder, which extracts a mesh from particles: shape, manifoldness, vertex attributes,
// determinism and limits.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <cstring>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <limits>
#include <random>
#include <stdexcept>

namespace ooze::surface_builder_test {
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

TEST(SurfaceBuilder, DrawsALoneParticleAsASphere) {
  const Vec3 centre(0.313f, -0.172f, 0.044f);
  for (const float level : {0.3f, 0.6f, 0.8f}) {
    const SurfaceSettings settings{
        .interactionRadius = kH, .cell = kH / 16.f, .level = level, .smoothing = 0.f};
    const SurfaceMesh mesh = meshOf({centre}, settings);
    ASSERT_EQ(findMeshFault(mesh), "");
    EXPECT_EQ(eulerCharacteristic(mesh), 2);
    // The field of a lone particle is linear along rays. Along an oblique edge, linear interpolation is off
    // by at most cell^2 / (8 r), with the radius r of the surface. Crossings also keep a hundredth of a cell
    // from nodes.
    const float radius = (1.f - level) * kH;
    const float tolerance = settings.cell * (settings.cell / (8.f * radius) + 0.01f);
    for (const Vec3& p : mesh.positions)
      EXPECT_NEAR(glm::distance(p, centre), radius, tolerance) << "level " << level;
  }
}

TEST(SurfaceBuilder, IsClosedAndManifoldForAnyCloud) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const float cells : {2.f, 3.3f, 4.f})
      for (const float smoothing : {0.f, 1.f}) {
        const SurfaceMesh mesh =
            meshOf(cloud(300, 6.f * kH, seed),
                   {.interactionRadius = kH, .cell = kH / cells, .level = 0.6f, .smoothing = smoothing});
        ASSERT_GT(mesh.triangles.size(), 100u);
        ASSERT_EQ(findMeshFault(mesh), "")
            << "seed " << seed << ", h / cell = " << cells << ", smoothing " << smoothing;
        EXPECT_GT(enclosedVolume(mesh), 0.0);
        // Few triangles are thin after the clean-up, and none has zero area.
        EXPECT_LT(sliverShare(mesh, kH / cells, 0.1), 0.02);
        EXPECT_LT(sliverShare(mesh, kH / cells, 0.01), 0.001);
        EXPECT_EQ(sliverShare(mesh, kH / cells, 1e-4), 0.0);
      }
}

template <class T>
bool sameBytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Provides particles with every attribute, each with different values.
struct RichParticles {
  std::vector<Vec3> positions = cloud(3000, 12.f * kH, 3), velocities = cloud(3000, 4.f, 4);
  std::vector<std::uint32_t> colours;
  std::vector<std::uint16_t> materials;
  std::vector<float> values;

  RichParticles() {
    std::mt19937 random(9);
    for (const Vec3& p : positions) {
      colours.push_back(static_cast<std::uint32_t>(random()));
      materials.push_back(static_cast<std::uint16_t>(random() % 3));
      values.push_back(p.y);
    }
  }
  [[nodiscard]] SurfaceParticles particles() const {
    return {positions, velocities, colours, materials, values, {}};
  }
};

TEST(SurfaceBuilder, MakesTheSameBytesForAnyNumberOfThreads) {
  const RichParticles rich;
  for (const float smoothing : {0.f, 1.f}) {
    const SurfaceSettings settings{.interactionRadius = kH, .smoothing = smoothing, .spacing = 0.38f * kH};
    SurfaceBuilder one;
    const SurfaceMesh& expected = one.build(rich.particles(), settings, Threads(1));
    ASSERT_GT(expected.triangles.size(), 1000u);
    for (const int threads : {2, 7}) {
      SurfaceBuilder many;
      const SurfaceMesh& mesh = many.build(rich.particles(), settings, Threads(threads));
      EXPECT_TRUE(sameBytes(mesh.positions, expected.positions));
      EXPECT_TRUE(sameBytes(mesh.normals, expected.normals));
      EXPECT_TRUE(sameBytes(mesh.velocities, expected.velocities));
      EXPECT_TRUE(sameBytes(mesh.colours, expected.colours));
      EXPECT_TRUE(sameBytes(mesh.materials, expected.materials));
      EXPECT_TRUE(sameBytes(mesh.liquids, expected.liquids));
      EXPECT_TRUE(sameBytes(mesh.values, expected.values));
      EXPECT_TRUE(sameBytes(mesh.triangles, expected.triangles));
    }
  }
}

TEST(SurfaceBuilder, MakesTheSameBytesForEverySimdTarget) {
  const RichParticles rich;
  const SurfaceSettings settings{.interactionRadius = kH, .spacing = 0.38f * kH};
  SurfaceBuilder best;
  const SurfaceMesh& expected = best.build(rich.particles(), settings, Threads(1));
  const std::int64_t all = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if ((all & target) == 0) continue;
    hwy::GetChosenTarget().Update(target);  // pretends that the machine has these instructions only
    SurfaceBuilder other;
    const SurfaceMesh& mesh = other.build(rich.particles(), settings, Threads(1));
    EXPECT_TRUE(sameBytes(mesh.positions, expected.positions)) << hwy::TargetName(target);
    EXPECT_TRUE(sameBytes(mesh.velocities, expected.velocities)) << hwy::TargetName(target);
    EXPECT_TRUE(sameBytes(mesh.colours, expected.colours)) << hwy::TargetName(target);
    EXPECT_TRUE(sameBytes(mesh.liquids, expected.liquids)) << hwy::TargetName(target);
    EXPECT_TRUE(sameBytes(mesh.triangles, expected.triangles)) << hwy::TargetName(target);
  }
  hwy::GetChosenTarget().Update(all);
}

TEST(SurfaceBuilder, DoesNotDependOnWhatItMadeBefore) {
  const RichParticles rich;
  const SurfaceSettings settings{.interactionRadius = kH};
  SurfaceBuilder fresh, used;
  const SurfaceMesh& expected = fresh.build(rich.particles(), settings, Threads(1));
  SurfaceParticles others;
  const std::vector<Vec3> more = cloud(5000, 20.f * kH, 8);
  others.positions = more;
  used.build(others, {.interactionRadius = 0.7f * kH, .smoothing = 0.f}, Threads(1));
  const SurfaceMesh& mesh = used.build(rich.particles(), settings, Threads(1));
  EXPECT_TRUE(sameBytes(mesh.positions, expected.positions));
  EXPECT_TRUE(sameBytes(mesh.triangles, expected.triangles));
  EXPECT_TRUE(sameBytes(mesh.colours, expected.colours));
}

TEST(SurfaceBuilder, KeepsItsShapeWhenMovedByWholeCells) {
  // Positions and shifts are multiples of powers of two, so moving a point by whole cells is exact. Only the
  // borders between blocks of cells fall elsewhere in the cloud.
  const float h = 0.125f, cell = 0.03125f;
  std::vector<Vec3> here = cloud(300, 0.75f, 2);
  for (Vec3& p : here) p = glm::round(p * 4096.f) / 4096.f;
  for (const Vec3& shift : {Vec3(3.f, -5.f, 1.f), Vec3(4000.f, 4001.f, -4003.f)}) {  // shifts [cells]
    std::vector<Vec3> there = here;
    for (Vec3& p : there) p += shift * cell;
    for (const float smoothing : {0.f, 1.f})
      // The collapse of short edges begins with the shortest edge. Rounding can change that order, and so the
      // number of triangles.
      for (const float shortestEdge : {0.f, SurfaceSettings{}.shortestEdge}) {
        const SurfaceSettings settings{
            .interactionRadius = h, .cell = cell, .smoothing = smoothing, .shortestEdge = shortestEdge};
        const SurfaceMesh a = meshOf(here, settings), b = meshOf(there, settings);
        if (shortestEdge == 0.f) {
          ASSERT_EQ(a.positions.size(), b.positions.size());
          ASSERT_EQ(a.triangles.size(), b.triangles.size());
        }
        // Tolerance: vertices at coordinates of 125 are rounded to 8e-6, and sums over blocks run in another
        // order.
        EXPECT_NEAR(enclosedVolume(b) / enclosedVolume(a), 1.0, 1e-4);
        EXPECT_NEAR(surfaceArea(b) / surfaceArea(a), 1.0, 1e-4);
      }
  }
}

TEST(SurfaceBuilder, GivesVerticesWhatTheParticlesHave) {
  // A linear field stays nearly linear: the mean of the particles near a vertex lies inward by half a radius
  // at most.
  std::vector<Vec3> positions = cloud(4000, 6.f * kH, 6), velocities;
  std::vector<float> values;
  for (const Vec3& p : positions) {
    velocities.push_back({1.f, -2.f, 3.f * p.x});
    values.push_back(10.f * p.y);
  }
  SurfaceParticles particles;
  particles.positions = positions;
  particles.velocities = velocities;
  particles.values = values;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh = builder.build(particles, {.interactionRadius = kH}, Threads(1));
  ASSERT_EQ(mesh.velocities.size(), mesh.positions.size());
  ASSERT_EQ(mesh.values.size(), mesh.positions.size());
  EXPECT_TRUE(mesh.colours.empty());
  EXPECT_TRUE(mesh.materials.empty());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    EXPECT_NEAR(mesh.velocities[v].x, 1.f, 1e-5f);
    EXPECT_NEAR(mesh.velocities[v].y, -2.f, 1e-5f);
    EXPECT_NEAR(mesh.velocities[v].z, 3.f * mesh.positions[v].x, 3.f * kH);
    EXPECT_NEAR(mesh.values[v], 10.f * mesh.positions[v].y, 10.f * kH);
  }
}

TEST(SurfaceBuilder, MixesColoursAsLight) {
  // Colours mix as linear light: half way between black and white is half the light, 188 of 255.
  const std::vector<Vec3> positions{Vec3(-0.25f * kH, 0.f, 0.f), Vec3(0.25f * kH, 0.f, 0.f)};
  const std::vector<std::uint32_t> colours{0xFF000000u, 0xFFFFFFFFu};
  SurfaceParticles particles;
  particles.positions = positions;
  particles.colours = colours;
  SurfaceBuilder builder;
  const SurfaceSettings settings{
      .interactionRadius = kH, .cell = kH / 8.f, .smoothing = 0.f, .shortestEdge = 0.f};
  const SurfaceMesh& mesh = builder.build(particles, settings, Threads(1));
  int middle = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    if (std::abs(mesh.positions[v].x) > 1e-4f * kH) continue;
    ++middle;
    EXPECT_EQ(mesh.colours[v], 0xFFBCBCBCu);
  }
  EXPECT_GT(middle, 4);
  // A single colour stays the same, whichever the colour.
  for (const std::uint32_t colour : {0x80123456u, 0xFF0102FEu}) {
    const std::vector<std::uint32_t> same{colour, colour}, other{colour, colour ^ 0x00800000u};
    particles.colours = same;
    for (const std::uint32_t c : builder.build(particles, settings, Threads(1)).colours) EXPECT_EQ(c, colour);
    particles.colours = other;  // the colours differ in blue only
    for (const std::uint32_t c : builder.build(particles, settings, Threads(1)).colours)
      EXPECT_EQ(c & 0xFF00FFFFu, colour & 0xFF00FFFFu);
  }
}

TEST(SurfaceBuilder, TakesTheMaterialOfMostWeight) {
  const std::vector<Vec3> positions{Vec3(-0.3f * kH, 0.f, 0.f), Vec3(0.3f * kH, 0.f, 0.f)};
  const std::vector<std::uint16_t> materials{4, 2};
  SurfaceParticles particles;
  particles.positions = positions;
  particles.materials = materials;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh = builder.build(particles, {.interactionRadius = kH}, Threads(1));
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const float x = mesh.positions[v].x;
    if (std::abs(x) > 0.01f * kH) {
      EXPECT_EQ(mesh.materials[v], x < 0.f ? 4 : 2);
    }
  }
}

/// Provides two liquids side by side, each stirred from two colours.
struct SideBySide {
  std::vector<Vec3> positions = cloud(4000, 6.f * kH, 5);
  std::vector<std::uint32_t> colours;
  std::vector<std::uint16_t> materials;

  SideBySide() {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const bool left = positions[i].x < 0.f;
      materials.push_back(left ? 3 : 1);
      // The left liquid has two shades of red, the right liquid two shades of blue.
      colours.push_back(0xff000000u | (i % 2 == 0 ? 0xffu : 0x80u) << (left ? 0 : 16));
    }
  }
  [[nodiscard]] SurfaceParticles particles() const {
    SurfaceParticles all;
    all.positions = positions, all.colours = colours, all.materials = materials;
    return all;
  }
};

TEST(SurfaceBuilder, DistinguishesTwoLiquids) {
  const SideBySide both;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh = builder.build(both.particles(), {.interactionRadius = kH}, Threads(1));
  ASSERT_EQ(mesh.liquids.size(), mesh.positions.size());
  int mixed = 0, stirred = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const VertexLiquids& here = mesh.liquids[v];
    ASSERT_GE(here.share, 0.5f);
    ASSERT_LE(here.share, 1.f);
    if (std::abs(mesh.positions[v].x) > 0.5f * kH) {
      EXPECT_EQ(here.materials[0], mesh.positions[v].x < 0.f ? 3 : 1);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint32_t others = here.materials[i] == 3 ? 0x00ff0000u : 0x000000ffu;
      ASSERT_EQ(here.colours[i] & others, 0u) << "colours of one liquid mix, those of two do not";
      const std::uint32_t own = here.colours[i] & ~others & 0x00ffffffu;
      stirred += own != 0xffu && own != 0x80u && own != 0xff0000u && own != 0x800000u ? 1 : 0;
    }
    mixed += (mesh.colours[v] & 0xffu) != 0 && (mesh.colours[v] & 0xff0000u) != 0 ? 1 : 0;
  }
  EXPECT_GT(mixed, 20) << "the colour that is exported is that of all liquid there";
  EXPECT_GT(stirred, 1000);
}

TEST(SurfaceBuilder, HasOneLiquidOnlyWhereOneMaterialIs) {
  SideBySide both;
  both.materials.assign(both.materials.size(), 7);
  SurfaceBuilder builder;
  EXPECT_TRUE(builder.build(both.particles(), {.interactionRadius = kH}, Threads(1)).liquids.empty());
}

TEST(SurfaceBuilder, DrawsASmoothBorderBetweenLiquids) {
  const SideBySide both;
  const auto borderRoughness = [&](int meshRounds) {
    SurfaceBuilder builder;
    const SurfaceMesh& mesh =
        builder.build(both.particles(), {.interactionRadius = kH, .meshRounds = meshRounds}, Threads(1));
    // Measures where the share of both liquids is equal along each edge that crosses the border.
    double sum = 0.0;
    int count = 0;
    for (const auto& t : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = t[k], b = t[(k + 1) % 3];
        if (mesh.liquids[a].materials[0] != 3 || mesh.liquids[b].materials[0] != 1) continue;
        const float leadA = 2.f * mesh.liquids[a].share - 1.f, leadB = 2.f * mesh.liquids[b].share - 1.f;
        const Vec3 at = glm::mix(mesh.positions[a], mesh.positions[b], leadA / (leadA + leadB));
        sum += static_cast<double>(at.x * at.x), ++count;
      }
    return std::sqrt(sum / count) / static_cast<double>(kH);
  };
  // The particles are random, so the border is crooked by chance and cannot become straight.
  EXPECT_LT(borderRoughness(SurfaceSettings{}.meshRounds), 0.85 * borderRoughness(0));
}

TEST(SurfaceBuilder, LeavesOutWhatIsNowhere) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinite = std::numeric_limits<float>::infinity();
  const SurfaceSettings settings{.interactionRadius = kH};
  const SurfaceMesh alone = meshOf({Vec3(0.5f)}, settings);
  const SurfaceMesh among =
      meshOf({Vec3(nan, 0.f, 0.f), Vec3(0.5f), Vec3(0.f, infinite, 0.f), Vec3(0.f, 0.f, 1e30f)}, settings);
  EXPECT_FALSE(alone.triangles.empty());
  EXPECT_TRUE(sameBytes(alone.positions, among.positions));
  EXPECT_TRUE(meshOf({}, settings).triangles.empty());
  EXPECT_TRUE(meshOf({Vec3(nan)}, settings).positions.empty());
}

TEST(SurfaceBuilder, RefusesWhatCannotBe) {
  const std::vector<Vec3> positions{Vec3(0.f), Vec3(1.f)}, velocities{Vec3(0.f)};
  SurfaceBuilder builder;
  const auto refuses = [&](const SurfaceSettings& settings) {
    SurfaceParticles particles;
    particles.positions = positions;
    EXPECT_THROW(builder.build(particles, settings, Threads(1)), std::invalid_argument);
  };
  refuses({});
  refuses({.interactionRadius = -kH});
  refuses({.interactionRadius = kH, .spacing = -kH});
  refuses({.interactionRadius = std::numeric_limits<float>::quiet_NaN()});
  refuses({.interactionRadius = kH, .cell = -0.01f});
  refuses({.interactionRadius = kH, .cell = 2.f * kH});
  refuses({.interactionRadius = kH, .level = 0.f});
  refuses({.interactionRadius = kH, .level = 1.f});
  refuses({.interactionRadius = kH, .smoothing = 1.5f});
  refuses({.interactionRadius = kH, .cell = kH / 300.f});  // two particles would need 400,000 blocks each
  refuses({.interactionRadius = kH, .cell = 1e-30f});
  SurfaceParticles particles;
  particles.positions = positions;
  particles.velocities = velocities;
  EXPECT_THROW(builder.build(particles, {.interactionRadius = kH}, Threads(1)), std::invalid_argument);
  // The builder works again after an error.
  particles.velocities = {};
  EXPECT_FALSE(builder.build(particles, {.interactionRadius = kH}, Threads(1)).triangles.empty());
}

}  // namespace
}  // namespace ooze::surface_builder_test
