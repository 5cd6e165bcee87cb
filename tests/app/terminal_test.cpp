#include "app/commands/terminal.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

TEST(Terminal, ShowsWordsOfEveryLanguageAsTheyAre) {
  for (const char* text : {"", "honey.json:3: \"yield\"", "Größe 3 µm, σ ≤ ½", "蜂蜜 🍯"})
    EXPECT_EQ(shownOnTerminal(text), text);
}

TEST(Terminal, IsNotSteeredByWhatItShows) {
  EXPECT_EQ(shownOnTerminal("a\x1b[2Jb\r\x07"), "a\\x1b[2Jb\\x0d\\x07");
  EXPECT_EQ(shownOnTerminal("\x7f\xc2\x9b[31m"), "\\x7f\\xc2\\x9b[31m") << "DEL, and ESC [ in one character";
  EXPECT_EQ(shownOnTerminal("\xe2\x80\xaegpj.exe"), "\\xe2\\x80\\xaegpj.exe") << "written from right to left";
  EXPECT_EQ(shownOnTerminal("two\nlines\tof text"), "two lines of text");
  EXPECT_EQ(shownOnTerminal({"\0x", 2}), "\\x00x");
}

TEST(Terminal, ShowsBytesThatAreNoText) {
  EXPECT_EQ(shownOnTerminal("\xff\xc3"), "\\xff\\xc3") << "cut off";
  EXPECT_EQ(shownOnTerminal("\xc0\x8a"), "\\xc0\\x8a") << "a line's end, written too long";
  EXPECT_EQ(shownOnTerminal("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(shownOnTerminal("\xc3\x28"), "\\xc3(");
}

}  // namespace
}  // namespace ooze
