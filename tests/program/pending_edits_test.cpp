// Tests of the queue of pending commands: which of them are merged into one edit, and which take effect.
#include "session/world_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns the pending edits as lines "edit target value".
std::vector<std::string> inWords(std::vector<EditPiece> list) {
  std::vector<std::string> words;
  for (const EditPiece& p : list) {
    if (p.kind == EditPiece::PieceKind::Undo) words.emplace_back("undo");
    if (p.kind == EditPiece::PieceKind::Redo) words.emplace_back("redo");
    if (p.kind != EditPiece::PieceKind::Do) continue;
    const CommandText c = textOf(p.commands.front());
    words.push_back(std::to_string(p.edit) + " " + c.target +
                    (c.values.empty() ? "" : " " + std::to_string(static_cast<int>(c.values[0]))));
  }
  return words;
}

TEST(PendingEditsTest, OfValuesOfOneTargetTheLatestCountsAndEventsAndUndoStayInTheirOrder) {
  PendingEdits pending;
  for (const float v : {1.f, 2.f, 3.f}) pending.submit(parseCommand({"world.gravity_y", {v}}));
  pending.submit(parseCommand({"liquid.thaw_all", {}}));
  pending.submit(parseCommand({"liquid.thaw_all", {}}));
  pending.undo();
  pending.submit(parseCommand({"world.gravity_y", {4.f}}));
  pending.redo();
  EXPECT_TRUE(pending.waiting());
  EXPECT_THAT(inWords(pending.handOver()),
              ElementsAre("1 world.gravity_y 3", "2 liquid.thaw_all", "3 liquid.thaw_all", "undo",
                          "4 world.gravity_y 4", "redo"));
  EXPECT_FALSE(pending.waiting());
  EXPECT_THAT(inWords(pending.handOver()), IsEmpty());
  EXPECT_EQ(pending.commands().size(), 4u) << "no snapshot shows them yet";
  pending.submit(parseCommand({"world.gravity_y", {5.f}}));
  EXPECT_EQ(pending.commands().size(), 5u) << "commands that were passed on are not replaced";
  pending.removeHandedOver();
  EXPECT_EQ(pending.commands().size(), 1u);
}

TEST(PendingEditsTest, TheLatestValueComesBehindWhatWasSetBeforeIt) {
  PendingEdits pending;
  pending.submitTogether(
      "Friction", {parseCommand({"clavet.friction", {1.f}}), parseCommand({"material.goo.friction", {2.f}}),
                   parseCommand({"clavet.friction", {3.f}})});
  EXPECT_THAT(inWords(pending.handOver()), ElementsAre("1 material.goo.friction 2", "1 clavet.friction 3"));
}

TEST(PendingEditsTest, CommandsSubmittedTogetherDuringADragAreOneEdit) {
  PendingEdits pending;
  pending.beginGroup("Drag");
  pending.submit(parseCommand({"world.gravity_x", {1.f}}));
  EXPECT_EQ(pending.submitTogether("goo becomes water", {parseCommand({"material.goo.look", {}, "water"}),
                                                         parseCommand({"world.gravity_x", {7.f}})}),
            2u);
  pending.submit(parseCommand({"world.gravity_y", {2.f}}));
  pending.endGroup();
  pending.submit(parseCommand({"world.gravity_y", {3.f}}));
  const std::vector<EditPiece> all = pending.handOver();
  EXPECT_THAT(inWords(all), ElementsAre("1 world.gravity_x 1", "2 material.goo.look", "2 world.gravity_x 7",
                                        "1 world.gravity_y 2", "3 world.gravity_y 3"));
  EXPECT_EQ(all[1].label, "goo becomes water");
  EXPECT_EQ(all[3].label, "Drag");
  EXPECT_EQ(all[4].label, "");
}

}  // namespace
}  // namespace ooze
