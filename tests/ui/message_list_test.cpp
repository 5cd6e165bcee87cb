// Tests of the messages over the view: what replaces what, and how long each is shown.
#include "ui/state/message_list.h"

#include "panel_screen.h"

#include <string>

namespace ooze::ui {
namespace {

class MessageListTest : public PanelScreen {
 protected:
  MessageListTest() : PanelScreen(600.f, 300.f) {}
  void drawPanels(PanelContext&) override { list_.draw(theme_, {300.f, 290.f}, 600.f, now_); }
  void add(const std::string& text, const std::string& topic = "", const std::string& detail = "") {
    list_.add({Message::MessageKind::Info, text, topic, detail}, now_);
  }
  /// Returns all text after the layout has settled.
  std::string shown() {
    frames(2);
    return words();
  }

  MessageList list_;
  double now_ = 10.0;
};

TEST_F(MessageListTest, AMessageReplacesThoseOfItsTopicOnly) {
  add("Undone: alpha.", "undo");
  add("Saved.");
  add("Undone: beta.", "undo");
  add("Saved.");
  const std::string text = shown();
  EXPECT_EQ(text.find("alpha"), std::string::npos);
  EXPECT_NE(text.find("Undone:beta."), std::string::npos);
  EXPECT_NE(text.find("Saved."), std::string::npos);
  EXPECT_EQ(text.find("Saved.", text.find("Saved.") + 1), std::string::npos) << "the same text is shown once";
  EXPECT_EQ(text.find("More"), std::string::npos) << "there is no detail";
}

TEST_F(MessageListTest, AMessageWithoutTextOnlyRemovesThoseOfItsTopic) {
  add("Saved.");
  add("Undone: alpha.", "undo");
  add("", "undo");
  const std::string text = shown();
  EXPECT_EQ(text.find("alpha"), std::string::npos);
  EXPECT_NE(text.find("Saved."), std::string::npos);
  add("", "saved");
  EXPECT_NE(shown().find("Saved."), std::string::npos);
}

TEST_F(MessageListTest, AMessageThatStaysGoesOnlyWhenItIsReplaced) {
  list_.add({Message::MessageKind::Info, "Unsaved edits are kept.", "unsaved edits", "", true}, now_);
  now_ += 3600.0;
  EXPECT_NE(shown().find("Unsaved"), std::string::npos);
  add("", "unsaved edits");
  EXPECT_EQ(shown().find("Unsaved"), std::string::npos);
}

TEST_F(MessageListTest, ADetailIsShownAfterAClickAndThenStaysLongEnoughToBeRead) {
  add("Unsaved edits are kept.", "", "They are in a folder: " + std::string(120, '/'));
  EXPECT_EQ(shown().find("folder"), std::string::npos);
  now_ += 5.0;
  // From the left: the button to close is right of "More".
  bool isOpen = false;
  for (float x = 0.f; x < 600.f && !isOpen; x += 8.f)
    for (float y = 240.f; y < 300.f && !isOpen; y += 8.f) {
      if (!list_.covers(x, y)) continue;
      click(x, y);
      isOpen = words().find("folder") != std::string::npos;
    }
  EXPECT_TRUE(isOpen);
  now_ += 5.5;
  EXPECT_NE(shown().find("Unsaved"), std::string::npos);
  now_ += 20.0;
  EXPECT_EQ(shown().find("Unsaved"), std::string::npos);
}

}  // namespace
}  // namespace ooze::ui
