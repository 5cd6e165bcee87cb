// Tests of undo and redo in a session without threads.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "fixtures/edit_pieces.h"
#include "live_world_fixture.h"

#include <random>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(LiveWorldTest, AnEditWhilePausedIsSeenAtOnceAndUndoRestoresTheExactState) {
  LiveWorld live(scene_, 1, {});
  frames(live, 3);
  const std::uint64_t before = live.world().hash();
  edit(live, {{kFriction, {0.65f}}});
  EXPECT_EQ(value(live, kFriction), 0.65f);
  const std::uint64_t after = live.world().hash();
  EXPECT_NE(after, before);
  EXPECT_EQ(live.edits().undo, "Friction of goo");
  live.presentEdits().undo();
  EXPECT_EQ(live.world().hash(), before);
  EXPECT_THAT(targets(live), IsEmpty()) << "the undone edit leaves no trace";
  EXPECT_EQ(live.edits().undo, "");
  EXPECT_EQ(live.edits().redo, "Friction of goo");
  live.presentEdits().redo();
  EXPECT_EQ(live.world().hash(), after);
  EXPECT_EQ(live.edits().redo, "");
}

TEST_F(LiveWorldTest, OnlyTheLastValueOfASliderDraggedWhilePausedIsLogged) {
  LiveWorld live(scene_, 1, {});
  frames(live, 1);
  live.step();  // in the middle of a frame: a stiff intermediate value would cost substeps
  ++edit_;
  for (const float v : {0.1f, 0.5f, 0.65f}) live.presentEdits().apply(editOf({kFriction, {v}}, edit_), true);
  EXPECT_EQ(value(live, kFriction), 0.65f);
  EXPECT_THAT(targets(live), ElementsAre(kFriction));
  // A refused edit leaves the value unchanged.
  EXPECT_THAT(live.presentEdits().apply(editOf({kFriction, {7.f}}, edit_), true),
              ElementsAre(HasSubstr("friction")));
  EXPECT_EQ(value(live, kFriction), 0.65f);
  EXPECT_EQ(live.edits().undo, "Friction of goo");
}

TEST_F(LiveWorldTest, OnceTheWorldHasRunOnUndoSetsWhatWasSetBeforeAndIsLogged) {
  LiveWorld live(scene_, 1, {});
  const float original = value(live, kFriction);
  const Vec3 place = live.world().emitters()[0].spec().position;
  edit(live, {{kFriction, {0.65f}}, {"clavet.stickiness", {2.f}}}, false);
  edit(live, {{"emitter.spout.position", {0.1f, 0.3f, 0.f}}}, false);
  frames(live, 2);
  live.presentEdits().undo();
  EXPECT_EQ(live.world().emitters()[0].spec().position, place);
  live.presentEdits().undo();
  EXPECT_EQ(value(live, kFriction), original);
  EXPECT_EQ(live.edits().undo, "");
  EXPECT_EQ(live.edits().redo, "Friction of goo");
  frames(live, 1);
  live.presentEdits().redo();
  live.presentEdits().redo();
  EXPECT_EQ(value(live, kFriction), 0.65f);
  EXPECT_EQ(live.world().emitters()[0].spec().position.x, 0.1f);
  frames(live, 2);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, ADragWhileTheWorldRunsIsOneEdit) {
  LiveWorld live(scene_, 1, {});
  const float original = value(live, kFriction);
  ++edit_;
  for (int f = 0; f < 5; ++f) {
    live.presentEdits().apply(editOf({kFriction, {0.25f + 0.1f * static_cast<float>(f)}}, edit_), false);
    frames(live, f == 2 ? 6 : 1);  // the pointer rests in between
  }
  EXPECT_EQ(live.timeline().edits.size(), 1u);
  live.presentEdits().undo();
  EXPECT_EQ(value(live, kFriction), original);
  EXPECT_EQ(live.edits().undo, "");
  live.presentEdits().redo();
  EXPECT_FLOAT_EQ(value(live, kFriction), 0.65f);
}

TEST_F(LiveWorldTest, ANewEditForgetsWhatWasUndone) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  live.presentEdits().undo();
  edit(live, {{"world.gravity_y", {-5.f}}});
  EXPECT_EQ(live.edits().redo, "");
  frames(live, 1);
  live.presentEdits().undo();
  EXPECT_EQ(live.edits().redo, "Gravity, upward");
  edit(live, {{kFriction, {0.7f}}});
  EXPECT_EQ(live.edits().redo, "");
}

