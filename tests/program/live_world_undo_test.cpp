// Tests of hard cases of undo and redo in a session without threads: after the world has run on,
// repeatedly, and after seeking or switching branches.
#include "ooze/base/error.h"

#include "fixtures/edit_pieces.h"
#include "live_world_fixture.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ooze {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Body& bodyNamed(const LiveWorld& live, const std::string& name) {
  const std::vector<Body>& all = live.world().bodies().list;
  return *std::find_if(all.begin(), all.end(), [&](const Body& b) { return b.name == name; });
}

TEST_F(LiveWorldTest, UndoGivesEverythingThatCanBeSetTheValueFromBefore) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"material.other.add", {}, encodeMaterial(scene_->world.materials[0], "clavet")}});
  edit(live, {{"bodies.add_sphere", {0.f, 0.4f, 0.f, 0.02f, 300.f}}});
  frames(live, 1);
  const auto spout = [&live]() -> const EmitterSpec& { return live.world().emitters()[0].spec(); };
  const auto ball = [&live]() -> const Body& { return bodyNamed(live, "dropped 1"); };
  const auto goo = [&live]() -> const MaterialDefinition& { return live.world().materials()[0]; };
  struct Case {
    CommandText command;
    std::function<std::vector<float>()> value;
  };
  const auto of = [](const Vec3& v) { return std::vector{v.x, v.y, v.z}; };
  const std::vector<Case> cases{
      {{"material.goo.colour", {0.25f, 0.5f, 0.75f}},
       [&] { return std::vector{static_cast<float>(goo().colour & 0xffffffu)}; }},
      {{"material.goo.look", {}, "clay"},
       [&] { return std::vector{static_cast<float>(std::hash<std::string>()(goo().look) % 1000)}; }},
      {{"material.goo.roughness", {0.5f}},
       [&] { return std::vector{goo().lookOverrides[2].value_or(-1.f)}; }},
      {{"emitter.spout.direction", {1.f, 0.f, 0.f}}, [&] { return of(spout().direction); }},
      {{"emitter.spout.position", {0.1f, 0.3f, 0.f}}, [&] { return of(spout().position); }},
      {{"emitter.spout.material", {1.f}}, [&] { return std::vector{static_cast<float>(spout().material)}; }},
      {{"emitter.spout.enabled", {0.f}}, [&] { return std::vector{spout().enabled ? 1.f : 0.f}; }},
      {{"emitter.spout.speed", {0.25f}}, [&] { return std::vector{spout().speed}; }},
      {{"body.dropped 1.position", {0.2f, 0.5f, 0.f}}, [&] { return of(ball().pose.position); }},
      {{"body.dropped 1.place", {0.1f, 0.6f, 0.f, 0.f, 1.f, 0.f, 0.f}},
       [&] {
         std::vector<float> all = of(ball().pose.position);
         for (const float more : {ball().pose.orientation.w, ball().pose.orientation.x, ball().velocity.y})
           all.push_back(more);
         return all;
       }},
      {{"body.dropped 1.scale", {2.f}},
       [&] {
         return std::vector{ball().scale, ball().solid.size.x};
       }},
      {{"body.dropped 1.velocity", {0.f, 3.f, 0.f}}, [&] { return of(ball().velocity); }},
      {{"body.dropped 1.angular_velocity", {9.f, 0.f, 0.f}}, [&] { return of(ball().angularVelocity); }},
      {{"body.dropped 1.density", {900.f}}, [&] { return std::vector{ball().density}; }},
      {{"body.dropped 1.present", {0.f}}, [&] { return std::vector{ball().present ? 1.f : 0.f}; }},
      {{"world.gravity_x", {1.f}}, [&] { return std::vector{live.world().value("world.gravity_x")}; }},
  };
  for (const Case& c : cases) {
    const std::vector<float> before = c.value();
    edit(live, {c.command}, false);
    EXPECT_NE(c.value(), before) << c.command.target;
    frames(live, 1);
    EXPECT_THAT(live.presentEdits().undo(), IsEmpty()) << c.command.target;
    EXPECT_EQ(c.value(), before) << c.command.target;
  }
}

