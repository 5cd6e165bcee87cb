// Tests of seeking, branches, restarts and saves in a session without threads.
#include "ooze/base/error.h"

#include "live_world_fixture.h"
#include "world/commands/world_values.h"

#include <map>

namespace ooze {
namespace {

using testing::ElementsAre;

TEST_F(LiveWorldTest, GoesToAnyFrameAndPlayingRepeatsWhatWasDone) {
  LiveWorld live(scene_, 1, {});
  std::map<std::uint64_t, std::uint64_t> hashes;
  for (int f = 0; f < 30; ++f) {
    hashes[live.world().frameIndex()] = live.world().hash();
    if (f == 5 || f == 17) edit(live, {{kFriction, {static_cast<float>(f) / 30.f}}}, false);
    frames(live, 1);
  }
  hashes[30] = live.world().hash();
  for (const std::uint64_t frame : {30u, 3u, 22u, 0u, 16u, 29u}) {
    seek(live, frame);
    EXPECT_EQ(live.world().frameIndex(), frame);
    EXPECT_EQ(live.world().hash(), hashes[frame]) << frame;
  }
  seek(live, 4);
  live.step();
  seek(live, 4);
  EXPECT_EQ(live.world().hash(), hashes[4]) << "also from the middle of that frame";
  EXPECT_EQ(live.edits().undo, "") << "there it has not been done yet";
  frames(live, 26);
  EXPECT_EQ(live.world().hash(), hashes[30]);
  EXPECT_EQ(live.edits().undo, "Friction of goo");
  EXPECT_EQ(live.timeline().branches.size(), 1u);
  EXPECT_EQ(live.timeline().last, 30u);
  ASSERT_EQ(live.timeline().edits.size(), 2u);
  EXPECT_EQ(live.timeline().edits[1].frame, 17u);
  seek(live, 1000);
  EXPECT_EQ(live.world().frameIndex(), 30u) << "no farther than it has been";
}

TEST_F(LiveWorldTest, AnEditOfAnEarlierFrameBeginsABranchAndTheOtherStaysReachable) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  frames(live, 20);
  const std::uint64_t first = live.world().hash();
  seek(live, 8);
  edit(live, {{"world.gravity_y", {-3.f}}});
  frames(live, 4);
  const std::uint64_t second = live.world().hash();
  Timeline timeline = live.timeline();
  ASSERT_EQ(timeline.branches.size(), 2u);
  EXPECT_EQ(timeline.branch, 1u);
  EXPECT_EQ(timeline.branches[1].from, 8u);
  EXPECT_EQ(timeline.last, 12u);
  EXPECT_EQ(value(live, kFriction), 0.65f) << "earlier edits apply to both branches";

  live.switchBranch(0);
  arrive(live);
  EXPECT_EQ(live.world().hash(), first);
  EXPECT_EQ(live.edits().undo, "Friction of goo");
  live.switchBranch(1);
  arrive(live);
  EXPECT_EQ(live.world().hash(), second);
  EXPECT_EQ(live.edits().undo, "Gravity, upward");
}

TEST_F(LiveWorldTest, AnEditOfTheFirstFrameStaysWhenOneComesBackToItAndEditsAgain) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  const std::uint64_t edited = live.world().hash();
  frames(live, 5);
  seek(live, 0);
  EXPECT_EQ(live.world().hash(), edited);
  edit(live, {{"world.gravity_y", {-3.f}}});
  EXPECT_EQ(value(live, kFriction), 0.65f);
  live.presentEdits().undo();
  EXPECT_EQ(live.world().hash(), edited);
  live.presentEdits().undo();
  EXPECT_NE(value(live, kFriction), 0.65f);
}

TEST_F(LiveWorldTest, StepsBackOverEveryStepExactly) {
  LiveWorld live(scene_, 1, {});
  std::vector<std::uint64_t> steps, hashes;
  while (live.world().frameIndex() < 14) {
    steps.push_back(live.world().stepIndex());
    hashes.push_back(live.world().hash());
    live.step();
  }
  while (!steps.empty()) {
    live.stepBack();
    arrive(live);
    ASSERT_EQ(live.world().stepIndex(), steps.back());
    ASSERT_EQ(live.world().hash(), hashes.back()) << "step " << steps.back();
    steps.pop_back();
    hashes.pop_back();
  }
  live.stepBack();
  EXPECT_FALSE(live.seeking()) << "there is nothing before the start";
  // Seeking keeps keyframes on its way, so that the next step back has a nearby start.
  seek(live, 13);
  live.stepBack();
  arrive(live);
  EXPECT_THAT(live.timeline().keyframes, testing::Contains(12u));
}