TEST_F(LiveWorldTest, RedoBringsBackTheEditUndoneLastAndNotAnOlderOne) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}}, false);
  frames(live, 1);
  live.presentEdits().undo();  // by inverse commands
  frames(live, 1);
  edit(live, {{"world.gravity_y", {-5.f}}});
  live.presentEdits().undo();  // by restoring the state
  EXPECT_EQ(live.edits().redo, "Gravity, upward");
  live.presentEdits().redo();
  EXPECT_EQ(value(live, "world.gravity_y"), -5.f);
  EXPECT_EQ(live.edits().redo, "") << "the new edit forgets the older one";
  live.presentEdits().undo();
  frames(live, 1);
  EXPECT_EQ(live.edits().redo, "Gravity, upward") << "also after the world has run on";
  live.presentEdits().redo();
  EXPECT_EQ(value(live, "world.gravity_y"), -5.f);
  EXPECT_EQ(live.edits().redo, "");
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, RedoFollowsTheOrderOfBothKindsOfUndo) {
  for (const bool runsOn : {false, true}) {
    LiveWorld live(scene_, 1, {});
    edit(live, {{kFriction, {0.65f}}}, false);
    frames(live, 1);
    edit(live, {{"world.gravity_y", {-5.f}}});
    live.presentEdits().undo();  // by restoring the state
    if (runsOn) frames(live, 1);
    live.presentEdits().undo();  // by inverse commands
    if (runsOn) frames(live, 1);
    EXPECT_EQ(live.edits().redo, "Friction of goo");
    live.presentEdits().redo();
    EXPECT_EQ(value(live, kFriction), 0.65f);
    EXPECT_EQ(live.edits().redo, "Gravity, upward");
    live.presentEdits().redo();
    EXPECT_EQ(value(live, "world.gravity_y"), -5.f);
    EXPECT_EQ(live.edits().redo, "");
    EXPECT_EQ(live.edits().undo, "Gravity, upward");
    frames(live, 1);
    EXPECT_EQ(hashOfReplay(live), live.world().hash());
  }
}

TEST_F(LiveWorldTest, UndoAndRedoFollowTwoStacksHoweverTheWorldRunsAndPauses) {
  struct Change {
    std::string setting;
    float before, after;
  };
  std::mt19937 random(13);
  LiveWorld live(scene_, 1, {});
  std::vector<Change> undo, redo;
  std::size_t redone = 0;
  for (int n = 0; n < 300; ++n) {
    if (random() % 3 == 0) frames(live, 1);
    const bool paused = random() % 2 == 0;
    const unsigned action = random() % 5;
    if (action < 2) {
      const std::string setting = random() % 2 == 0 ? kFriction : "world.gravity_y";
      const float after = 0.1f + 0.001f * static_cast<float>(n);
      undo.push_back({setting, value(live, setting), after});
      redo.clear();
      edit(live, {{setting, {after}}}, paused);
    } else if (action < 4) {
      live.presentEdits().undo();
      if (undo.empty()) continue;
      EXPECT_EQ(value(live, undo.back().setting), undo.back().before) << "action " << n;
      redo.push_back(undo.back());
      undo.pop_back();
    } else {
      live.presentEdits().redo();
      if (redo.empty()) continue;
      EXPECT_EQ(value(live, redo.back().setting), redo.back().after) << "action " << n;
      undo.push_back(redo.back());
      redo.pop_back();
      ++redone;
    }
    ASSERT_EQ(live.edits().undo.empty(), undo.empty()) << "action " << n;
    ASSERT_EQ(live.edits().redo.empty(), redo.empty()) << "action " << n;
  }
  EXPECT_GT(redone, 10u);
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, GrabbingIsNotUndone) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  edit(live, {{"liquid.grab", {0.f, 0.05f, 0.f, 0.03f}}, {"liquid.carry", {0.f, 0.1f, 0.f}}});
  EXPECT_EQ(live.edits().undo, "Friction of goo");
  live.presentEdits().undo();
  EXPECT_THAT(targets(live), ElementsAre("liquid.grab", "liquid.carry")) << "the grab still holds the liquid";
}

/// Returns a random edit of any kind, sometimes a group of several commands.
std::vector<CommandText> randomEdit(std::mt19937& random) {
  const auto number = [&](float from, float to) {
    return from + (to - from) * static_cast<float>(random() % 1000) / 1000.f;
  };
  const auto place = [&] {
    return std::vector{number(-0.05f, 0.05f), number(0.f, 0.1f), number(-0.05f, 0.05f)};
  };
  const auto with = [](std::vector<float> v, std::initializer_list<float> more) {
    v.insert(v.end(), more);
    return v;
  };
  switch (random() % 14) {
    case 0:
      return {{kFriction, {number(0.f, 1.f)}}};
    case 1:
      return {{"clavet.viscosity_linear", {number(0.f, 3.f)}}, {kFriction, {number(0.f, 1.f)}}};
    case 2:
      return {{"world.gravity_y", {number(-12.f, 2.f)}}};
    case 3:
      return {{"emitter.spout.enabled", {static_cast<float>(random() % 2)}}};
    case 4:
      return {{"emitter.spout.position", with({}, {number(-0.1f, 0.1f), 0.2f, 0.f})}};
    case 5:
      return {{"bodies.add_sphere", with(place(), {0.02f, 300.f})}};
    case 6:
      return {{"liquid.erase", with(place(), {0.03f})}};
    case 7:
      return {{"liquid.freeze", with(place(), {0.03f})}};
    case 8:
      return {{"liquid.thaw", with(place(), {0.05f})}};
    case 9:
      return {{"bodies.add_collider_box", with(place(), {0.02f})}};
    case 10:
      return {{"springs.add", {}}};
    case 11:
      return {{"emitters.add", {0.05f, 0.3f, 0.f, 0.f, -1.f, 0.f, 0.01f, 0.5f, 0.f}}};
    case 12:
      return {{"bodies.remove_added", {}}};
    default:
      return {{"material.goo.colour", {number(0.f, 1.f), 0.5f, 0.f}},
              {"liquid.erase", with(place(), {0.02f})}};
  }
}

