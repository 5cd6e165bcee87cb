#include "app/commands/terminal.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

TEST(Terminal, ShowsWordsOfEveryLanguageAsTheyAre) {
  for (const char* text : {"", "honey.json:3: \"yield\"", "Größe 3 µm, σ ≤ ½", "蜂蜜 🍯"})
    EXPECT_EQ(escapeForTerminal(text), text);
}

TEST(Terminal, IsNotSteeredByWhatItShows) {
  EXPECT_EQ(escapeForTerminal("a\x1b[2Jb\r\x07"), "a\\x1b[2Jb\\x0d\\x07");
  EXPECT_EQ(escapeForTerminal("\x7f\xc2\x9b[31m"), "\\x7f\\xc2\\x9b[31m")
      << "DEL, and ESC [ in one character";
  EXPECT_EQ(escapeForTerminal("\xe2\x80\xaegpj.exe"), "\\xe2\\x80\\xaegpj.exe")
      << "written from right to left";
  EXPECT_EQ(escapeForTerminal("two\nlines\tof text"), "two lines of text");
  EXPECT_EQ(escapeForTerminal({"\0x", 2}), "\\x00x");
}

TEST(Terminal, ShowsBytesThatAreNoText) {
  EXPECT_EQ(escapeForTerminal("\xff\xc3"), "\\xff\\xc3") << "cut off";
  EXPECT_EQ(escapeForTerminal("\xc0\x8a"), "\\xc0\\x8a") << "a line's end, written too long";
  EXPECT_EQ(escapeForTerminal("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(escapeForTerminal("\xc3\x28"), "\\xc3(");
}

}  // namespace
}  // namespace ooze
