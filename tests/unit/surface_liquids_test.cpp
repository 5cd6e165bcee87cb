// Tests of LiquidSurfaces, which extracts surfaces of single liquids inside the common surface of all
// liquids.
#include "surface/liquid_surfaces.h"
#include "unit/surface_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ooze::surface_liquids_test {
namespace {

using namespace test;

constexpr float kH = 0.1f, kSpacing = 0.38f * kH, kDrop = 3.2f * kSpacing;
constexpr std::uint16_t kWater = 0, kOil = 1, kSyrup = 2;
constexpr std::uint8_t kNone = LiquidSurfaces::kNone;
const Vec3 kMiddle(0.f), kAside(0.f, 0.f, 0.7f);

/// Provides a block of water with a drop of oil inside. On request a drop of syrup lies far beside the oil.
struct Mixture {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> colours;
  std::vector<std::uint16_t> materials;

  explicit Mixture(bool syrup = false) {
    for (int z = -8; z <= (syrup ? 26 : 8); ++z)
      for (int y = -8; y <= 8; ++y)
        for (int x = -8; x <= 8; ++x) {
          const Vec3 at = kSpacing * Vec3(x, y, z);
          std::uint16_t material = kWater;
          if (glm::distance(at, kMiddle) < kDrop) material = kOil;
          if (syrup && glm::distance(at, kAside) < kDrop) material = kSyrup;
          positions.push_back(at), materials.push_back(material);
          colours.push_back(0xff000000u | material);
        }
  }
  [[nodiscard]] SurfaceParticles particles() const { return {positions, {}, colours, materials, {}, {}}; }
  [[nodiscard]] std::size_t count(std::uint16_t material) const {
    return static_cast<std::size_t>(std::count(materials.begin(), materials.end(), material));
  }
};

SurfaceSettings settings() { return {.interactionRadius = kH}; }

bool sameBytes(const SurfaceMesh& a, const SurfaceMesh& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0);
  };
  return same(a.positions, b.positions) && same(a.normals, b.normals) && same(a.triangles, b.triangles) &&
         same(a.colours, b.colours);
}

TEST(LiquidSurfaces, OfADropWithinAnotherLiquidIsAClosedBall) {
  const Mixture mixture;
  LiquidSurfaces surfaces;
  const std::array<std::uint8_t, 2> groupOf{kNone, 0};
  const auto meshes = surfaces.build(mixture.particles(), groupOf, settings(), Threads(1));
  ASSERT_EQ(meshes.size(), 1u);
  const SurfaceMesh& drop = *meshes[0];
  ASSERT_EQ(findMeshFault(drop), "");
  EXPECT_EQ(pieceCount(drop), 1u);
  EXPECT_EQ(eulerCharacteristic(drop), 2);
  const double volume = static_cast<double>(mixture.count(kOil)) * std::pow(static_cast<double>(kSpacing), 3);
  EXPECT_NEAR(enclosedVolume(drop), volume, 0.1 * volume);  // a ball alone is within a few per cent
  for (std::size_t v = 0; v < drop.positions.size(); ++v) {
    // The corners of a lattice in a ball lie up to half a spacing inside the ball.
    EXPECT_NEAR(glm::length(drop.positions[v]), kDrop, 0.8f * kSpacing);
    EXPECT_EQ(drop.colours[v], 0xff000000u | kOil);
  }
}

TEST(LiquidSurfaces, AreEachAsIfTheOthersWereNotThere) {
  const Mixture mixture(true);
  LiquidSurfaces surfaces;
  const std::array<std::uint8_t, 3> groupOf{kNone, 1, 0};
  for (const int threads : {1, 3}) {
    const auto meshes = surfaces.build(mixture.particles(), groupOf, settings(), Threads(threads));
    ASSERT_EQ(meshes.size(), 2u);
    for (const std::uint16_t material : {kOil, kSyrup}) {
      Mixture alone;
      alone.positions.clear();
      for (std::size_t i = 0; i < mixture.positions.size(); ++i)
        if (mixture.materials[i] == material) alone.positions.push_back(mixture.positions[i]);
      alone.colours.assign(alone.positions.size(), 0xff000000u | material);
      alone.materials.assign(alone.positions.size(), material);
      SurfaceBuilder builder;
      const SurfaceMesh& mesh = builder.build(alone.particles(), settings(), Threads(1));
      ASSERT_FALSE(mesh.triangles.empty());
      EXPECT_TRUE(sameBytes(*meshes[groupOf[material]], mesh)) << material << ", " << threads << " threads";
    }
  }
}

TEST(LiquidSurfaces, OfOneGroupAreOneAndWhatIsInNoneIsLeftOut) {
  const Mixture mixture(true);
  LiquidSurfaces surfaces;
  const std::array<std::uint8_t, 3> together{kNone, 0, 0};
  auto meshes = surfaces.build(mixture.particles(), together, settings(), Threads(1));
  ASSERT_EQ(meshes.size(), 1u);
  EXPECT_EQ(pieceCount(*meshes[0]), 2u);
  // Materials beyond the end belong to no group. A group without particles has an empty mesh.
  const std::array<std::uint8_t, 2> first{kNone, 2};
  meshes = surfaces.build(mixture.particles(), first, settings(), Threads(1));
  ASSERT_EQ(meshes.size(), 3u);
  EXPECT_TRUE(meshes[0]->triangles.empty());
  EXPECT_TRUE(meshes[1]->triangles.empty());
  EXPECT_EQ(pieceCount(*meshes[2]), 1u);
}

TEST(LiquidSurfaces, NeedMaterialsAndFewGroups) {
  const Mixture mixture;
  LiquidSurfaces surfaces;
  SurfaceParticles nameless = mixture.particles();
  nameless.materials = {};
  const std::array<std::uint8_t, 2> groupOf{kNone, 0}, tooMany{kNone, LiquidSurfaces::kMost};
  EXPECT_THROW(surfaces.build(nameless, groupOf, settings(), Threads(1)), std::invalid_argument);
  EXPECT_THROW(surfaces.build(mixture.particles(), tooMany, settings(), Threads(1)), std::invalid_argument);
}

}  // namespace
}  // namespace ooze::surface_liquids_test
