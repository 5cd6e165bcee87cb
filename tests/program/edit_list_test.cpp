// Tests of the list of edits: later settings replace earlier ones of the same target, and the order is
// kept.
#include "session/edit_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;

std::string inWords(const Command& c) {
  const CommandText text = textOf(c);
  return text.target + (text.values.empty() ? "" : " " + std::to_string(static_cast<int>(text.values[0])));
}

/// Returns the commands that remain when all are given at one moment. Expects a log of the same commands to
/// reduce to the same list.
std::vector<std::string> remainingCommands(const std::vector<CommandText>& given,
                                           const char* method = "clavet") {
  std::vector<Command> list;
  std::vector<LoggedCommand> log;
  for (const CommandText& text : given) {
    const Command c = parseCommand(text);
    addCommand(list, c, method);
    log.push_back({log.size(), c});
  }
  std::vector<std::string> words, ofLog;
  for (const Command& c : list) words.push_back(inWords(c));
  for (const EditPiece& s : settingsOf(log, {}, method)) ofLog.push_back(inWords(s.commands.front()));
  EXPECT_EQ(ofLog, words);
  return words;
}

TEST(EditList, ASettingOfEveryMaterialOverridesEarlierOnesOfOneMaterial) {
  EXPECT_THAT(remainingCommands(
                  {{"clavet.friction", {1.f}}, {"material.a.friction", {2.f}}, {"clavet.friction", {3.f}}}),
              ElementsAre("clavet.friction 3"));
  EXPECT_THAT(remainingCommands({{"clavet.friction", {1.f}},
                                 {"material.a.friction", {2.f}},
                                 {"world.gravity_y", {4.f}},
                                 {"material.a.friction", {3.f}}}),
              ElementsAre("clavet.friction 1", "world.gravity_y 4", "material.a.friction 3"));
}

TEST(EditList, AMaterialThatIsAddedStaysBeforeWhatIsSetOfIt) {
  const CommandText add{"material.b.add", {}, "text"};
  EXPECT_THAT(remainingCommands({{"clavet.friction", {1.f}}, add, {"material.b.friction", {2.f}}}),
              ElementsAre("clavet.friction 1", "material.b.add", "material.b.friction 2"))
      << "earlier edits do not apply to a material that was added later";
  EXPECT_THAT(remainingCommands({{"clavet.friction", {1.f}},
                                 add,
                                 {"material.b.friction", {2.f}},
                                 {"emitter.spout.material", {1.f}},
                                 {"clavet.friction", {3.f}}}),
              ElementsAre("material.b.add", "emitter.spout.material 1", "clavet.friction 3"));
}

TEST(EditList, AllOfAFunctionOfAPairOverrulesItsParts) {
  const std::string pair = "pair.a.b.adhesion";
  EXPECT_THAT(remainingCommands({{pair, {0, 1, 2, 0}},
                                 {pair + ".1.value", {5.f}},
                                 {"pair_solids.a.adhesion.1.value", {6.f}},
                                 {pair, {1, 1, 2, 0}}},
                                "steele"),
              ElementsAre("pair_solids.a.adhesion.1.value 6", pair + " 1"));
  EXPECT_THAT(remainingCommands({{pair, {0, 1, 2, 0}}, {pair + ".repels", {5.f}}, {pair + ".2.place", {3.f}}},
                                "steele"),
              ElementsAre(pair + ".repels 5", pair + ".2.place 3"));
}

/// Moving the fourth point makes room for the third, which then passes the fourth's old place. The first
/// move must therefore stay in the list.
TEST(EditList, APointOfAFunctionStaysWhenAnotherIsInserted) {
  const std::string point = "pair.a.b.adhesion.";
  EXPECT_THAT(remainingCommands({{point + "4.place", {8.f}},
                                 {point + "3.place", {6.f}},
                                 {point + "3.place", {7.f}},
                                 {point + "4.place", {9.f}}},
                                "steele"),
              ElementsAre(point + "4.place 8", point + "3.place 7", point + "4.place 9"));
}

TEST(EditList, EventsDivideWhatIsDoneAtOneMoment) {
  std::vector<Command> list;
  EXPECT_FALSE(addCommand(list, parseCommand({"world.gravity_y", {1.f}}), "clavet"));
  EXPECT_TRUE(addCommand(list, parseCommand({"world.gravity_y", {2.f}}), "clavet"));
  EXPECT_FALSE(addCommand(list, parseCommand({"liquid.thaw_all", {}}), "clavet"));
  EXPECT_FALSE(addCommand(list, parseCommand({"liquid.thaw_all", {}}), "clavet"));
  EXPECT_FALSE(addCommand(list, parseCommand({"world.gravity_y", {3.f}}), "clavet"));
  EXPECT_EQ(list.size(), 4u);
}

}  // namespace
}  // namespace ooze
