// Pictures of each kind of solid, compared with the solid's signed distance field.
#include "geometry/builtin_meshes.h"
#include "render/picture.h"

#include <gtest/gtest.h>

namespace ooze::testing::body_picture_test {
namespace {

struct DrawnSolid {
  const char* name;
  SolidShape solid;
};
void PrintTo(const DrawnSolid& s, std::ostream* out) { *out << s.name; }

class PictureOfSolid : public ::testing::TestWithParam<DrawnSolid> {};

INSTANTIATE_TEST_SUITE_P(
    All, PictureOfSolid,
    ::testing::Values(DrawnSolid{"Sphere", {SolidShape::SolidKind::Sphere, Vec3(0.06f)}},
                      DrawnSolid{"Box", {SolidShape::SolidKind::Box, {0.07f, 0.03f, 0.05f}}},
                      DrawnSolid{"Capsule", {SolidShape::SolidKind::Capsule, {0.03f, 0.05f, 1.f}}},
                      DrawnSolid{"Cylinder", {SolidShape::SolidKind::Cylinder, {0.04f, 0.06f, 1.f}}},
                      DrawnSolid{"Ellipsoid", {SolidShape::SolidKind::Ellipsoid, {0.08f, 0.05f, 0.03f}}},
                      DrawnSolid{"Cup", {SolidShape::SolidKind::Cup, {0.06f, 0.06f, 0.01f}}}),
    [](const auto& set) { return set.param.name; });

/// Returns the smallest distance to the solid along a ray, by sphere tracing [m].
float clearance(const Body& body, const Ray& ray) {
  float along = 0.f, nearest = 1.f;
  for (int i = 0; i < 200 && along < 2.f && nearest > 1e-4f; ++i) {
    const float d = body.shape->distance(body.pose.toLocal(ray.origin + along * ray.direction));
    nearest = std::min(nearest, d);
    along += std::max(d, 1e-4f);
  }
  return nearest;
}

TEST_P(PictureOfSolid, CoversWhatItsDistanceFieldSays) {
  Snapshot scene = emptyScene();
  const CameraView above({0.05f, 0.45f, 0.5f}, {0.f, 0.1f, 0.f}, 30.f);  // the camera looks into the cup
  const Image without = renderer().render(scene, above, settingsOf(View::Liquid));
  Body body = makeBody("solid", GetParam().solid, Motion::Dynamic);
  body.look.colour = 0xff2020e0;
  body.pose = {{0.01f, 0.1f, 0.f}, glm::angleAxis(0.4f, glm::normalize(Vec3(1.f, 2.f, 3.f)))};
  scene.bodies.push_back(body);
  const Image with = renderer().render(scene, above, settingsOf(View::Liquid));

  // A pixel is 2 mm wide at the solid; pixels on the outline may count as either.
  constexpr float kPixel = 0.002f;
  int covered = 0, lost = 0, spilt = 0;
  for (int y = 0; y < with.height; ++y)
    for (int x = 0; x < with.width; ++x) {
      const Vec2 centre(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      const float clear = clearance(body, above.rayThrough(centre, {with.width, with.height}));
      const bool red = pixel(with, x, y).r > pixel(with, x, y).b + 25;
      const bool inside = clear < 2e-4f;
      covered += inside;
      // Some pixels that the ray hits lie on the outline, and a highlight may be white.
      lost += inside && !red;
      spilt += clear > kPixel && difference(pixel(with, x, y), pixel(without, x, y)) > 25;
    }
  EXPECT_GT(covered, 600);
  EXPECT_LT(lost, covered / 20);
  EXPECT_EQ(spilt, 0);
}

TEST(Picture, OfACupShowsWhatIsInItFromAboveOnly) {
  Snapshot scene = emptyScene();
  Body cup = makeBody("cup", {SolidShape::SolidKind::Cup, {0.06f, 0.06f, 0.01f}}, Motion::Static);
  cup.look.colour = 0xffe0e0e0;
  cup.pose.position.y = 0.1f;
  scene.bodies.push_back(cup);
  addSphereBody(scene, {0.f, 0.08f, 0.f}, 0.03f, 0xff2020e0);
  const CameraView above({0.f, 0.7f, 0.1f}, {0.f, 0.08f, 0.f}, 40.f);
  const Rgb ball =
      pixelAt(renderer().render(scene, above, settingsOf(View::Liquid)), above, {0.f, 0.11f, 0.f});
  EXPECT_GT(ball.r, ball.b + 60);
  const Rgb wall =
      pixelAt(renderer().render(scene, kFront, settingsOf(View::Liquid)), kFront, {0.f, 0.08f, 0.06f});
  EXPECT_LT(std::abs(wall.r - wall.b), 25);
}

TEST(Picture, OfAMouldIsGlassThatShowsTheLiquidInIt) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addBall(scene, {0.f, 0.06f, 0.f}, 0.04f, "honey", kHoney);
  const Image without = renderer().render(scene, kFront, settingsOf(View::Liquid));
  auto bunny = std::make_shared<Mesh>(makeProceduralBunny());
  standWithHeight(*bunny, 0.15f);
  Body mould =
      makeBody("mould", {SolidShape::SolidKind::Mould, Vec3(1.f), true, bunny}, Motion::Static, 0.005f);
  scene.bodies.push_back(mould);
  const Image with = renderer().render(scene, kFront, settingsOf(View::Liquid));
  const Rgb liquid = pixelAt(with, kFront, {0.f, 0.05f, 0.03f});
  EXPECT_GT(liquid.r, liquid.g + 20);
  EXPECT_GT(liquid.g, liquid.b + 15);
  // The glass itself is visible: the bunny's outline reflects light.
  int changed = 0;
  for (int y = 0; y < with.height; ++y)
    for (int x = 0; x < with.width; ++x) changed += difference(pixel(with, x, y), pixel(without, x, y)) > 12;
  EXPECT_GT(changed, 300);
}

TEST(Picture, LeavesOutABodyThatIsAbsent) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  const Image without = renderer().render(scene, kFront, settingsOf(View::Liquid));
  addSphereBody(scene, {0.f, 0.05f, 0.f}, 0.05f, 0xff3030e0);
  scene.bodies.back().present = false;
  EXPECT_EQ(renderer().render(scene, kFront, settingsOf(View::Liquid)).pixels, without.pixels);
}

}  // namespace
}  // namespace ooze::testing::body_picture_test