TEST_F(LiveWorldTest, SeekingCanChangeItsGoalAndStop) {
  LiveWorld live(scene_, 1, {});
  frames(live, 25);
  live.seek(9);
  EXPECT_EQ(live.timeline().seeking, 9u);
  for (int i = 0; i < 3; ++i) live.seekOn();
  live.seek(15);
  live.seekOn();
  arrive(live);
  EXPECT_EQ(live.world().frameIndex(), 15u);
  live.seek(24);
  live.seekOn();
  live.stopSeeking();
  EXPECT_FALSE(live.seeking());
  EXPECT_LT(live.world().frameIndex(), 24u);
  EXPECT_EQ(live.timeline().last, 25u);
}

TEST_F(LiveWorldTest, ARestartKeepsSettingsInOrderAndLeavesTheOldBranch) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.5f}}, {"world.gravity_y", {-5.f}}});
  frames(live, 3);
  edit(live, {{"bodies.add_sphere", {0.f, 0.3f, 0.f, 0.02f, 300.f}}});
  edit(live, {{kFriction, {0.65f}}});
  frames(live, 3);
  const std::uint64_t old = live.world().hash();
  live.restart();
  EXPECT_EQ(live.world().stepIndex(), 0u);
  EXPECT_THAT(targets(live), ElementsAre("world.gravity_y", kFriction))
      << "each at the place of its last setting";
  EXPECT_EQ(value(live, kFriction), 0.65f);
  EXPECT_EQ(live.world().bodies().list.size(), 1u) << "a restart does not drop the body again";
  EXPECT_EQ(live.timeline().branches.size(), 2u);

  EXPECT_EQ(live.edits().undo, "Friction of goo");
  live.presentEdits().undo();
  live.presentEdits().undo();
  EXPECT_EQ(live.edits().undo, "");
  World fresh(scene_->world, 1);
  EXPECT_EQ(live.world().hash(), fresh.hash()) << "earlier edits can still be undone";

  live.switchBranch(0);
  arrive(live);
  EXPECT_EQ(live.world().hash(), old);
}

TEST_F(LiveWorldTest, StartingAgainComesToTheLastValueWhetherItWasOfOneMaterialOrOfAll) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"material.other.add", {}, encodeMaterial(scene_->world.materials[0], "clavet")}});
  const std::string other = "material.other.friction";
  const auto setOneAfterAnother = [&](const std::vector<CommandText>& commands) {
    for (const CommandText& c : commands) edit(live, {c}, false), frames(live, 1);
    live.restart();
  };
  setOneAfterAnother({{"clavet.friction", {0.1f}}, {other, {0.2f}}, {"clavet.friction", {0.3f}}});
  EXPECT_EQ(value(live, kFriction), 0.3f);
  EXPECT_EQ(value(live, other), 0.3f);
  setOneAfterAnother({{other, {0.4f}}, {"clavet.friction", {0.5f}}, {other, {0.6f}}});
  EXPECT_EQ(value(live, kFriction), 0.5f);
  EXPECT_EQ(value(live, other), 0.6f);
}

TEST_F(LiveWorldTest, StartingAgainWithoutAChangeNeedsNoBranch) {
  LiveWorld live(scene_, 1, {parseCommand({"world.gravity_y", {-5.f}})});
  frames(live, 5);
  live.restart();
  EXPECT_EQ(live.world().stepIndex(), 0u);
  EXPECT_EQ(value(live, "world.gravity_y"), -5.f);
  EXPECT_EQ(live.timeline().branches.size(), 1u);
  EXPECT_EQ(live.timeline().last, 5u);
}

