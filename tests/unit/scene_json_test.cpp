// Tests of the JSON reader: values know their lines, and syntax errors name theirs.
#include "ooze/base/error.h"

#include "scene/json_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::scene_json_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string errorMessageOf(const std::string& text) {
  try {
    parseJson(text, "f.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no failure";
}

TEST(JsonFile, EveryValueKnowsItsLine) {
  const JsonFile file = parseJson(
      "{\n \"a\": 1,\n \"b\": [2\n,3,\n\n4\n],\"c\":\n\"x\",\n\"d\": {\n}, \"e\": true,\n\"f\": null}",
      "f.json");
  const auto& m = file.root.members;
  ASSERT_EQ(m.size(), 6u);
  EXPECT_EQ(file.root.line, 1);
  EXPECT_EQ(m[0].line, 2);
  EXPECT_EQ(m[0].value.line, 2);
  EXPECT_EQ(m[1].value.line, 3);
  EXPECT_EQ(m[1].value.items[0].line, 3);
  EXPECT_EQ(m[1].value.items[1].line, 4);
  EXPECT_EQ(m[1].value.items[2].line, 6);
  EXPECT_EQ(m[2].line, 7);
  EXPECT_EQ(m[2].value.line, 8);
  EXPECT_EQ(m[3].value.line, 9);
  EXPECT_EQ(m[4].line, 10);
  EXPECT_EQ(m[5].line, 11);
}

TEST(JsonFile, SyntaxErrorsNameTheirLineAndStayOnOne) {
  for (const auto& [text, place] :
       std::vector<std::pair<std::string, std::string>>{{"{\n\"a\": 1,\n}", "f.json:3: "},
                                                        {"{\n\"a\": NaN}", "f.json:2: "},
                                                        {"{\n\"a\": -Infinity}", "f.json:2: "},
                                                        {"{\n// comment\n}", "f.json:2: "},
                                                        {"", "f.json:1: "},
                                                        {"{\"a\": 1", "f.json:1: "},
                                                        {"{\n\n\"a\": 1e999}", "f.json:3: "},
                                                        {"{} {}", "f.json:1: "},
                                                        {"{\"a\": \"\xff\"}", "f.json:1: "},
                                                        {"[1,\n\"tab\there\"]", "f.json:2: "}}) {
    const std::string failure = errorMessageOf(text);
    EXPECT_THAT(failure, StartsWith(place)) << text;
    EXPECT_EQ(failure.find('\n'), std::string::npos) << failure;
    EXPECT_EQ(failure.find("json.exception"), std::string::npos) << failure;
  }
}

TEST(JsonFile, RepeatedKeysAreRefused) {
  EXPECT_THAT(errorMessageOf("{\"a\": 1,\n\"b\": {\"a\": 2},\n\"a\": 3}"),
              StartsWith("f.json:3: the key \"a\" appears twice"));
}

TEST(JsonFile, DepthAndSizeAreLimited) {
  const auto nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  EXPECT_EQ(errorMessageOf(nested(64)), "no failure");
  EXPECT_THAT(errorMessageOf(nested(65)), HasSubstr("nested deeper than 64"));
  EXPECT_THAT(errorMessageOf(std::string(1'000'000, '[')), HasSubstr("nested deeper than 64"));
  EXPECT_THAT(errorMessageOf(std::string((16u << 20) + 1, ' ')), HasSubstr("longer than 16 MiB"));
}

TEST(JsonFile, ColoursAreStoredRedFirst) {
  EXPECT_EQ(parseColour("#102030"), 0xff302010u);
  EXPECT_EQ(parseColour("#10203g"), std::nullopt);
}

}  // namespace
}  // namespace ooze::scene_json_test
