// Tests of save files: restoring and replaying reach the hash of the original run, and damaged files are
// refused.
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "base/file.h"
#include "fixtures/commands.h"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace ooze::scene_save_test {
namespace {

constexpr const char* kScene = R"({
  "version": 1, "h": {"coarse": 0.04, "medium": 0.03, "fine": 0.02},
  "materials": [{"name": "goo", "file": "slime"}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.05}}, "position": [0, 0.1, 0]}],
  "emitters": [{"name": "spout", "radius": 0.03, "position": [0, 0.4, 0], "speed": 1}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "timeline": [{"time": 0.1, "set": "clavet.friction", "to": 0.5}]
})";

Scene scene() { return parseScene(kScene, "folder/little.json", Detail::Coarse); }

void advance(World& world, int frames) {
  for (int f = 0; f < frames; ++f) world.advanceFrame();
}

TEST(SaveFile, RestoredWorldReachesTheHashOfAnUninterruptedRun) {
  World whole(scene().world, 1);
  whole.submit(command("emitter.spout.speed", {0.5f}));
  advance(whole, 5);
  const SaveFile save = decodeSave(encodeSave(makeSave(scene(), whole)), "a.ooze");
  EXPECT_EQ(save.frame, 5u);
  EXPECT_EQ(save.sceneName, "little");
  EXPECT_EQ(save.detail, Detail::Coarse);
  advance(whole, 7);

  World resumed(parseSavedScene(save).world, 1);
  ByteReader state(save.state);
  resumed.restore(state);
  EXPECT_EQ(resumed.frameIndex(), 5u);
  advance(resumed, 7);
  EXPECT_EQ(resumed.hash(), whole.hash());
}

TEST(SaveFile, ReplayedCommandsReachTheSameHash) {
  World first(scene().world, 1);
  advance(first, 2);
  first.submit(command("emitter.spout.position", {0.05f, 0.4f, 0.f}));
  advance(first, 2);
  first.submit(command("material.goo.viscosity_linear", {0.25f}));
  advance(first, 2);
  const SaveFile save = decodeSave(encodeSave(makeSave(scene(), first)), "a.ooze");
  ASSERT_EQ(save.commands.size(), 2u);

  World again(parseSavedScene(save).world, 1);
  again.replay(save.commands);
  advance(again, 6);
  EXPECT_EQ(again.hash(), first.hash());
}

TEST(SaveFile, IsBlamedForTheSceneInItAndNotThatSceneOnTheDisk) {
  SaveFile save = makeSave(scene(), World(scene().world, 1));
  save.source.replace(save.source.find("version"), 7, "virsion");
  try {
    parseSavedScene(decodeSave(encodeSave(save), "forged.ooze"));
    FAIL() << "a forged save was accepted";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), testing::StartsWith("forged.ooze: the scene in this save: "));
    EXPECT_THAT(e.what(), testing::Not(testing::HasSubstr(save.sceneFile.string())));
  }
}

TEST(SaveFile, KeepsTheMaterialsThatItWasMadeWith) {
  Scene changed = scene();
  changed.world.materials[0].values[0] = 12.f;
  changed.world.materials[0].density = 777.f;
  const World world(changed.world, 1);
  const Scene back = parseSavedScene(decodeSave(encodeSave(makeSave(changed, world)), "a.ooze"));
  EXPECT_EQ(back.world.materials[0].values, changed.world.materials[0].values);
  EXPECT_EQ(back.world.materials[0].density, 777.f);
}