TEST_F(LiveWorldTest, APlacementWhilePausedIsUndoneAndRedoneExactly) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"bodies.add_box", {0.f, 0.4f, 0.f, 0.02f, 300.f}}});
  frames(live, 3);
  const std::uint64_t before = live.world().hash();
  edit(live,
       {{"body.dropped 1.place", {0.1f, 0.3f, 0.f, 1.f, 0.f, 0.f, 0.f}}, {"body.dropped 1.scale", {1.5f}}});
  edit(live, {{"emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f, 1.f}}});
  const std::uint64_t after = live.world().hash();
  EXPECT_NE(after, before);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(live.world().hash(), before);
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
  EXPECT_EQ(live.world().hash(), after);
  frames(live, 2);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

/// A pour adds a nozzle, moves it, and closes it, frame by frame.
TEST_F(LiveWorldTest, AnEditThatSetsWhatItAddedIsUndoneAfterTheWorldHasRunOn) {
  LiveWorld live(scene_, 1, {});
  const std::size_t nozzles = live.world().emitters().size();
  ++edit_;
  for (const CommandText& command :
       {CommandText{"emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f}},
        CommandText{"emitter.poured 1.position", {0.1f, 0.5f, 0.f}},
        CommandText{"emitter.poured 1.enabled", {0.f}}, CommandText{"world.gravity_x", {1.f}}}) {
    EXPECT_THAT(live.presentEdits().apply(editOf(command, edit_), false), IsEmpty());
    frames(live, 1);
  }
  EXPECT_EQ(live.world().emitters().size(), nozzles + 1);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty()) << "nothing is refused";
  EXPECT_EQ(live.world().emitters().size(), nozzles);
  EXPECT_EQ(value(live, "world.gravity_x"), 0.f);
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
  EXPECT_EQ(live.world().emitters().size(), nozzles + 1);
  EXPECT_FALSE(live.world().emitters().back().spec().enabled);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

/// The spout of the scene pours into the middle at the same time, and stays out of all this.
TEST_F(LiveWorldTest, UndoOfAPourRemovesWhatItsNozzlePouredAndRedoBringsItBack) {
  LiveWorld live(scene_, 1, {});
  const auto count = [&live](float from, float to) {
    const Vec3Array& at = live.world().particles().position;
    std::size_t n = 0;
    for (std::size_t i = 0; i < at.size(); ++i) n += at[i].x > from && at[i].x < to;
    return n;
  };
  const auto left = [&] { return count(-1.f, -0.15f); };
  const auto middle = [&] { return count(-0.15f, 0.15f); };
  const auto right = [&] { return count(0.15f, 1.f); };
  const auto pour = [&](const std::vector<CommandText>& commands) {
    ++edit_;
    for (const CommandText& command : commands) {
      EXPECT_THAT(live.presentEdits().apply(editOf(command, edit_), false), IsEmpty());
      frames(live, 8);
    }
  };
  pour({{"emitters.add", {0.3f, 0.2f, 0.f, 0.f, -1.f, 0.f, 0.012f, 0.5f, 0.f}},
        {"emitter.poured 1.position", {0.32f, 0.2f, 0.f}},
        {"emitter.poured 1.enabled", {0.f}}});
  pour({{"emitter.poured 1.position", {-0.3f, 0.2f, 0.f}},
        {"emitter.poured 1.enabled", {1.f}},
        {"emitter.poured 1.enabled", {0.f}}});
  const std::size_t onLeft = left(), onRight = right(), inMiddle = middle();
  ASSERT_GT(onLeft, 10u);
  ASSERT_GT(onRight, 10u);

  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(left(), 0u);
  EXPECT_EQ(right(), onRight) << "an earlier pour of the same nozzle stays";
  EXPECT_EQ(middle(), inMiddle);
  frames(live, 2);
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
  EXPECT_EQ(left(), onLeft);
  EXPECT_FALSE(live.world().emitters().back().spec().enabled);
  frames(live, 2);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty()) << "again";
  EXPECT_EQ(left(), 0u);
  frames(live, 2);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(right(), 0u);
  EXPECT_EQ(live.world().emitters().size(), 1u) << "the nozzle of the pour is gone";
  EXPECT_GE(middle(), inMiddle);
  frames(live, 2);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

/// A keyframe keeps which liquid the nozzle poured.
TEST_F(LiveWorldTest, UndoOfAPourWorksAfterATravelInTime) {
  LiveWorld live(scene_, 1, {}), other(scene_, 1, {});
  for (LiveWorld* world : {&live, &other}) {
    ++edit_;
    for (const CommandText& command :
         {CommandText{"emitters.add", {0.3f, 0.2f, 0.f, 0.f, -1.f, 0.f, 0.012f, 0.5f, 0.f}},
          CommandText{"emitter.poured 1.enabled", {0.f}}}) {
      EXPECT_THAT(world->presentEdits().apply(editOf(command, edit_), false), IsEmpty());
      frames(*world, 12);
    }
  }
  const std::size_t before = live.world().particles().size();
  seek(live, 2);
  seek(live, 24);
  ASSERT_EQ(live.world().hash(), other.world().hash());
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_LT(live.world().particles().size(), before);
  EXPECT_THAT(other.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(live.world().hash(), other.world().hash());
}

TEST_F(LiveWorldTest, ARestartKeepsThePlacesOfTheScenesBodies) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"body.floor.place", {0.f, -0.1f, 0.f, 1.f, 0.f, 0.f, 0.f}}});
  frames(live, 1);
  live.restart();
  EXPECT_EQ(bodyNamed(live, "floor").pose.position.y, -0.1f);
}

TEST_F(LiveWorldTest, ARestartKeepsAnEditAsAWholeOrDropsIt) {
  LiveWorld live(scene_, 1, {});
  const auto isThere = [&live] { return bodyNamed(live, "floor").present; };
  edit(live, {{"body.floor.present", {0.f}}});
  frames(live, 1);
  live.restart();
  EXPECT_TRUE(isThere()) << "what was taken out by hand is back";
  // "Follow this shape" takes a solid out and sets controls in its place.
  edit(live, {{"body.floor.present", {0.f}}, {kFriction, {0.65f}}});
  frames(live, 1);
  live.restart();
  EXPECT_FALSE(isThere());
  EXPECT_EQ(value(live, kFriction), 0.65f);
  frames(live, 1);
  live.restart();
  EXPECT_FALSE(isThere()) << "also the second time";
  live.presentEdits().undo();
  EXPECT_TRUE(isThere());
  frames(live, 1);
  live.restart();
  EXPECT_TRUE(isThere());
}

TEST_F(LiveWorldTest, UndoOfABodysOwnContactWithLiquidGivesItBackWhatItHad) {
  LiveWorld live(scene_, 1, {});
  const auto floor = [&live]() -> const Body& { return bodyNamed(live, "floor"); };
  struct Case {
    const char* target;
    std::optional<float> Body::*member;
    float own, other;
  };
  for (const Case& c : {Case{"body.floor.friction", &Body::friction, 0.35f, 0.8f},
                        Case{"body.floor.stickiness", &Body::stickiness, 40.f, 900.f},
                        Case{"body.floor.stick_distance", &Body::stickDistance, 0.004f, 0.011f}}) {
    const auto held = [&] { return floor().*c.member; };
    ASSERT_EQ(held(), std::nullopt) << c.target << ": the liquid's own holds";
    edit(live, {{c.target, {c.own}}}, false);
    frames(live, 1);
    edit(live, {{c.target, {c.other}}}, false);
    frames(live, 1);
    EXPECT_EQ(held(), c.other);
    EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
    EXPECT_EQ(held(), c.own) << c.target << ", in its own unit";
    frames(live, 1);
    EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
    EXPECT_EQ(held(), std::nullopt) << c.target;
    frames(live, 1);
    EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
    EXPECT_EQ(held(), c.own) << c.target;
  }
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
  live.restart();
  EXPECT_EQ(floor().friction, 0.35f) << "a redone edit survives a restart";
}

TEST_F(LiveWorldTest, ARestartDoesNotBringBackABodysFrictionThatWasUndone) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"body.floor.friction", {0.35f}}}, false);
  frames(live, 1);
  live.presentEdits().undo();
  live.restart();
  EXPECT_EQ(bodyNamed(live, "floor").friction, std::nullopt);
}

