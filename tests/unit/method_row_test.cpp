// Tests of MethodRow: each method describes materials without being constructed.
#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"
#include "world/commands/command_rows.h"
#include "world/commands/command_scope.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::method_row_test {
namespace {

using namespace test;

TEST(MethodRows, SayWhatTheirMaterialsNeedWithNothingMade) {
  for (const MethodRow& method : methodRegistry()) {
    SCOPED_TRACE(method.key);
    const MethodSettings coarse{.interactionRadius = 0.02f}, fine{.interactionRadius = 0.01f};
    const std::vector<MaterialDefinition> materials{defaultMaterial(method)};
    const float spacing = method.restSpacing(coarse, materials[0]);
    EXPECT_NEAR(method.restSpacing(fine, materials[0]), 0.5f * spacing, 1e-5f * spacing)
        << "a finer world has smaller particles";
    EXPECT_GT(method.restDensity(coarse, materials[0]), 0.f);
    const StableStep still = method.stableStep(coarse, materials, Vec3(0.f));
    EXPECT_GT(still.seconds, 0.f);
    EXPECT_FALSE(still.limit.empty());
    EXPECT_LE(method.stableStep(coarse, materials, {0.f, -1000.f, 0.f}).seconds, still.seconds);
    EXPECT_EQ(method.pouringLimitation(coarse, materials[0]), "");
  }
}

TEST(MethodRows, SayOfALiveWorldWhatItGoesBy) {
  WorldSpec spec = busySpec();
  World world(spec, 1);
  const MethodRow& method = findMethod(spec.method);
  EXPECT_EQ(world.restSpacing(1), method.restSpacing(spec.methodSettings, spec.materials[1]));
  EXPECT_EQ(world.restDensity(1), method.restDensity(spec.methodSettings, spec.materials[1]));
  const float before = world.stableStep().seconds;
  world.submit(command("world.gravity_y", {-30.f}));
  world.submit(command(spec.method + ".volume_stiffness", {0.f}));
  world.applyCommands();
  std::vector<MaterialDefinition> now = world.materials();
  EXPECT_EQ(world.stableStep().seconds,
            method.stableStep(spec.methodSettings, now, {0.f, -30.f, 0.f}).seconds);
  EXPECT_NE(world.stableStep().seconds, before) << "the stable step follows the current values";
}

TEST(MethodRows, DescribeTheirActionsForButtonsAndLists) {
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions) {
      SCOPED_TRACE(action.key);
      EXPECT_EQ(findAction(method, action.key), &action);
      const Command run = command(std::string(action.key));
      EXPECT_EQ(std::get<DoMethodAction>(run).key, action.key);
      ASSERT_NE(findCommandRow(run), nullptr);
      EXPECT_TRUE(findCommandRow(run)->isAction());
      EXPECT_EQ(effectOf(run), CommandEffect::Event);
      for (const std::string_view words : {action.label, action.event, action.explanation})
        EXPECT_FALSE(words.empty());
    }
}

/// Saved events name their action by a number, so each number is unique and never changes.
TEST(MethodRows, EveryActionHasAUniqueNumberInSaves) {
  std::map<std::uint32_t, std::string_view> owners;
  for (const CommandRow& row : commandRows()) {
    if (!row.isUndoable()) continue;
    EXPECT_TRUE(owners.emplace(row.number, row.target).second) << row.target << " and " << owners[row.number];
  }
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions) EXPECT_EQ(owners[action.number], action.key);
  EXPECT_EQ(owners[33], "springs.add") << "the number that saves of every version use";
  EXPECT_EQ(owners[34], "springs.remove") << "the number that saves of every version use";
}

TEST(MethodRows, NameTheParametersOfAnAction) {
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions) {
      SCOPED_TRACE(action.key);
      const std::vector<ParameterInfo>& rows = method.parameters();
      EXPECT_EQ(action.holdingParameter.empty(), action.shape != MethodAction::Shape::Kept);
      EXPECT_EQ(action.meshExplanation.empty(), action.holdingParameter.empty());
      EXPECT_EQ(findParameter(rows, action.holdingParameter) < rows.size(), !action.holdingParameter.empty());
      for (const std::string_view key : action.relaxingParameters)
        EXPECT_LT(findParameter(rows, key), rows.size());
    }
}

TEST(MethodRows, ActionsOfOtherMethodsAreRefusedByName) {
  const MethodRow& first = findMethod(kDefaultMethod);
  ASSERT_FALSE(first.actions.empty());
  const std::string target(first.actions.front().key);
  const std::vector<MaterialDefinition> materials{defaultMaterial(first)};
  EXPECT_NO_THROW(requireValid(command(target), CommandScope{first, materials}));
  MethodRow other = first;
  other.key = "other";
  other.actions = {};
  try {
    requireValid(command(target), CommandScope{other, materials});
    FAIL() << "an action of another method was accepted";
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()), target + ": the method \"other\" has no such action");
  }
  EXPECT_NO_THROW(requireValid(command("liquid.thaw_all"), CommandScope{other, materials}))
      << "commands of every method stay valid";
}

}  // namespace
}  // namespace ooze::method_row_test