TEST(SaveFile, KeepsBranchesAndWhatTheTimelineShowsOfThem) {
  World world(scene().world, 1);
  SaveFile save = makeSave(scene(), world);
  save.branches.resize(2);
  save.branches[1].name = "other";
  save.branches[1].from = save.branches[1].last = 3;
  save.branches[1].fromStep = save.branches[1].lastStep = 9;
  save.branches[1].log = {{2, command("material.new.add", {}, "some words")},
                          {9, command("world.gravity_y", {1.f})}};
  EditPiece& piece = save.branches[1].edits.emplace_back();
  piece.label = "Gravity";
  piece.kind = EditPiece::PieceKind::Undo;
  piece.logBegin = 1;
  piece.logEnd = 2;
  piece.frame = 3;
  save.branch = 1;
  const SaveFile back = decodeSave(encodeSave(save), "a.ooze");
  ASSERT_EQ(back.branches.size(), 2u);
  EXPECT_EQ(back.branch, 1u);
  const HistoryBranch& b = back.branches[1];
  EXPECT_EQ(b.name, "other");
  EXPECT_EQ(b.from, 3u);
  EXPECT_EQ(b.lastStep, 9u);
  ASSERT_EQ(b.log.size(), 2u);
  EXPECT_EQ(b.log[0].step, 2u);
  EXPECT_EQ(textOf(b.log[0].command).text, "some words");
  ASSERT_EQ(b.edits.size(), 1u);
  EXPECT_EQ(b.edits[0].label, "Gravity");
  EXPECT_EQ(b.edits[0].kind, EditPiece::PieceKind::Undo);
  EXPECT_EQ(b.edits[0].logBegin, 1u);
  EXPECT_EQ(b.edits[0].logEnd, 2u);
  EXPECT_EQ(b.edits[0].frame, 3u);

  SaveFile strange = save;
  strange.branches[1].edits[0].kind = static_cast<EditPiece::PieceKind>(3);
  EXPECT_THROW((void)decodeSave(encodeSave(strange), "a.ooze"), InputError) << "an edit of no kind";
  save.branches[1].parent = 1;
  EXPECT_THROW((void)decodeSave(encodeSave(save), "a.ooze"), InputError) << "its own parent";
}

TEST(SaveFile, KeepsTheMaterialsThatWereChosenAndRefusesUnsoundOnes) {
  SaveFile save = makeSave(scene(), World(scene().world, 1));
  EXPECT_TRUE(decodeSave(encodeSave(save), "a.ooze").chosen.empty()) << "as in files of earlier versions";
  save.chosen.push_back({0, loadMaterial("gel", "clavet")});
  const SaveFile back = decodeSave(encodeSave(save), "a.ooze");
  ASSERT_EQ(back.chosen.size(), 1u);
  EXPECT_EQ(back.chosen[0].index, 0u);
  EXPECT_EQ(back.chosen[0].material.name, save.chosen[0].material.name);
  EXPECT_EQ(back.chosen[0].material.values, save.chosen[0].material.values);
  save.chosen[0].material.values[0] = -1.f;
  const SaveFile unsound = decodeSave(encodeSave(save), "a.ooze");
  EXPECT_THROW((void)parseSavedScene(unsound), InputError);
}

TEST(SaveFile, AnotherVersionIsReportedInOneLine) {
  std::vector<std::byte> old = encodeSave(makeSave(scene(), World(scene().world, 1)));
  old[8] = std::byte{1};
  try {
    (void)decodeSave(old, "a.ooze");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "a.ooze: the save has version 1; this Ooze reads version 2");
  }
}

TEST(SaveFile, EveryFlippedBitAndEveryTruncationIsSeen) {
  Scene small = scene();
  small.world.liquids.clear();
  const std::vector<std::byte> good = encodeSave(makeSave(small, World(small.world, 1)));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::byte> bad = good;
    bad[i] ^= std::byte{0x10};
    EXPECT_THROW((void)decodeSave(bad, "a.ooze"), InputError) << "byte " << i;
    bad.resize(i);
    EXPECT_THROW((void)decodeSave(bad, "a.ooze"), InputError) << "cut at " << i;
  }
}

TEST(SaveFile, AForeignFileIsNamedAsSuch) {
  const std::string text = "solid teapot of some length, in any case no save";
  try {
    (void)decodeSave(std::as_bytes(std::span(text)), "pot.ooze");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "pot.ooze: not a save of Ooze");
  }
}

TEST(SaveFile, AForeignFileIsNotReadToItsEnd) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("ooze-foreign-{}.ooze", getpid());
  writeFile(file, "no save");
  std::filesystem::resize_file(file, std::uintmax_t{2} << 30);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW((void)readSave(file), InputError);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(200));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace ooze::scene_save_test