TEST_F(LiveWorldTest, AnEditOfSeveralActionsIsUndoneFromLastToFirst) {
  LiveWorld live(scene_, 1, {});
  frames(live, 2);
  const std::size_t particles = live.world().particles().size();
  const std::vector<float> all{0.f, 0.05f, 0.f, 1.f};
  edit(live, {{"liquid.freeze", all}, {"liquid.thaw_all", {}}, {"liquid.erase", {0.f, 0.05f, 0.f, 0.02f}}});
  ASSERT_LT(live.world().particles().size(), particles);
  live.step();
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_GE(live.world().particles().size(), particles);
  const auto& frozen = live.world().particles().frozen;
  EXPECT_EQ(std::count(frozen.begin(), frozen.end(), 1), 0);
}

TEST_F(LiveWorldTest, UndoAndRedoToAndFroLeaveNothingOver) {
  LiveWorld live(scene_, 1, {});
  const std::size_t bodies = live.world().bodies().list.size();
  edit(live, {{"bodies.add_sphere", {0.f, 0.4f, 0.f, 0.02f, 300.f}}});
  for (int i = 0; i < 2; ++i) {
    frames(live, 1);
    EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
    EXPECT_EQ(live.world().bodies().list.size(), bodies);
    frames(live, 1);
    EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
    EXPECT_EQ(live.world().bodies().list.size(), bodies + 1);
    EXPECT_EQ(live.edits().redo, "");
  }
  // At the same moment, undo leaves no trace in the log, and redo works exactly once.
  live.presentEdits().undo();
  EXPECT_EQ(live.edits().redo, "Drop a ball");
  live.presentEdits().redo();
  EXPECT_EQ(live.edits().redo, "");
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty());
  EXPECT_EQ(live.world().bodies().list.size(), bodies + 1);
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, ClearingWhatWasDroppedIsUndoneAlsoOnceTheWorldHasRunOn) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{"bodies.add_sphere", {0.f, 0.4f, 0.f, 0.02f, 300.f}}});
  frames(live, 2);
  const Vec3 place = bodyNamed(live, "dropped 1").pose.position;
  const std::size_t bodies = live.world().bodies().list.size();
  edit(live, {{"bodies.remove_added", {}}}, false);
  frames(live, 3);
  ASSERT_EQ(live.world().bodies().list.size(), bodies - 1);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  ASSERT_EQ(live.world().bodies().list.size(), bodies);
  EXPECT_EQ(bodyNamed(live, "dropped 1").pose.position, place);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(live.world().bodies().list.size(), bodies - 1) << "and dropping it";
  frames(live, 1);
  EXPECT_EQ(hashOfReplay(live), live.world().hash());
}

