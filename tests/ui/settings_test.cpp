// Tests of the settings that are kept between runs: the file, and the parts of the interface state that it
// stores and restores.
#include "ui/state/settings.h"

#include "app/window/window_settings.h"
#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "ui/panels/panel.h"

#include <cmath>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SettingsTest : public testing::Test {
 protected:
  void write(const std::string& text) const {
    fs::create_directories(file_.parent_path());
    writeFile(file_, text);
  }
  /// Returns a state in which every value differs from its default.
  static ui::InterfaceState changedState() {
    ui::InterfaceState state;
    state.leftWidth = 300.5f;
    state.rightWidth = 412.f;
    state.bottomHeight = 260.f;
    state.panelsVisible = state.bottomVisible = false;
    state.bottomTab = "Profiler";
    state.userScale = 1.75f;
    state.keyMap = ui::KeyMap::Maya;
    state.quality = ui::Action::QualitySimple;
    state.view = ui::Action::ViewPoints;
    state.background = ui::Action::BackgroundDark;
    state.colour = "speed";
    state.light = {40.f, -10.f, 1.5f, 0xff0080ffu, 0.5f};
    state.spray = 0.25f;
    state.recordingFormat = ui::RecordingFormat::Pictures;
    state.filmSize = ui::FilmSize::Hd1080;
    state.tourSeen = true;
    state.fileDialog.lastFolders = {{"mesh", "/tmp/somewhere"}, {"surroundings", "/tmp/skies"}};
    state.recentFiles = {"/a/honey \"thick\".ooze", "/b/wässer.json"};
    return state;
  }

  TemporaryFolder temporary_;
  fs::path folder_ = temporary_.path(), file_ = folder_ / "ooze" / "settings.json";
};

TEST_F(SettingsTest, AllThatWasChangedIsThereInTheNextRun) {
  {
    SettingsFile file(file_);
    ui::InterfaceSettings now = file.settings();
    collect(changedState(), "pour_bunny", now);
    now.windowWidth = 1600.f;
    now.windowHeight = 900.f;
    now.maximised = true;
    file.follow(now, 0.0);
    file.finish();
    EXPECT_THAT(file.takeMessages(), IsEmpty());
  }
  SettingsFile file(file_);
  EXPECT_THAT(file.takeMessages(), IsEmpty());
  EXPECT_EQ(file.settings().windowWidth, 1600.f);
  EXPECT_EQ(file.settings().windowHeight, 900.f);
  EXPECT_TRUE(file.settings().maximised);
  EXPECT_EQ(file.settings().look.scene, "pour_bunny");
  ui::InterfaceState state;
  apply(file.settings(), state);
  const ui::InterfaceState wanted = changedState();
  EXPECT_EQ(state.view, ui::Action::ViewSurface) << "a look belongs to its scene";
  applyLook(file.settings().look, state);
  EXPECT_EQ(state.leftWidth, wanted.leftWidth);
  EXPECT_EQ(state.rightWidth, wanted.rightWidth);
  EXPECT_EQ(state.bottomHeight, wanted.bottomHeight);
  EXPECT_FALSE(state.panelsVisible);
  EXPECT_FALSE(state.bottomVisible);
  EXPECT_EQ(state.bottomTab, wanted.bottomTab);
  EXPECT_EQ(state.userScale, wanted.userScale);
  EXPECT_EQ(state.keyMap, wanted.keyMap);
  EXPECT_EQ(state.quality, wanted.quality);
  EXPECT_EQ(state.view, wanted.view);
  EXPECT_EQ(state.background, wanted.background);
  EXPECT_EQ(state.colour, wanted.colour);
  EXPECT_EQ(state.light, wanted.light);
  EXPECT_EQ(state.spray, wanted.spray);
  EXPECT_EQ(state.recordingFormat, wanted.recordingFormat);
  EXPECT_EQ(state.filmSize, wanted.filmSize);
  EXPECT_TRUE(state.tourSeen);
  EXPECT_EQ(state.fileDialog.lastFolders, wanted.fileDialog.lastFolders);
  EXPECT_EQ(state.recentFiles, wanted.recentFiles);
}

TEST_F(SettingsTest, NameScenesThatWereRenamedSinceByTheirPresentNames) {
  const std::string scenes = sourceFolder() + "/assets/scenes/";
  write(R"({"look": {"scene": "spsm_moai", "view": "points"}, "recent_files": [")" + scenes +
        R"(spsm_moai.json", "/gone/spsm_moai.json"]})");
  const ui::InterfaceSettings settings = SettingsFile(file_).settings();
  EXPECT_EQ(settings.look.scene, "shape_matching_moai");
  EXPECT_THAT(settings.recentFiles, ElementsAre(scenes + "shape_matching_moai.json", "/gone/spsm_moai.json"));
}

TEST_F(SettingsTest, TheFirstRunHasTheUsualOnesAndSaysNothing) {
  SettingsFile file(file_);
  EXPECT_EQ(file.settings(), ui::InterfaceSettings{});
  file.finish();
  EXPECT_FALSE(fs::exists(file_)) << "nothing was changed";
  EXPECT_THAT(file.takeMessages(), IsEmpty());
  ui::InterfaceSettings collected;
  collect({}, "", collected);
  EXPECT_EQ(collected, ui::InterfaceSettings{}) << "the interface's defaults are the settings' defaults";
}

