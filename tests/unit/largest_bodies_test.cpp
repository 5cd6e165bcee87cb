// Tests that the largest bodies that commands can add run in every method, at a small interaction radius.
#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze::largest_bodies_test {
namespace {

using namespace test;

class LargestBodies : public testing::TestWithParam<const MethodRow*> {};

/// A drop lies beside a body that is 20 m high and rests on the ground. Work and memory that grow with the
/// body's volume over h^3 would need 10^10 cells.
TEST_P(LargestBodies, RestBesideADrop) {
  constexpr float kSize = 10.f, kRadius = 0.01f;
  for (const char* shape : {"sphere", "box", "capsule", "cylinder"})
    for (const bool isMoved : {true, false}) {
      WorldSpec spec;
      spec.method = GetParam()->key;
      spec.methodSettings.interactionRadius = kRadius;
      spec.materials = {defaultMaterial(*GetParam())};
      spec.liquids = {box({kSize + 0.03f, 0.01f, 0.f}, {0.02f, 0.01f, 0.02f})};
      spec.bodies = {ground()};
      World world(std::move(spec), 1);
      const std::size_t filled = world.particles().size();
      ASSERT_GT(filled, 0u);
      std::vector<float> values{0.f, kSize, 0.f, kSize};
      if (isMoved) values.push_back(1000.f);
      const std::string name = std::string(isMoved ? "bodies.add_" : "bodies.add_collider_") + shape;
      world.submit(command(name, values));
      world.advanceFrame();
      EXPECT_EQ(world.bodies().list.size(), 2u) << name;
      EXPECT_GT(world.particles().size(), filled / 2) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(All, LargestBodies, testing::ValuesIn(everyMethod()),
                         [](const auto& at) { return std::string(at.param->key); });

}  // namespace
}  // namespace ooze::largest_bodies_test
