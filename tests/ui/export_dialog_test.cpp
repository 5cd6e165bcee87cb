// Tests of the export dialog without a window.
#include "fixtures/temporary_folder.h"
#include "panel_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <optional>
#include <vector>

namespace ooze::ui {
namespace {

class FakeExports final : public FrameExports {
 public:
  void start(const ExportChoice& choice) override { started.push_back(choice); }
  void cancel() override { ++cancelled; }
  [[nodiscard]] const ExportStatus* status() const override { return shown ? &*shown : nullptr; }
  [[nodiscard]] std::uint64_t bytesPerFrame(const ExportChoice& choice) const override {
    return (choice.surface ? 2'600'000 : 0) + (choice.particles ? 500'000 : 0);
  }
  [[nodiscard]] std::string firstFile(const ExportChoice&, const char* of) const override {
    return file.empty() ? std::string("/tmp/pour_") + of + "_0001.ply" : file;
  }

  std::optional<ExportStatus> shown;
  std::vector<ExportChoice> started;
  std::string file;  ///< output file of the first export
  int cancelled = 0;
};

class ExportDialogTest : public PanelScreen {
 protected:
  ExportDialogTest() : PanelScreen(900.f, 600.f) {
    services_.exports = &exports_;
    show(77);
    auto scene = std::make_shared<Scene>();
    scene->name = "pour";
    view_.scene = scene;
    view_.timeline.last = 77;
    state_.exportOpen = true;
  }
  void drawPanels(PanelContext& context) override { drawExportDialog(context); }
  void show(std::uint64_t frame) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->frame = frame;
    view_.snapshot = snapshot;
  }
  bool clickDownRight(const std::function<bool()>& done) {
    frames(2);
    return clickDown(450.f + 230.f - 50.f, done, 200.f);  // the last button of the dialog
  }

  TemporaryFolder folder_;
  FakeExports exports_;
};

TEST_F(ExportDialogTest, ProposesTheSurfaceOfAllThatWasSimulated) {
  frames(2);
  key(ImGuiKey_Enter);
  ASSERT_EQ(exports_.started.size(), 1u);
  const ExportChoice& choice = exports_.started[0];
  EXPECT_TRUE(choice.surface);
  EXPECT_FALSE(choice.particles);
  EXPECT_EQ(choice.first, 1);
  EXPECT_EQ(choice.last, 77);
  EXPECT_EQ(choice.every, 1);
  EXPECT_EQ(choice.format, ".ply");
}

TEST_F(ExportDialogTest, ProposesWhatComesFromNowOnWhereAllOfItIsLong) {
  view_.timeline.last = 600;
  show(450);
  frames(2);
  EXPECT_EQ(state_.exporting.first, 1);
  EXPECT_EQ(state_.exporting.last, 600);
  state_.exporting = {};
  view_.timeline.last = 4727;
  show(4400);
  frames(2);
  EXPECT_EQ(state_.exporting.first, 4400);
  EXPECT_EQ(state_.exporting.last, 4727);
}

TEST_F(ExportDialogTest, SaysHowManyFilesItWritesAndHowLargeTheyAre) {
  frames(2);
  EXPECT_NE(words().find("77filesofabout200MBinall"), std::string::npos);
  state_.exporting.particles = true;
  state_.exporting.every = 7;
  EXPECT_NE(words().find("22filesofabout34MBinall"), std::string::npos);
  state_.exporting.surface = false;
  state_.exporting.first = state_.exporting.last = 7;
  EXPECT_NE(words().find("1filesofabout500kBinall"), std::string::npos);
}

TEST_F(ExportDialogTest, TheEnterThatEndsTypingANumberStartsNothing) {
  frames(2);
  // The dialog is in the middle of the screen. The test finds the second row of numbers by the effect of
  // typing.
  for (float y = 150.f; y < 450.f && state_.exporting.first == 1; y += 8.f) {
    click(450.f - 230.f + 18.f + 92.f + 30.f, y);
    if (!ImGui::GetIO().WantTextInput) continue;
    type("12");
    key(ImGuiKey_Enter);
    EXPECT_TRUE(exports_.started.empty());
  }
  ASSERT_NE(state_.exporting.first, 1);
  frames(2);
  key(ImGuiKey_Enter);
  EXPECT_EQ(exports_.started.size(), 1u) << "the next one does";
}

TEST_F(ExportDialogTest, AFileThatItHasJustWrittenIsNoReplacement) {
  const auto says = [this](const char* text) { return words().find(text) != std::string::npos; };
  exports_.file = folder_.write("pour_surface_0001.ply", "a surface").string();
  exports_.shown = ExportStatus{false, 1.f, "Wrote 3 frames.", false};
  frames(2);
  EXPECT_TRUE(says("arereplaced")) << "they are of another time";
  EXPECT_FALSE(says("Wrote3"));
  key(ImGuiKey_Enter);
  exports_.shown = ExportStatus{false, 1.f, "Wrote 7 frames.", false};
  EXPECT_FALSE(says("arereplaced"));
  EXPECT_TRUE(says("Wrote7"));
  state_.exporting.last = 12;
  EXPECT_TRUE(says("arereplaced")) << "another export would";
}

TEST_F(ExportDialogTest, VolumesAreOfSurfacesAlone) {
  state_.exporting.format = ".vdb";
  state_.exporting.surface = false;
  state_.exporting.particles = true;
  frames(2);
  key(ImGuiKey_Enter);
  ASSERT_EQ(exports_.started.size(), 1u);
  EXPECT_TRUE(exports_.started[0].surface);
  EXPECT_FALSE(exports_.started[0].particles);
}

TEST_F(ExportDialogTest, EscapeClosesItWhileTheExportContinues) {
  exports_.shown = ExportStatus{true, 0.4f, "Frame 31 of 77", false};
  frames(2);
  key(ImGuiKey_Enter);
  EXPECT_TRUE(exports_.started.empty()) << "one at a time";
  key(ImGuiKey_Escape);
  frames(2);
  EXPECT_FALSE(state_.exportOpen);
  EXPECT_EQ(exports_.cancelled, 0);
}

TEST_F(ExportDialogTest, CancelsByItsButton) {
  exports_.shown = ExportStatus{true, 0.4f, "Frame 31 of 77", false};
  EXPECT_TRUE(clickDownRight([this] { return exports_.cancelled > 0; }));
}

}  // namespace
}  // namespace ooze::ui
