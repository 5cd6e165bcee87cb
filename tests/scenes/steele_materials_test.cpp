// The materials of Steele, Cline, Egbert and Dinerstein 2004 correspond to those of Clavet's method: equal
// density and viscosity, and a different flow for each material.
#include "ooze/methods/method.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_on_floor.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::steele_materials_test {
namespace {

/// Returns the kinematic viscosity without the part of packing, as in a world without gravity [m^2/s].
double viscosityOf(const MaterialDefinition& material, const char* method) {
  const MethodRow& row = findMethod(method);
  MethodSettings settings;
  settings.interactionRadius = material.referenceRadius;
  for (std::size_t p = 0; p < row.parameters().size(); ++p)
    for (const DerivedQuantity& figure : row.derivedQuantities(settings, 0.f, material, p))
      if (figure.unit == "m²/s") return figure.value;
  return 0.0;
}

TEST(SteeleMaterials, AreAsHeavyAndAsViscousAsThoseOfTheFirstMethod) {
  for (const std::string name : {"oil", "honey", "paint"}) {
    const MaterialDefinition first = loadMaterial(name, "clavet"),
                             second = loadMaterial("steele_" + name, "steele");
    EXPECT_EQ(second.density, first.density) << name;
    EXPECT_EQ(second.look, first.look) << name;
    EXPECT_NEAR(viscosityOf(second, "steele") / viscosityOf(first, "clavet"), 1.0, 0.05) << name;
  }
}

/// Returns a ball of liquid on the floor.
World puddle(const MaterialDefinition& material) {
  return test::liquidOnFloor("steele", 0.016f, material, makeSphere(0.03f), 0.031f);
}

/// Returns the distance from the axis within which nine tenths of the particles lie [m].
double widthOf(const World& world) {
  std::vector<double> away;
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const Vec3 at = world.particles().position[i];
    away.push_back(std::hypot(static_cast<double>(at.x), static_cast<double>(at.z)));
  }
  std::sort(away.begin(), away.end());
  return away.at(away.size() * 9 / 10);
}

double meanSpeed(const World& world) {
  double sum = 0.0;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    sum += static_cast<double>(glm::length(world.frameVelocity(i)));
  return sum / static_cast<double>(world.particles().size());
}

MaterialDefinition named(const std::string& name) { return loadMaterial("steele_" + name, "steele"); }

/// Removes all differences but viscosity: no adhesion to the floor, no slip, and equal cohesion.
MaterialDefinition butForViscosity(MaterialDefinition material) {
  const std::vector<ParameterInfo>& rows = findMethod("steele").parameters();
  for (std::size_t p = 0; p < rows.size(); ++p) {
    if (rows[p].key == "cling" || rows[p].key == "friction") material.values[p] = 0.f;
    if (rows[p].key == "cohesion") material.values[p] = 40.f;
  }
  return material;
}

TEST(SteeleMaterials, RunTheSlowerTheThickerTheyAre) {
  double thinner = 1.0;
  for (const std::string name : {"oil", "soap", "paint", "honey", "gel"}) {
    World world = puddle(butForViscosity(named(name)));
    for (int frame = 0; frame < 8; ++frame) world.advanceFrame();
    EXPECT_LT(widthOf(world), 0.98 * thinner) << name;
    thinner = widthOf(world);
  }
}

TEST(SteeleMaterials, ComeToRestWhole) {
  for (const std::string name : {"oil", "soap", "paint", "honey", "gel"}) {
    World world = puddle(named(name));
    const std::size_t all = world.particles().size();
    for (int frame = 0; frame < 150; ++frame) world.advanceFrame();
    EXPECT_LT(meanSpeed(world), 0.003) << name;
    EXPECT_LT(widthOf(world), 0.08) << name;
    EXPECT_EQ(world.particles().size(), all) << name;
    EXPECT_TRUE(world.rollBacks().empty()) << name;
  }
}

}  // namespace
}  // namespace ooze::steele_materials_test