TEST_F(LiveWorldTest, ASavedSessionKnowsTheMaterialsThatWereChosen) {
  LiveWorld live(scene_, 1, {});
  frames(live, 2);
  const MaterialDefinition gel = loadMaterial("gel", "clavet"), water = loadMaterial("water", "clavet");
  const auto choose = [&](LiveWorld& in, const MaterialDefinition& material) {
    std::vector<CommandText> commands;
    for (const Command& c : commandsToBecome("goo", material, "clavet")) commands.push_back(textOf(c));
    in.noteMaterial(edit(in, commands), 0, material);
  };
  choose(live, gel);
  frames(live, 2);
  const SaveFile saved = live.save();
  LiveWorld opened(decodeSave(encodeSave(saved), "a.ooze"), 1);
  EXPECT_EQ(opened.originals()[0].name, gel.name);
  EXPECT_EQ(opened.originals()[0].values, gel.values);
  seek(opened, 1);
  EXPECT_EQ(opened.originals()[0].name, "goo") << "it was not chosen yet";
  seek(opened, 4);
  edit(opened, {{kFriction, {0.65f}}});
  EXPECT_EQ(LiveWorld(opened.save(), 1).originals()[0].name, gel.name) << "saved once more";
  choose(opened, water);
  EXPECT_EQ(LiveWorld(opened.save(), 1).originals()[0].name, water.name) << "the last one counts";
  opened.presentEdits().undo();
  EXPECT_EQ(opened.originals()[0].name, gel.name);

  live.presentEdits().undo();
  EXPECT_TRUE(live.save().chosen.empty()) << "taken back";
  SaveFile old = saved;
  old.chosen.clear();
  EXPECT_EQ(LiveWorld(old, 1).originals()[0].name, "goo") << "a file from an earlier version";
  SaveFile damaged = saved;
  damaged.chosen[0].index = 7;
  EXPECT_THROW(LiveWorld(damaged, 1), InputError);
}

TEST_F(LiveWorldTest, ASavedSessionOpensWhereItWasWithItsTimelineAndBranches) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  frames(live, 12);
  const std::uint64_t atTwelve = live.world().hash();
  frames(live, 3);
  const std::uint64_t first = live.world().hash();
  seek(live, 6);
  edit(live, {{"world.gravity_y", {-3.f}}});
  frames(live, 2);
  live.step();
  edit(live, {{kFriction, {0.2f}}});
  const std::uint64_t hash = live.world().hash();

  const SaveFile save = decodeSave(encodeSave(live.save()), "memory.ooze");
  LiveWorld opened(save, 2);
  EXPECT_EQ(opened.world().hash(), hash);
  EXPECT_EQ(opened.scene()->title, "Small pour");
  EXPECT_EQ(opened.edits().undo, "");
  EXPECT_EQ(opened.timeline().branch, 1u);
  ASSERT_EQ(opened.timeline().branches.size(), 2u);
  EXPECT_EQ(opened.timeline().branches[0].last, 15u);
  EXPECT_EQ(opened.timeline().edits.size(), 3u);
  live.step();
  opened.step();
  EXPECT_EQ(opened.world().hash(), live.world().hash()) << "it goes on to the same bits";
  opened.switchBranch(0);
  arrive(opened);
  EXPECT_EQ(opened.world().hash(), first);
  seek(opened, 12);
  EXPECT_EQ(opened.world().hash(), atTwelve) << "by replay from the start";

  SaveFile torn = save;
  torn.branches[1].log.clear();
  torn.branches[1].edits.clear();
  EXPECT_THROW(LiveWorld(torn, 1), InputError);
}

// A session may be damaged, or may refer to a mesh file that no longer exists.
TEST_F(LiveWorldTest, AWayThatASessionCannotGoEndsInALineAndCanBeLeft) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  frames(live, 3);
  SaveFile save = live.save();
  save.branches.push_back(save.branches[0]);
  save.branches[1].parent = 0;
  std::get<SetValue>(save.branches[1].log[0].command).setting = parseSetting(".aterial.goo.friction");
  LiveWorld opened(save, 1);
  opened.switchBranch(1);
  EXPECT_THROW(arrive(opened), InputError);
  EXPECT_NO_THROW(opened.stopSeeking());
  opened.switchBranch(0);
  EXPECT_NO_THROW(arrive(opened));
  EXPECT_EQ(opened.world().hash(), live.world().hash());
}

}  // namespace
}  // namespace ooze
