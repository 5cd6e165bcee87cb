// Tests of the grab tool on liquid.
#include "liquid_tool_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::ui {
namespace {

TEST_F(LiquidToolTest, ATetherLeadsFromTheHeldLiquidToTheHand) {
  auto before = std::make_shared<Snapshot>(*view_.snapshot);
  for (std::size_t i = 0; i < before->positions.size(); ++i)
    before->ids.push_back(static_cast<std::uint32_t>(i));
  show(before);
  state_.tool = Action::GrabTool;
  const Pointer from = over({0.f, kTop, 0.f}), to = over({0.f, 0.2f, 0.f});
  press(from);
  move(to);
  const Vec3 hand = vector(session_.commands.back());
  // The slab is heavy: the held liquid has risen by 2 cm only.
  auto after = std::make_shared<Snapshot>(*before);
  for (Vec3& p : after->positions) p.y += 0.02f;
  show(after);
  const std::vector<Stroke> strokes = controller_.overlayStrokes(context(), &to);
  const auto tether = std::ranges::find_if(strokes, [](const Stroke& s) { return s.points.size() == 2; });
  ASSERT_NE(tether, strokes.end());
  EXPECT_LT(glm::distance(tether->points[0], Vec3(0.f, kTop, 0.f)), 0.06f) << "the held liquid";
  EXPECT_LT(glm::distance(tether->points[1], hand), 1e-4f);
  EXPECT_GT(glm::distance(tether->points[0], tether->points[1]), 0.08f);
  release();
}

TEST_F(LiquidToolTest, TheGripGrowsWithTheToolsSize) {
  state_.tool = Action::GrabTool;
  const auto grabbed = [&] {
    press(over({0.f, kTop, 0.f}));
    const float radius = session_.commands.back().values.at(3);
    release();
    return radius;
  };
  state_.tools.grip.chosen = 3.f * kH;
  const float small = grabbed();
  EXPECT_NEAR(small, 3.f * kH, 1e-6f);
  ToolContext c = context();
  controller_.resize(c, 3.f);
  EXPECT_GT(grabbed(), 1.2f * small);
}

}  // namespace
}  // namespace ooze::ui
