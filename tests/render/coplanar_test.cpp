// Tests that no two drawn faces lie in one plane, where rounding would pick the face that each pixel shows.
#include "ooze/scene/scene.h"

#include "render/frame_block.h"
#include "render/picture.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::testing::coplanar_test {
namespace {

/// A flat face that faces outwards: a parallelogram, or a part of the floor as large as the scene.
struct Face {
  std::string body;
  std::uint32_t colour = 0;
  Vec3 centre, normal;
  Vec3 side[2];  ///< from the centre to the middles of two edges [m]
};

/// Returns the flat faces of a body: those of a box, and squares round the caps of a cylinder.
std::vector<Face> facesOf(const Body& body) {
  std::vector<Face> faces;
  const Vec3& size = body.solid.size;
  const bool box = body.solid.kind == SolidShape::SolidKind::Box;
  if (!box && body.solid.kind != SolidShape::SolidKind::Cylinder) return faces;
  const Vec3 half = box ? size : Vec3(size.x, size.y, size.x);
  for (int axis = 0; axis < 3; ++axis)
    for (const float sign : {-1.f, 1.f}) {
      if (!box && axis != 1) continue;
      Vec3 out(0.f), a(0.f), b(0.f);
      out[axis] = sign, a[(axis + 1) % 3] = half[(axis + 1) % 3], b[(axis + 2) % 3] = half[(axis + 2) % 3];
      faces.push_back({body.name,
                       body.look.colour,
                       body.pose.toWorld(out * half),
                       body.pose.directionToWorld(out),
                       {body.pose.directionToWorld(a), body.pose.directionToWorld(b)}});
    }
  return faces;
}

/// Returns true if two faces look the same way from one plane, and overlap in it.
bool sharePlane(const Face& a, const Face& b, float tolerance) {
  if (glm::dot(a.normal, b.normal) < 0.9999f) return false;
  const Vec3 offset = a.centre - b.centre;
  if (std::abs(glm::dot(offset, b.normal)) > tolerance) return false;
  for (const Face* face : {&a, &b})
    for (const Vec3& side : face->side) {
      const Vec3 axis = glm::normalize(side);
      float reach = -tolerance;
      for (const Vec3& other : {a.side[0], a.side[1], b.side[0], b.side[1]})
        reach += std::abs(glm::dot(axis, other));
      if (std::abs(glm::dot(axis, offset)) >= reach) return false;  // a separating axis
    }
  return true;
}

// Faces of one colour may share a plane: each pixel looks the same whichever face it shows.
TEST(Coplanar, NoTwoFacesOfASceneShareAPlaneUnlessTheyLookAlike) {
  std::size_t faceCount = 0;
  for (const Listing& listing : listScenes()) {
    if (listing.own) continue;
    const Scene scene = loadSceneWithoutShapes(listing.name, Detail::Coarse);
    Snapshot snapshot;
    snapshot.bodies = scene.world.bodies;
    const float away = glm::length(scene.camera.target - scene.camera.eye);
    std::vector<Face> faces;
    for (const Body& body : snapshot.bodies)
      if (body.isDrawn())
        for (Face& face : facesOf(body)) faces.push_back(std::move(face));
    faceCount += faces.size();
    if (const Floor floor = findFloor(snapshot); floor.exists) {
      const Vec3& middle = scene.camera.target;
      faces.push_back({"ground",
                       0,
                       {middle.x, floor.height, middle.z},
                       {0, 1, 0},
                       {{4.f * away, 0, 0}, {0, 0, 4.f * away}}});
    }
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(faces[i].colour != faces[j].colour && sharePlane(faces[i], faces[j], 1e-4f * away))
            << listing.name << ": " << faces[i].body << " and " << faces[j].body << " at "
            << faces[i].centre.y;
  }
  std::printf("%zu faces of bodies\n", faceCount);
  EXPECT_GT(faceCount, 100u);
}

/// A picture of a tank, and the same picture without the tank's bars and panes.
struct TankPicture {
  Image with, without;
  CameraView camera;
  Vec3 half{0.15f, 0.08f, 0.1f};
  Vec3 centre{0.f};
};

/// Draws a tank whose bottom lies at y = 0, on a floor at y = 0 or in the air.
TankPicture drawTank(int quality, int supersample, const glm::ivec2& size, bool onFloor,
                     const CameraView& camera = {{0.25f, 0.3f, 0.6f}, {0.f, 0.05f, 0.f}, 40.f}) {
  TankPicture picture;
  picture.camera = camera;
  RenderSettings settings = settingsOf(View::Liquid, quality, size);
  settings.background = Background::Dark;
  Snapshot scene = emptyScene();
  if (onFloor) addFloor(scene);
  picture.without = renderer().render(scene, picture.camera, settings, supersample);
  Body tank = makeBody("tank", {SolidShape::SolidKind::Tank, picture.half}, Motion::Static);
  picture.centre = {0.f, picture.half.y, 0.f};
  tank.pose.position = picture.centre;
  scene.bodies.push_back(tank);
  picture.with = renderer().render(scene, picture.camera, settings, supersample);
  return picture;
}

/// Returns how much brighter the tank makes the brightest pixel within a pixel of a point.
int brightening(const TankPicture& picture, const Vec3& point) {
  const glm::ivec2 at(picture.camera.project(point, {picture.with.width, picture.with.height}));
  int most = 0;
  for (int y = at.y - 1; y <= at.y + 1; ++y)
    for (int x = at.x - 1; x <= at.x + 1; ++x)
      most =
          std::max(most, pixel(picture.with, x, y).brightness() - pixel(picture.without, x, y).brightness());
  return most;
}

struct TankCase {
  int quality, supersample, width;
  bool onFloor;
};
class TankEdges : public ::testing::TestWithParam<TankCase> {};

// Without a least width of the bars, and with faces of different brightness, the darkest place of an edge is
// as dark as the background.
TEST_P(TankEdges, AreUnbrokenLines) {
  const TankCase& c = GetParam();
  const TankPicture picture = drawTank(c.quality, c.supersample, {c.width, c.width * 3 / 4}, c.onFloor);
  const Vec3& half = picture.half;
  const float bar = tankBar(half);
  for (int axis = 0; axis < 3; ++axis)
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 from(0.f);
      from[(axis + 1) % 3] = (corner & 1 ? 1.f : -1.f) * (half[(axis + 1) % 3] + bar);
      from[(axis + 2) % 3] = (corner & 2 ? 1.f : -1.f) * (half[(axis + 2) % 3] + bar);
      from.y = std::max(from.y, -half.y + bar);  // the lower bars stand on the floor
      std::vector<int> light;
      for (float t = -0.75f; t <= 0.75f; t += 0.01f) {  // other edges and panes hide the ends
        Vec3 at = from;
        at[axis] = t * half[axis];
        light.push_back(brightening(picture, picture.centre + at));
      }
      const int darkest = *std::min_element(light.begin(), light.end());
      const auto middle = light.begin() + static_cast<std::ptrdiff_t>(light.size() / 2);
      std::nth_element(light.begin(), middle, light.end());
      EXPECT_GT(*middle, 20) << "axis " << axis << ", corner " << corner;
      EXPECT_GT(darkest, *middle / 3) << "axis " << axis << ", corner " << corner;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TankEdges,
                         ::testing::Values(TankCase{0, 1, 320, true}, TankCase{1, 1, 160, true},
                                           TankCase{1, 1, 320, true}, TankCase{2, 1, 320, false},
                                           TankCase{2, 1, 480, true}, TankCase{2, 2, 160, true},
                                           TankCase{2, 2, 320, true}, TankCase{2, 2, 320, false}),
                         [](const auto& tank) {
                           const TankCase& c = tank.param;
                           return "quality" + std::to_string(c.quality) + "_samples" +
                                  std::to_string(c.supersample) + "_width" + std::to_string(c.width) +
                                  (c.onFloor ? "_floor" : "_air");
                         });

TEST(Coplanar, ATankOnTheFloorShowsASmoothBottom) {
  const CameraView above({0.05f, 0.7f, 0.08f}, {0.f, 0.f, 0.f}, 40.f);  // no edge hides the bottom
  for (const int quality : {0, 1, 2}) {
    const TankPicture picture = drawTank(quality, 1, {320, 240}, true, above);
    int roughest = 0, shine = 0;
    for (float x = -0.8f; x <= 0.8f; x += 0.02f)
      for (float z = -0.8f; z <= 0.8f; z += 0.02f) {
        const Vec3 point(x * picture.half.x, 0.f, z * picture.half.z);
        const glm::ivec2 at(picture.camera.project(point, {320, 240}));
        const auto shown = [&](int dx, int dy) {
          return pixel(picture.with, at.x + dx, at.y + dy).brightness();
        };
        const int around = (shown(-1, 0) + shown(1, 0) + shown(0, -1) + shown(0, 1)) / 4;
        roughest = std::max(roughest, std::abs(shown(0, 0) - around));
        shine = std::max(shine, shown(0, 0) - pixel(picture.without, at.x, at.y).brightness());
      }
    std::printf("quality %d: neighbouring pixels differ by %d, the pane adds %d\n", quality, roughest, shine);
    EXPECT_LE(roughest, 2) << "quality " << quality;
  }
}

}  // namespace
}  // namespace ooze::testing::coplanar_test
