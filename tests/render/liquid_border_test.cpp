// The border between two liquids: a single line, sharper and straighter than the triangles.
#include "render/drawn_surface.h"
#include "render/picture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::testing::liquid_border_test {
namespace {

constexpr std::uint32_t kRed = 0xff2020d0, kBlue = 0xffd02020;  // colours as 0xAABBGGRR

VertexLiquids mostly(std::uint16_t first, std::uint16_t second, float share) {
  return {{first, second}, {0xff000000u | first, 0xff000000u | second}, share};
}

SurfaceMesh triangleOf(const VertexLiquids& a, const VertexLiquids& b, const VertexLiquids& c) {
  SurfaceMesh mesh;
  mesh.liquids = {a, b, c};
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

std::optional<LiquidBorder> borderOf(const SurfaceMesh& mesh) {
  return borderWithin(mesh, mesh.triangles.front());
}

TEST(LiquidBorder, RunsWhereTheLeadChanges) {
  const auto border = borderOf(triangleOf(mostly(5, 5, 1.f), mostly(5, 2, 0.75f), mostly(2, 5, 0.8f)));
  ASSERT_TRUE(border);
  EXPECT_EQ(border->materials, (std::array<std::uint16_t, 2>{2, 5}));
  EXPECT_FLOAT_EQ(border->corners[0].lead, -1.f);
  EXPECT_FLOAT_EQ(border->corners[1].lead, -0.5f);
  EXPECT_FLOAT_EQ(border->corners[2].lead, 0.6f);
  for (const LiquidBorder::BorderCorner& corner :
       border->corners)  // a liquid absent at a corner takes a neighbouring corner's colour
    EXPECT_EQ(corner.colours, (std::array<std::uint32_t, 2>{0xff000002u, 0xff000005u}));
}

TEST(LiquidBorder, IsNoneWhereOneLiquidIsWellAhead) {
  EXPECT_FALSE(borderOf(triangleOf(mostly(1, 1, 1.f), mostly(1, 2, 0.7f), mostly(1, 3, 0.6f))));
  EXPECT_TRUE(borderOf(triangleOf(mostly(1, 1, 1.f), mostly(1, 2, 0.7f), mostly(1, 3, 0.51f))))
      << "within the blur of a border beside the triangle";
  SurfaceMesh plain;
  plain.triangles = {{0, 1, 2}};
  EXPECT_FALSE(borderOf(plain));
}

TEST(LiquidBorder, TakesTheTwoHeaviestOfThree) {
  const auto border = borderOf(triangleOf(mostly(4, 9, 0.9f), mostly(4, 9, 0.8f), mostly(1, 9, 0.6f)));
  ASSERT_TRUE(border);
  EXPECT_EQ(border->materials, (std::array<std::uint16_t, 2>{4, 9}));
  EXPECT_FLOAT_EQ(border->corners[2].lead, -1.f) << "only the second particle has both";
}

/// Returns a slab of red paint beside a slab of blue paint, seen from the broad side. The border is inclined
/// by a fifth, so that it crosses cells and triangles.
Snapshot twoPaints(const char* look) {
  Snapshot scene = emptyScene();
  addBall(scene, {}, 0.001f, look, kRed);
  addBall(scene, {}, 0.001f, "paint", kBlue);
  scene.positions.clear(), scene.velocities.clear(), scene.colours.clear();
  scene.particleMaterials.clear();
  const float s = 0.77f * scene.restSpacing;
  for (int z = 0; z < 3; ++z)
    for (int y = -10; y <= 10; ++y)
      for (int x = -12; x <= 12; ++x) {
        const Vec3 at(static_cast<float>(x), static_cast<float>(y), -static_cast<float>(z));
        const bool red = at.x + 0.2f * at.y < 0.25f;
        scene.positions.push_back(Vec3(0.f, 0.1f, 0.f) + s * at);
        scene.velocities.emplace_back(0.f);
        scene.colours.push_back(red ? kRed : kBlue);
        scene.particleMaterials.push_back(red ? 0 : 1);
      }
  return scene;
}

/// The end of red in each row of the middle of a picture, and the number of pixels that are neither red nor
/// blue.
struct BorderPixels {
  std::vector<double> ends;
  int between = 0;
};
BorderPixels lookAt(const Image& image) {
  BorderPixels seen;
  for (int y = image.height / 2 - 60; y < image.height / 2 + 60; ++y) {
    double red = 0.0;
    for (int x = image.width / 2 - 60; x < image.width / 2 + 60; ++x) {
      const Rgb p = pixel(image, x, y);
      const double part = static_cast<double>(p.r) / std::max(1, p.r + p.b);
      red += std::clamp((part - 0.3) / 0.4, 0.0, 1.0);
      seen.between += part > 0.35 && part < 0.65;
    }
    seen.ends.push_back(red);
  }
  return seen;
}

/// Returns the largest deviation from the best straight line [pixels].
double crookedness(const std::vector<double>& ends) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double x = static_cast<double>(i);
    n += 1.0, sx += x, sy += ends[i], sxx += x * x, sxy += x * ends[i];
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx), start = (sy - slope * sx) / n;
  double most = 0.0;
  for (std::size_t i = 0; i < ends.size(); ++i)
    most = std::max(most, std::abs(ends[i] - start - slope * static_cast<double>(i)));
  return most;
}

TEST(LiquidBorder, OfTwoPaintsIsALineAtEveryQuality) {
  const CameraView near({0.f, 0.1f, 0.22f}, {0.f, 0.1f, 0.f}, 30.f);
  for (const int quality : {0, 1, 2}) {
    const Image image =
        renderer().render(twoPaints("paint"), near, settingsOf(View::Surface, quality, {320, 240}));
    const BorderPixels seen = lookAt(image);
    EXPECT_LT(crookedness(seen.ends), 1.0) << "quality " << quality;
    EXPECT_LT(seen.between, 3 * 120) << "quality " << quality;
  }
}

}  // namespace
}  // namespace ooze::testing::liquid_border_test
