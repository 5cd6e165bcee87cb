// Tests of the bar for two compared worlds without a window: its labels, its buttons, and its fit into the
// width.
#include "panel_screen.h"
#include "session/comparison.h"
#include "ui/layout.h"

#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

class FakeComparison final : public Comparison {
 public:
  [[nodiscard]] std::size_t focus() const override { return side; }
  void setFocus(std::size_t wanted) override { side = wanted; }
  [[nodiscard]] bool editsBoth() const override { return edits; }
  void setEditsBoth(bool both) override { edits = both; }
  [[nodiscard]] bool toolsBoth() const override { return tools; }
  void setToolsBoth(bool both) override { tools = both; }
  void swap() override { ++swaps; }
  void copy(std::size_t from) override { copies.push_back(from); }
  [[nodiscard]] const std::vector<Difference>& differences() const override { return different; }
  [[nodiscard]] std::string label(std::size_t of) const override {
    return of == 0 ? "A   honey" : "B   water";
  }
  [[nodiscard]] bool waiting() const override { return false; }

  [[nodiscard]] bool comparesMethods() const override { return methodsDiffer; }

  std::size_t side = 0;
  bool edits = false, tools = true, methodsDiffer = false;
  int swaps = 0;
  std::vector<std::size_t> copies;
  std::vector<Difference> different{
      {SettingName{SettingOwner::Material, "honey", "friction"}, 0.1f, 0.9f, "0.1", "0.9"}};
};

class CompareBarTest : public PanelScreen, public testing::WithParamInterface<float> {
 protected:
  CompareBarTest() : PanelScreen(1280.f, 800.f) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    view_.snapshot = snapshot;
    view_.scene = std::make_shared<Scene>();
    state_.comparing = true;
    services_.comparison = &comparison_;
    frames(3);
  }

  void drawPanels(PanelContext& context) final { rest_ = drawCompareBar(context, whole_); }

  /// Opens every menu of the bar and clicks down its items until a method is chosen.
  void chooseMethod() {
    for (float y = whole_.y + 4.f; y < rest_.y && session_.methods.empty(); y += 8.f)
      for (float x = whole_.x + 4.f; x < whole_.x + whole_.width && session_.methods.empty(); x += 10.f) {
        click(x, y);  // a click on an item closes its menu
        for (float below = 4.f; popupIsOpen() && below < 90.f && session_.methods.empty();
             below += 8.f, click(x, y))
          click(x + 12.f, y + below);
        if (popupIsOpen()) click(600.f, 700.f);
      }
  }

  FakeComparison comparison_;
  ViewRect whole_{100.f, 50.f, GetParam(), 400.f}, rest_;
};

TEST_P(CompareBarTest, TakesTheTopOfTheViewAndHalvesTheRest) {
  EXPECT_EQ(rest_.width, whole_.width);
  EXPECT_GT(rest_.y, whole_.y + 30.f);
  EXPECT_LT(rest_.y, whole_.y + 140.f);
  EXPECT_FLOAT_EQ(rest_.y + rest_.height, whole_.y + whole_.height);
  const ViewRect a = halfOf(theme_, rest_, 0), b = halfOf(theme_, rest_, 1);
  EXPECT_EQ(a.width, b.width) << "so that both pictures are the same";
  EXPECT_GT(b.x, a.x + a.width);
  EXPECT_FLOAT_EQ(b.x + b.width, rest_.x + rest_.width);
}

TEST_P(CompareBarTest, EveryButtonCanBeReached) {
  bool both = false, apart = false, listed = false;
  for (float y = whole_.y + 4.f; y < rest_.y; y += 8.f)
    for (float x = whole_.x + 4.f; x < whole_.x + whole_.width; x += 10.f) {
      click(x, y);
      both = both || comparison_.edits;
      apart = apart || !comparison_.tools;
      if (popupIsOpen()) {
        listed = true;
        click(600.f, 700.f);  // a click elsewhere closes the menu
      }
    }
  EXPECT_TRUE(both && apart && listed);
  EXPECT_GT(comparison_.swaps, 0);
  EXPECT_THAT(comparison_.copies, testing::Contains(0u));
  EXPECT_THAT(comparison_.copies, testing::Contains(1u));
  EXPECT_THAT(performed_, testing::Each(Action::Compare));
  EXPECT_FALSE(performed_.empty());
}

TEST_P(CompareBarTest, BCanBeTheSameSceneByAnotherMethod) {
  chooseMethod();
  EXPECT_THAT(session_.methods, testing::ElementsAre("steele")) << "the one that is there is no choice";
  EXPECT_EQ(comparison_.side, 1u);
}

TEST_P(CompareBarTest, AMethodWithoutAMaterialOfALookIsNoChoice) {
  auto scene = std::make_shared<Scene>();
  scene->world.materials = {loadMaterial("water", "clavet")};
  view_.scene = scene;
  chooseMethod();
  EXPECT_THAT(session_.methods, testing::IsEmpty());
}

TEST_P(CompareBarTest, WithDifferentMethodsOnlyOneIsEdited) {
  comparison_.methodsDiffer = true;
  frames(2);
  for (float y = whole_.y + 4.f; y < rest_.y; y += 8.f)
    for (float x = whole_.x + 4.f; x < whole_.x + whole_.width; x += 10.f)
      if (click(x, y); popupIsOpen()) click(600.f, 700.f);
  EXPECT_FALSE(comparison_.edits);
  EXPECT_GT(comparison_.swaps, 0) << "the other buttons act";
}

TEST_P(CompareBarTest, ALabelGivesItsSideThePanels) {
  click(whole_.x + 0.75f * whole_.width, whole_.y + 14.f);
  EXPECT_EQ(comparison_.side, 1u);
  click(whole_.x + 0.25f * whole_.width, whole_.y + 14.f);
  EXPECT_EQ(comparison_.side, 0u);
}

INSTANTIATE_TEST_SUITE_P(Widths, CompareBarTest, testing::Values(200.f, 446.f, 702.f));

}  // namespace
}  // namespace ooze::ui
