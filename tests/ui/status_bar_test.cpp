// Tests of the status bar: which items it shows, and when.
#include "panel_screen.h"

#include <memory>
#include <string>

namespace ooze::ui::status_bar_test {
namespace {

class StatusBarTest : public PanelScreen {
 protected:
  StatusBarTest() : PanelScreen(1600.f, 60.f) {
    snapshot_->method = "clavet";
    snapshot_->framesPerSecond = 60.0;
    snapshot_->substeps = 7;
    view_.snapshot = snapshot_;
  }
  void drawPanels(PanelContext& context) override { drawInPane(drawStatusBar, context); }
  bool shows(const std::string& text) { return words().find(text) != std::string::npos; }

  std::shared_ptr<Snapshot> snapshot_ = std::make_shared<Snapshot>();
};

TEST_F(StatusBarTest, ReportsARepeatedFrameForSomeSeconds) {
  view_.status.playing = true;
  snapshot_->frame = 130;
  EXPECT_FALSE(shows("repeated"));
  snapshot_->rollBacks = 1;
  snapshot_->lastRollBack.frame = 100;
  EXPECT_TRUE(shows("1repeated"));
  snapshot_->frame = 100 + 10 * 60;
  EXPECT_FALSE(shows("repeated"));
  snapshot_->frame = 50;
  EXPECT_FALSE(shows("repeated")) << "the world has gone back";
}

TEST_F(StatusBarTest, ShowsFrameAndStepWhilePaused) {
  snapshot_->frame = 12;
  snapshot_->step = 87;
  snapshot_->time = 0.204;
  EXPECT_TRUE(shows("0.20s,frame12,step87"));
  view_.status.playing = true;
  EXPECT_FALSE(shows("step87"));
}

}  // namespace
}  // namespace ooze::ui::status_bar_test
