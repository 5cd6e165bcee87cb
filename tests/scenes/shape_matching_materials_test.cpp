// The materials of SPH with shape matching correspond to those of Clavet's method: equal density and colour,
// and a block of each sinks as far.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_on_floor.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::shape_matching_materials_test {
namespace {

MaterialDefinition shapeMatching(const std::string& look) {
  return loadMaterial("shape_matching_" + look, "shape_matching");
}

/// Drops a block of 70 mm by 50 mm. @return mean height after a second [m]
double heightAfterASecond(const char* method, const MaterialDefinition& material) {
  World world = test::liquidOnFloor(method, 0.0165f, material, makeBox(Vec3(0.035f)), 0.085f);
  for (int frame = 0; frame < 60; ++frame) world.advanceFrame();
  EXPECT_TRUE(world.rollBacks().empty()) << material.name;
  double sum = 0.0;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    sum += static_cast<double>(world.particles().position[i].y);
  return sum / static_cast<double>(world.particles().size());
}

TEST(ShapeMatchingMaterials, AreAsHeavyAndColouredAsThoseOfTheFirstMethod) {
  for (const std::string look : {"gel", "clay", "slime", "paint", "honey"}) {
    const MaterialDefinition first = loadMaterial(look, "clavet"), third = shapeMatching(look);
    EXPECT_EQ(third.density, first.density) << look;
    EXPECT_EQ(third.look, first.look) << look;
    EXPECT_EQ(third.colour, first.colour) << look;
  }
}

TEST(ShapeMatchingMaterials, SinkAsFarAsThoseOfTheFirstMethod) {
  double stiffer = 0.035;
  for (const std::string look : {"gel", "clay", "slime", "paint", "honey"}) {
    const double first = heightAfterASecond("clavet", loadMaterial(look, "clavet")),
                 third = heightAfterASecond("shape_matching", shapeMatching(look));
    EXPECT_NEAR(third / first, 1.0, 0.3) << look << ": " << third << " and " << first << " m";
    EXPECT_LT(third, stiffer) << look;
    stiffer = third;
  }
}

TEST(ShapeMatchingMaterials, ToothpasteStandsWhereSlimeRunsOut) {
  const double toothpaste = heightAfterASecond("shape_matching", shapeMatching("toothpaste"));
  EXPECT_GT(toothpaste, 0.6 * 0.035);
  EXPECT_LT(toothpaste, 0.95 * 0.035) << "it gives way a little";
}

}  // namespace
}  // namespace ooze::shape_matching_materials_test
