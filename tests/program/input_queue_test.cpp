// Tests of the input queue. A slow frame gets only as many of the waiting events as the interface can tell
// apart.
#include "app/window/gui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

KeyEvent key(int code, bool pressed, bool control = false) { return {code, pressed, false, control, false}; }
KeyEvent repeated(int code) { return {code, true, true, false, false}; }
ButtonEvent button(bool pressed, bool twice = false) { return {0, pressed, false, false, twice, {5.f, 5.f}}; }
MoveEvent move(float x) { return {{x, 5.f}, false}; }

/// Returns one letter per event, with a bar between frames.
std::string framesOfEvents(const std::vector<WindowEvent>& events) {
  struct Letter {
    char operator()(const KeyEvent& e) const { return e.pressed ? 'K' : 'k'; }
    char operator()(const TextEvent& e) const { return static_cast<char>(e.character); }
    char operator()(const ButtonEvent& e) const { return e.pressed ? 'B' : 'b'; }
    char operator()(const MoveEvent&) const { return 'm'; }
    char operator()(const ScrollEvent&) const { return 's'; }
    char operator()(const DropEvent&) const { return 'd'; }
  };
  InputQueue queue;
  queue.add(events);
  std::string all;
  while (!queue.empty() && all.size() < 100) {
    if (!all.empty()) all += '|';
    for (const WindowEvent& event : queue.next()) all += std::visit(Letter{}, event);
  }
  return all;
}

TEST(InputQueue, ShowsBothClicksOfADoubleClick) {
  EXPECT_EQ(framesOfEvents({move(1.f), button(true), button(false), button(true, true), button(false)}),
            "mB|b|B|b");
}

TEST(InputQueue, PressesWhereThePointerWasAndDragsAfterwards) {
  EXPECT_EQ(
      framesOfEvents({move(1.f), move(2.f), button(true), move(3.f), move(4.f), button(false), move(5.f)}),
      "mmB|mmb|m");
}

TEST(InputQueue, TakesTypedTextAtOnceAndEnterAfterIt) {
  EXPECT_EQ(framesOfEvents({key(GLFW_KEY_0, true), TextEvent{'0'}, key(GLFW_KEY_0, false),
                            key(GLFW_KEY_PERIOD, true), TextEvent{'.'}, key(GLFW_KEY_PERIOD, false),
                            key(GLFW_KEY_ENTER, true), key(GLFW_KEY_ENTER, false)}),
            "K0kK.kK|k");
}

TEST(InputQueue, ErasesBeforeItWritesAgain) {
  EXPECT_EQ(framesOfEvents({TextEvent{'1'}, key(GLFW_KEY_BACKSPACE, true), TextEvent{'2'},
                            key(GLFW_KEY_BACKSPACE, false)}),
            "1K|||2k");
}

TEST(InputQueue, HoldsKeysBackUntilTheClickBeforeThemHasActed) {
  EXPECT_EQ(framesOfEvents(
                {button(true), key(GLFW_KEY_5, true), TextEvent{'5'}, key(GLFW_KEY_5, false), button(false)}),
            "B|||K5k|b");
}

TEST(InputQueue, HoldsTextBackUntilTheFieldThatAKeyOpensListens) {
  EXPECT_EQ(framesOfEvents({key(GLFW_KEY_LEFT_CONTROL, true), key(GLFW_KEY_S, true, true),
                            key(GLFW_KEY_LEFT_CONTROL, false), key(GLFW_KEY_S, false), key(GLFW_KEY_A, true),
                            TextEvent{'a'}, key(GLFW_KEY_ENTER, true)}),
            "KK|kk||KaK");
}

// Shift does not end a frame, so capitals are typed as fast as small letters.
TEST(InputQueue, WaitsForNoShift) {
  EXPECT_EQ(framesOfEvents({key(GLFW_KEY_LEFT_SHIFT, true), key(GLFW_KEY_A, true), TextEvent{'A'},
                            key(GLFW_KEY_A, false), key(GLFW_KEY_LEFT_SHIFT, false), key(GLFW_KEY_B, true),
                            TextEvent{'b'}}),
            "KKAkkKb");
}

TEST(InputQueue, DistinguishesPressesOfShortcuts) {
  EXPECT_EQ(framesOfEvents({key(GLFW_KEY_LEFT_CONTROL, true), key(GLFW_KEY_Z, true, true),
                            key(GLFW_KEY_Z, false, true), key(GLFW_KEY_Z, true, true),
                            key(GLFW_KEY_Z, false, true), key(GLFW_KEY_LEFT_CONTROL, false)}),
            "KK|k|K|k|k");
}

// A held key must not pile up frames, one for each repeat.
TEST(InputQueue, TakesRepeatsOfAHeldKeyTogether) {
  EXPECT_EQ(framesOfEvents({key(GLFW_KEY_BACKSPACE, true), repeated(GLFW_KEY_BACKSPACE),
                            repeated(GLFW_KEY_BACKSPACE), repeated(GLFW_KEY_BACKSPACE),
                            key(GLFW_KEY_BACKSPACE, false)}),
            "KKKK|k");
}

TEST(InputQueue, KeepsTheWheelWithThePointer) {
  EXPECT_EQ(
      framesOfEvents({move(1.f), ScrollEvent{{1.f, 5.f}, 1.f, false}, ScrollEvent{{1.f, 5.f}, 1.f, false},
                      button(true), ScrollEvent{{1.f, 5.f}, 1.f, false}}),
      "mssB|s");
}

}  // namespace
}  // namespace ooze
