// Tests of the large fluidity slider (SPH with shape matching) in the real window, by real X events. The
// slider is dragged while the liquid falls.
#include "window_fixture.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze {
namespace {

/// A block that keeps its shape. Weak gravity lets the block fall for seconds.
constexpr const char* kFallingBlock = R"({
  "version": 1,
  "title": "Small block",
  "description": "A block falls slowly.",
  "method": "shape_matching",
  "h": 0.02,
  "duration": 9,
  "gravity": [0, -0.06, 0],
  "domain": {"lower": [-1, -1, -1], "upper": [1, 2, 1]},
  "materials": [{"name": "goo", "file": "shape_matching_slime", "colour": "#e0208c", "look": "clay", "parameters": {"alpha": 0, "viscosity": 0.1, "friction": 0.6, "stickiness": 0}}],
  "liquids": [{"name": "block", "shape": {"box": {"half_extents": [0.04, 0.06, 0.04]}}, "position": [0, 0.56, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "camera": {"eye": [0, 0.35, 1.5], "target": [0, 0.3, 0]}
})";

class FluidityWindowTest : public WindowTest {
 protected:
  // The slider lies below two rows of material cards.
  static constexpr int kSliderLeft = 960, kSliderRight = 1270, kSliderY = 366;

  FluidityWindowTest() : WindowTest(kFallingBlock) {}

  struct Extent {
    int width = 0, height = 0, top = 0;
  };
  /// Returns the extent of the pink pixels (the block) in the view.
  static Extent extentOf(const Image& screen) {
    int left = kWidth, right = 0, top = kHeight, bottom = 0;
    for (int y = 60; y < 620; ++y)
      for (int x = 290; x < 930; ++x) {
        const std::uint8_t* p = screen.at(x, y);
        if (p[0] < p[1] + 60 || p[2] < p[1] + 20) continue;
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
      }
    return {right - left, bottom - top, top};
  }
};

TEST_F(FluidityWindowTest, TheBigSliderMakesWhatFallsALiquidAndUndoTakesItBack) {
  start();
  const Image before =
      waitForScreen("the block is drawn", [](const Image& screen) { return extentOf(screen).width > 20; });
  const Extent block = extentOf(before);
  drag(kSliderLeft, kSliderY, kSliderRight, kSliderY);
  const Image after = waitForScreen("it has fallen meanwhile",
                                    [&](const Image& screen) { return extentOf(screen).top > block.top; });
  keepPicture("window_fluidity_test", after);
  const Extent falling = extentOf(after);
  ASSERT_GT(block.height, block.width) << "it is a block that stands upright";
  ASSERT_GT(block.width, 20);
  EXPECT_GT(falling.top, block.top) << "it fell meanwhile";
  const Image apart = waitForScreen(
      "it has run out", [&](const Image& screen) { return extentOf(screen).width >= 2 * block.width; });
  keepPicture("window_fluidity_apart_test", apart);
  EXPECT_LT(extentOf(apart).height, block.height);
  key("ctrl+z");
  waitFor("that is undone",
          [](const Json& r) { return r["values"]["materials"]["goo"]["alpha"].get<float>() == 0.f; });
  const Json report = close();
  float largest = 0.f;
  int edits = 0;
  for (const Json& command : report["commands"])
    if (command["target"] == "material.goo.alpha") {
      largest = std::max(largest, command["values"][0].get<float>());
      ++edits;
    }
  EXPECT_EQ(largest, 1.f);
  EXPECT_GT(edits, 2) << "it was live on the way";
  EXPECT_EQ(report["values"]["materials"]["goo"]["alpha"].get<float>(), 0.f) << "undone";
}

}  // namespace
}  // namespace ooze
