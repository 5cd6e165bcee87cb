// `ooze verify`: table, report, list of laws, and bad input.
#include "program_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ooze::verify_command_test {
namespace {

using testing::HasSubstr;
using testing::Not;

class VerifyCommand : public Program {};

TEST_F(VerifyCommand, PrintsATableAndWritesTheSameRows) {
  const Outcome o = run("verify steele --only free_fall --report rows.json");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("free_fall: A drop falls as any body does. [Galileo 1638"));
  EXPECT_THAT(o.out, HasSubstr("1 of 1 rows pass"));
  const auto report = nlohmann::json::parse(readText(folder_ / "rows.json"));
  ASSERT_EQ(report.size(), 1u);
  EXPECT_EQ(report[0]["method"], "steele");
  const auto& row = report[0]["rows"].at(0);
  EXPECT_EQ(row["law"], "free_fall");
  EXPECT_EQ(row["unit"], "m/s²");
  EXPECT_NEAR(row["measured"].get<double>(), row["expected"].get<double>(), 0.1);
  EXPECT_EQ(row["passed"], true);
}

TEST_F(VerifyCommand, WithoutAMethodMeasuresALawInEachMethodThatHasIt) {
  const Outcome o = run("verify --only drag --report -");
  EXPECT_EQ(o.code, 0) << o.err;
  const auto report = nlohmann::json::parse(o.out);
  ASSERT_EQ(report.size(), 1u);
  EXPECT_EQ(report[0]["method"], "mps");
}

TEST_F(VerifyCommand, ListsTheLawsOfAMethod) {
  const Outcome o = run("verify rasmussen --list");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("slosh"));
  EXPECT_THAT(o.out, HasSubstr("Lamb 1932"));
  EXPECT_THAT(o.out, Not(HasSubstr("separation")));
}

TEST_F(VerifyCommand, BadInputIsOneLine) {
  expectRefused("verify mpss", "unknown method");
  expectRefused("verify mps --only slohs", "unknown law \"slohs\"; did you mean \"slosh\"?");
  expectRefused("verify rasmussen --only separation", "rasmussen has no liquid for the law separation");
  expectRefused("verify rasmussen --only level,separation", "rasmussen has no liquid for the law separation");
  expectRefused("verify mps --only level,slohs", "did you mean \"slosh\"?");
  expectRefused("verify --only nothing", "unknown law \"nothing\"");
  expectRefused("verify --markdown", "--markdown goes with one method");
  expectRefused("verify mps --only drag --report missing/rows.json", "missing");
}

}  // namespace
}  // namespace ooze::verify_command_test
