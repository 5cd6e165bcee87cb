// Test of the slider "Runny to thick" in the scene that the window opens first: its effect is seen soon.
#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/scene/scene.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::thickness_scene_test {
namespace {

constexpr int kPoured = 120, kShown = 60;  // frames before and after the change

/// Returns the share of the liquid that lies on the floor.
double shareOnFloor(const World& world) {
  const Particles& p = world.particles();
  const float low = 2.f * world.spec().methodSettings.interactionRadius;
  std::size_t count = 0;
  for (std::size_t i = 0; i < p.size(); ++i) count += p.position[i].y < low;
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(p.size(), 1));
}

TEST(ThicknessScene, TheFirstSceneShowsTheEffectOfTheSliderWithinASecond) {
  const Scene scene = loadScene("clavet_pour_bunny", Detail::Coarse);
  World world(scene.world, 2);
  for (int f = 0; f < kPoured; ++f) world.advanceFrame();
  ByteWriter poured;
  world.save(poured);
  const auto shareWith = [&](float factor) {
    ByteReader in(poured.bytes());
    world.restore(in);
    const MaterialDefinition& honey = world.materials()[0];
    const MethodRow& method = findMethod("clavet");
    EXPECT_GE(method.thicknessParameters.size(), 2u);
    for (const std::string_view key : method.thicknessParameters) {
      const std::size_t row = findParameter(method.parameters(), key);
      const float value = std::min(honey.values[row] * factor, method.parameters()[row].upper);
      world.submit(SetValue{{SettingOwner::Material, honey.name, std::string(key)}, value});
    }
    for (int f = 0; f < kShown; ++f) world.advanceFrame();
    return shareOnFloor(world);
  };
  const double loaded = shareWith(1.f), runny = shareWith(0.01f), thick = shareWith(2.6f);
  RecordProperty("on_floor_runny_loaded_thick",
                 std::to_string(runny) + " " + std::to_string(loaded) + " " + std::to_string(thick));
  EXPECT_GT(runny, 1.3 * loaded);
  EXPECT_LT(thick, 0.8 * loaded);
}

}  // namespace
}  // namespace ooze::thickness_scene_test
