// Stress test: twenty bodies are thrown into a closed tank until they lie in heaps; nothing fails and nothing
// leaves.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ooze::thrown_bodies_test {
namespace {

constexpr const char* kTank = R"({
  "version": 1, "h": 0.025, "fps": 60,
  "materials": [{"name": "water", "file": "water"}],
  "liquids": [{"shape": {"box": {"half_extents": [0.12, 0.016, 0.08]}}, "position": [0, 0.016, 0]}],
  "bodies": [{"name": "tank", "shape": {"tank": {"half_extents": [0.12, 0.12, 0.08], "open_top": false}},
              "position": [0, 0.12, 0]}]
})";
constexpr int kBodies = 20;
constexpr std::uint64_t kThrowEvery = 9;  // in frames: the last body is thrown at 2.9 s

/// Throws body `n` (from 0) from a corner across the tank: four shapes in turn, lighter and heavier than
/// water.
void throwIn(World& world, int n) {
  constexpr std::array kKinds{"sphere", "box", "capsule", "cylinder"};
  constexpr std::array kDensities{300.f, 1500.f, 80.f, 4000.f, 900.f};
  const float side = n % 2 == 0 ? 1.f : -1.f;
  const float size = 0.016f + 0.002f * static_cast<float>(n % 4);
  world.submit(command(std::string("bodies.add_") + kKinds[static_cast<std::size_t>(n) % kKinds.size()],
                       {0.07f * side, 0.17f, 0.03f * std::sin(static_cast<float>(n)), size,
                        kDensities[static_cast<std::size_t>(n) % kDensities.size()]}));
  world.step();  // the step adds the body
  const std::string body = "body.dropped " + std::to_string(n + 1);
  world.submit(command(body + ".velocity", {-1.5f * side, -1.5f, 0.4f}));
  world.submit(command(body + ".angular_velocity", {8.f, -5.f, 12.f * side}));
}

TEST(ThrownBodies, StayInTheTankAlsoInHeaps) {
  World world(parseScene(kTank, "thrown.json", Detail::Coarse).world);
  const float h = world.spec().methodSettings.interactionRadius;
  const std::size_t particles = world.particles().size();
  ASSERT_GT(particles, 1000u);
  int thrown = 0;
  double fastest = 0.0, deepest = 0.0;
  while (world.time() < 5.5) {
    if (thrown < kBodies && world.frameIndex() == kThrowEvery * static_cast<std::uint64_t>(thrown))
      throwIn(world, thrown++);
    world.advanceFrame();
    const Particles& p = world.particles();
    ASSERT_EQ(p.size(), particles);
    const auto& bodies = world.bodies().list;
    const Body& tank = bodies.front();
    for (std::size_t i = 0; i < p.size(); ++i) {
      ASSERT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i])) << "particle " << p.id[i];
      ASSERT_GT(tank.shape->distance(tank.pose.toLocal(p.position[i])), -0.05f * h) << "particle " << p.id[i];
      for (std::size_t b = 1; b < bodies.size(); ++b)
        deepest =
            std::max<double>(deepest, -bodies[b].shape->distance(bodies[b].pose.toLocal(p.position[i])));
    }
    ASSERT_EQ(bodies.size(), 1u + static_cast<std::size_t>(thrown));
    for (std::size_t b = 1; b < bodies.size(); ++b) {
      const Body& body = bodies[b];
      ASSERT_TRUE(body.present);
      ASSERT_TRUE(isFinite(body.velocity) && isFinite(body.angularVelocity)) << body.name;
      fastest = std::max<double>(fastest, glm::length(body.velocity));
      // Every shape extends at least its radius from its centre; contacts may yield by a millimetre.
      ASSERT_GT(tank.shape->distance(tank.pose.toLocal(body.centre())), body.solid.size.x - 0.0015f)
          << body.name << " at " << world.time() << " s";
    }
  }
  EXPECT_EQ(thrown, kBodies);
  EXPECT_TRUE(world.rollBacks().empty());
  // Bound: thrown at 2.1 m/s with 0.24 m to fall gives 3.1 m/s.
  EXPECT_LT(fastest, 3.2);
  EXPECT_LT(deepest, 0.05 * h);
  RecordProperty("fastest", std::to_string(fastest));
  RecordProperty("deepest_h", std::to_string(deepest / static_cast<double>(h)));
}

}  // namespace
}  // namespace ooze::thrown_bodies_test