TEST_F(SettingsTest, AChangeIsWrittenWhenItHasSettled) {
  SettingsFile file(file_);
  ui::InterfaceSettings now;
  for (int i = 0; i < 10; ++i) {  // imitates a splitter that is dragged for five seconds
    now.leftWidth = 250.f + static_cast<float>(i);
    file.follow(now, 0.5 * i);
  }
  file.follow(now, 5.0);
  EXPECT_FALSE(fs::exists(file_));
  file.follow(now, 6.6);
  ASSERT_TRUE(fs::exists(file_));
  EXPECT_EQ(SettingsFile(file_).settings().leftWidth, 259.f);
}

TEST_F(SettingsTest, ABrokenFileIsRenamedWithOneMessage) {
  for (const char* text : {"{\"left_width\": 300,", "[1, 2]", "", "\xff\xfe", "{\"scale\": 1e999}"}) {
    write(text);
    SettingsFile file(file_);
    EXPECT_EQ(file.settings(), ui::InterfaceSettings{}) << text;
    const std::vector<Message> messages = file.takeMessages();
    ASSERT_THAT(messages, SizeIs(1)) << text;
    EXPECT_THAT(messages[0].text, HasSubstr("settings.broken.json"));
    EXPECT_FALSE(fs::exists(file_));
    EXPECT_EQ(readText(folder_ / "ooze" / "settings.broken.json"), text);
    EXPECT_THAT(file.takeMessages(), IsEmpty());
  }
}

TEST_F(SettingsTest, InvalidValuesAreCorrected) {
  write(
      R"({"left_width": -5, "right_width": 1e30, "bottom_height": "tall", "scale": 100, "quality": "perfect", "key_map": "houdini",
            "recording_format": 7, "film_size": "8x6", "window_width": 1, "window_height": 1e9, "look": [], "tour_seen": "yes",
            "recent_files": [1, "/a.ooze", null], "panels_visible": 0})");
  SettingsFile file(file_);
  EXPECT_THAT(file.takeMessages(), IsEmpty());
  const ui::InterfaceSettings& s = file.settings();
  EXPECT_EQ(s.leftWidth, 180.f);
  EXPECT_EQ(s.rightWidth, 560.f);
  EXPECT_EQ(s.bottomHeight, ui::InterfaceSettings{}.bottomHeight);
  EXPECT_EQ(s.scale, 3.f);
  EXPECT_EQ(s.quality, "automatic");
  EXPECT_EQ(s.keyMap, "ooze");
  EXPECT_EQ(s.recordingFormat, "mp4");
  EXPECT_EQ(s.filmSize, "view");
  EXPECT_EQ(s.windowWidth, 480.f);
  EXPECT_EQ(s.windowHeight, 16384.f);
  EXPECT_EQ(s.look, ui::InterfaceSettings::Look{});
  EXPECT_FALSE(s.tourSeen);
  EXPECT_TRUE(s.panelsVisible);
  EXPECT_THAT(s.recentFiles, ElementsAre("/a.ooze"));
}

TEST_F(SettingsTest, SettingsOfAnotherVersionStay) {
  write(R"({"left_width": 300, "of_the_future": {"a": [1]}})");
  SettingsFile file(file_);
  EXPECT_EQ(file.settings().leftWidth, 300.f);
  ui::InterfaceSettings now = file.settings();
  now.scale = 1.5f;
  file.follow(now, 0.0);
  file.finish();
  EXPECT_THAT(readText(file_), HasSubstr("of_the_future"));
  EXPECT_EQ(SettingsFile(file_).settings().scale, 1.5f);
}

TEST_F(SettingsTest, AFolderThatCannotBeWrittenIsReportedOnce) {
  writeFile(folder_ / "ooze", std::string_view("a file where the folder should be"));
  SettingsFile file(file_);
  ui::InterfaceSettings now;
  for (int i = 1; i < 5; ++i) {
    now.leftWidth += 1.f;
    file.follow(now, 10.0 * i);
    file.follow(now, 10.0 * i + 5.0);
  }
  file.finish();
  const std::vector<Message> messages = file.takeMessages();
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text, HasSubstr("settings cannot be saved"));
}

TEST_F(SettingsTest, ThereAreTwelveRecentFilesAtMostTheNewestFirst) {
  std::vector<fs::path> recent;
  for (int i = 0; i < 20; ++i) ui::addRecentFile(recent, "/s" + std::to_string(i));
  EXPECT_THAT(recent, SizeIs(12));
  EXPECT_EQ(recent.front(), "/s19");
  ui::addRecentFile(recent, "/s15");
  EXPECT_THAT(recent, SizeIs(12));
  EXPECT_EQ(recent.front(), "/s15");
  EXPECT_EQ(recent[1], "/s19");
}

}  // namespace
}  // namespace ooze
