// Tests of a window that loses its graphics card. The program saves the session, prints one line and exits
// with an error code.
#include "app/window/display_loss.h"

#include "base/file.h"
#include "fixtures/small_scene.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

class GraphicsResetDeathTest : public testing::Test {
 protected:
  GraphicsResetDeathTest() { testing::GTEST_FLAG(death_test_style) = "fast"; }

  TemporaryFolder folder_;
  std::filesystem::path save_ = folder_.path() / "session";
};

TEST_F(GraphicsResetDeathTest, SavesSaysSoAndEnds) {
  const auto draw = [this] {
    const DisplayLossGuard guard([this] {
      writeFile(save_, "as it was");
      return true;
    });
    ResetWatch([] { return true; }).checkReset();
  };
  EXPECT_EXIT(draw(), testing::ExitedWithCode(1),
              "^ooze: the graphics card was reset or unplugged; the session was saved and is "
              "offered at the next start\n$");
  EXPECT_EQ(readText(save_), "as it was");
}

TEST_F(GraphicsResetDeathTest, DoesNotPromiseASaveThatFailed) {
  const auto draw = [] {
    const DisplayLossGuard guard([] { return false; });
    ResetWatch([] { return true; }).checkReset();
  };
  EXPECT_EXIT(draw(), testing::ExitedWithCode(1), "could not be saved");
}

TEST_F(GraphicsResetDeathTest, IsNotSeenWhereThereIsNone) {
  const DisplayLossGuard guard([this] {
    writeFile(save_, "for nothing");
    return true;
  });
  ResetWatch([] { return false; }).checkReset();
  EXPECT_FALSE(std::filesystem::exists(save_));
}

}  // namespace
}  // namespace ooze