TEST_F(LiveWorldTest, SixtyEditsOfAllKindsUndoneToTheStartAndRedoneRestoreEveryState) {
  std::mt19937 random(11);
  LiveWorld live(scene_, 2, {});
  frames(live, 3);
  live.step();  // in the middle of a frame
  std::vector<std::uint64_t> hashes{live.world().hash()};
  std::vector<std::string> done;
  while (hashes.size() <= 60) {
    edit(live, randomEdit(random));
    done.push_back(live.edits().undo);
    hashes.push_back(live.world().hash());
  }
  for (std::size_t n = hashes.size() - 1; n > 0; --n) {
    live.presentEdits().undo();
    ASSERT_EQ(live.world().hash(), hashes[n - 1]) << "undone to " << n - 1 << ", before " << done[n - 1];
  }
  EXPECT_EQ(live.edits().undo, "");
  for (std::size_t n = 1; n < hashes.size(); ++n) {
    live.presentEdits().redo();
    ASSERT_EQ(live.world().hash(), hashes[n]) << "redone to " << n;
  }
  EXPECT_EQ(live.edits().redo, "");
  frames(live, 2);
  EXPECT_EQ(hashOfReplay(live), live.world().hash()) << "a replay of the log gives the same world";
}

TEST_F(LiveWorldTest, EditsUndoAndRedoOfARunningWorldReplayToTheSameHash) {
  std::mt19937 random(12);
  LiveWorld live(scene_, 2, {});
  for (int i = 0; i < 60; ++i) {
    live.step();
    if (!live.takesCommands()) continue;
    switch (random() % 4) {
      case 0:
        live.presentEdits().undo();
        break;
      case 1:
        live.presentEdits().redo();
        break;
      default:
        edit(live, randomEdit(random), random() % 2 == 0);
    }
  }
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, AnUnstableWorldPausesAtItsLastGoodStateAndUndoRevivesIt) {
  std::string text = kSmallScene;
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"h\": 0.02", "\"h\": 0.0009, \"substeps\": 1");
  replace("0.04}}", "0.003}}");
  replace("\"radius\": 0.012", "\"radius\": 0.0012");
  LiveWorld live(std::make_shared<const Scene>(loadScene(folder_.write("stiff.json", text).string())), 1,
                 {command("clavet.spring_stiffness", {0.f}), command("clavet.plasticity_stretch", {6.f}),
                  command("clavet.plasticity_compress", {6.f})});
  frames(live, 3);
  edit(live, {{"clavet.spring_stiffness", {200.f}}});
  EXPECT_THROW(frames(live, 30), RunError);
  const std::uint64_t stands = live.world().frameIndex();
  EXPECT_FALSE(live.rollBacks().empty());
  EXPECT_EQ(live.timeline().last, stands);
  for (std::size_t i = 0; i < live.world().particles().size(); ++i)
    ASSERT_TRUE(isFinite(Vec3(live.world().particles().position[i])));
  // An edit in a failed frame is dropped with the frame. Earlier edits can still be undone.
  const std::size_t logged = live.world().commandLog().size();
  edit(live, {{"material.goo.friction", {0.65f}}});
  EXPECT_THROW(frames(live, 1), RunError);
  EXPECT_EQ(live.world().commandLog().size(), logged);
  EXPECT_NE(value(live, kFriction), 0.65f);
  EXPECT_NE(live.edits().undo, "Friction of goo");
  EXPECT_EQ(live.world().frameIndex(), stands);
  live.presentEdits().undo();
  frames(live, 3);
  EXPECT_EQ(live.world().frameIndex(), stands + 3);
  // Repeated frames do not count as new failures.
  const std::size_t wentWrong = live.rollBacks().size();
  seek(live, 0);
  seek(live, stands);
  EXPECT_EQ(live.rollBacks().size(), wentWrong);
}

}  // namespace
}  // namespace ooze
