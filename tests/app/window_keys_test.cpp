// Tests of the key maps in the real window: the choice in the menu, the keys after it, and the next run.
#include "window_fixture.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

class KeyMapWindowTest : public WindowTest {
 protected:
  /// Chooses a key map in View, Keys and mouse as in. @param y  place of its row [pixels]
  void chooseKeyMap(int y) {
    constexpr int kSubmenuX = 510, kSubmenuY = 454;
    click(220, 18);
    waitFor("the menu is open", [](const Json& r) { return r["window"]["menu_open"] == true; });
    click(300, kSubmenuY);
    moveTo(460, kSubmenuY);
    moveTo(kSubmenuX, kSubmenuY);
    keepPicture("window_key_map", server_.screenshot());
    click(kSubmenuX, y);
    waitFor("the menu is closed", [](const Json& r) { return r["window"]["menu_open"] == false; });
  }
  /// Presses a key. @return the report after it
  Json after(const std::string& name) {
    key(name);
    return settle();
  }
};

TEST_F(KeyMapWindowTest, IsChosenInTheMenuTakenAtOnceAndKept) {
  constexpr int kBlenderY = 474;
  start();
  chooseKeyMap(kBlenderY);
  pause();
  EXPECT_EQ(after("g")["window"]["dialog_open"], false) << "no gallery";
  const Json turned = after("r");
  EXPECT_GT(turned["step"].get<int>(), 0);
  EXPECT_EQ(turned["window"]["first_frames_seen"].size(), 1u) << "no restart";
  EXPECT_EQ(after("n")["window"]["panels"], false);
  EXPECT_EQ(after("n")["window"]["panels"], true);
  key("ctrl+shift+r");
  waitFor("the world starts again", [](const Json& r) { return r["step"] == 0; });
  key("ctrl+shift+o");
  waitFor("the gallery is open", [](const Json& r) { return r["window"]["dialog_open"] == true; });
  key("Escape");
  close();
  EXPECT_EQ(Json::parse(readText(settings_))["key_map"], "blender");

  start();
  EXPECT_EQ(after("n")["window"]["panels"], false) << "the map of the run before";
  close();
}

TEST_F(KeyMapWindowTest, KeysWithAltPlayAndPauseInMayasMap) {
  writeSettings(R"({"tour_seen": true, "key_map": "maya"})");
  start();
  key("alt+v");
  waitFor("the world stands", [](const Json& r) { return r["playing"] == false; });
  EXPECT_EQ(after("space")["playing"], false);
  key("alt+v");
  waitFor("the world plays", [](const Json& r) { return r["playing"] == true; });
  EXPECT_EQ(Json(close())["commands"].size(), 0u);
}

}  // namespace
}  // namespace ooze