TEST_F(LiveWorldTest, UndoKeepsAnAddedMaterialAndReportsIt) {
  LiveWorld live(scene_, 1, {});
  const std::string text = encodeMaterial(scene_->world.materials[0], "clavet");
  edit(live, {{"material.other.add", {}, text}, {"emitter.spout.material", {1.f}}}, false);
  frames(live, 1);
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_EQ(live.world().emitters()[0].spec().material, 0);
  EXPECT_EQ(live.world().materials().size(), 2u);
  EXPECT_THAT(live.presentEdits().redo(), IsEmpty()) << "it is not added once more";
  EXPECT_EQ(live.world().emitters()[0].spec().material, 1);
  EXPECT_EQ(live.world().materials().size(), 2u);
  edit(live, {{"material.third.add", {}, text}}, false);
  frames(live, 1);
  EXPECT_THAT(live.presentEdits().undo(),
              ElementsAre(HasSubstr("Add third: this cannot be undone after the world has run on")));
}

TEST_F(LiveWorldTest, AnUndoneEditIsNotRedoneElsewhere) {
  LiveWorld live(scene_, 1, {});
  frames(live, 2);
  const auto undone = [&] {
    edit(live, {{kFriction, {0.65f}}});
    live.presentEdits().undo();
    ASSERT_EQ(live.edits().redo, "Friction of goo");
  };
  undone();
  seek(live, 1);
  EXPECT_EQ(live.edits().redo, "");
  undone();
  live.stepBack();
  arrive(live);
  EXPECT_EQ(live.edits().redo, "");
  edit(live, {{kFriction, {0.3f}}});  // starts a new branch
  live.step();
  undone();
  live.switchBranch(0);
  arrive(live);
  EXPECT_EQ(live.edits().redo, "");
  undone();
  live.restart();
  EXPECT_EQ(live.edits().redo, "");
  undone();
  EXPECT_THAT(live.presentEdits().apply(editOf({kFriction, {7.f}}, ++edit_), true),
              ElementsAre(HasSubstr("friction")));
  EXPECT_EQ(live.edits().redo, "Friction of goo") << "a refused command changes nothing";
}

TEST_F(LiveWorldTest, AtAMomentThatOneCameBackToUndoIsExactToo) {
  LiveWorld live(scene_, 1, {});
  frames(live, 4);
  const std::uint64_t before = live.world().hash();
  edit(live, {{kFriction, {0.65f}}});
  edit(live, {{"world.gravity_y", {-3.f}}});
  frames(live, 3);
  seek(live, 4);
  live.presentEdits().undo();
  live.presentEdits().undo();
  EXPECT_EQ(live.world().hash(), before);
  EXPECT_THAT(targets(live), IsEmpty());
}

TEST_F(LiveWorldTest, ARestartKeepsNoUndoneEditsAndAtTheStartNeedsNoBranch) {
  LiveWorld live(scene_, 1, {});
  const float original = value(live, kFriction);
  edit(live, {{"bodies.add_sphere", {0.f, 0.4f, 0.f, 0.02f, 300.f}}, {"world.gravity_y", {-3.f}}});
  live.restart();
  EXPECT_THAT(targets(live), ElementsAre("world.gravity_y"));
  EXPECT_EQ(live.timeline().branches.size(), 1u);
  edit(live, {{kFriction, {0.65f}}}, false);
  frames(live, 1);
  live.presentEdits().undo();
  live.restart();
  EXPECT_EQ(value(live, kFriction), original);
  EXPECT_NE(live.edits().undo, "Friction of goo");
}

TEST_F(LiveWorldTest, ASessionThatIsCopiedHasNothingToUndo) {
  LiveWorld live(scene_, 1, {});
  edit(live, {{kFriction, {0.65f}}});
  LiveWorld copy(live.save(), 1);
  EXPECT_EQ(copy.world().hash(), live.world().hash());
  EXPECT_EQ(copy.edits().undo, "") << "the numbers of its edits are given again there";
  EXPECT_EQ(copy.timeline().edits.size(), 1u);
}

}  // namespace
}  // namespace ooze
