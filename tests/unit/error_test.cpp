// Tests of messages: one line, without invisible characters, and with little of a file's text.
#include "ooze/base/error.h"

#include "base/utf8.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze::error_test {
namespace {

TEST(Messages, HaveNoInvisibleCharacters) {
  for (const std::uint32_t code : {0x200bu, 0x200cu, 0x200du, 0x200eu, 0x200fu, 0x61cu, 0x2060u, 0x202au,
                                   0x202eu, 0x2066u, 0x2069u, 0x85u, 0x1bu, 0xau, 0x7fu, 0xfeffu})
    EXPECT_TRUE(isInvisible(code)) << code;
  for (const std::uint32_t code : {0x20u, 0x41u, 0xe4u, 0x2014u, 0x4e00u, 0x1f600u})
    EXPECT_FALSE(isInvisible(code));
  EXPECT_STREQ(InputError("a\xe2\x80\xaegpj\xe2\x80\x8b.exe\n\x1b[2J").what(), "a?gpj?.exe??[2J");
  EXPECT_STREQ(RunError("\xd8\x9cZ\xc3\xa4h\xe2\x81\xa0").what(), "?Z\xc3\xa4h?");
}

TEST(Messages, QuoteAtMostTwoHundredBytes) {
  EXPECT_EQ(quoteText("honey"), "\"honey\"");
  EXPECT_EQ(quoteText(std::string(200, 'x')), '"' + std::string(200, 'x') + '"');
  EXPECT_EQ(quoteText(std::string(201, 'x')), '"' + std::string(200, 'x') + "…\"");
  EXPECT_EQ(quoteText(std::string(199, 'x') + "\xc3\xa4"), '"' + std::string(199, 'x') + "…\"")
      << "no character is cut in two";
  EXPECT_EQ(shortened(std::string(9, '\x80'), 5).size(), 5u) << "bytes that are no text";
}

}  // namespace
}  // namespace ooze::error_test
