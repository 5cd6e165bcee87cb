// Tests of two compared worlds without a window. The faster world waits for the slower, edits may differ,
// and each world computes the same bits as it would alone.
#include "session/compared_worlds.h"

#include "ooze/base/error.h"
#include "ooze/world/quantity.h"

#include "app/commands/start.h"
#include "fixtures/commands.h"
#include "fixtures/fields.h"
#include "fixtures/small_scene.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A session that records the name of every call, for comparison with the expected calls.
class NamingSession final : public Session {
 public:
  void submit(Command command) override { add("submit " + targetOf(command)); }
  void setPlaying(bool playing) override { add(playing ? "play" : "pause"); }
  void singleStep() override { add("step"); }
  void reset(bool) override { add("reset"); }
  void load(std::string name, std::optional<Detail>) override { add("load " + name); }
  void changeMethod(std::string key) override { add("method " + key); }
  void loadMaterial(std::size_t, std::string name) override { add("material " + name); }
  void setSpeed(float) override { add("speed"); }
  void beginEdit(std::string label) override { add("begin " + label); }
  void endEdit() override { add("end"); }
  void undo() override { add("undo"); }
  void redo() override { add("redo"); }
  void seek(std::uint64_t) override { add("seek"); }
  void cancelSeek() override { add("cancel"); }
  void stepBack() override { add("back"); }
  void switchBranch(std::size_t) override { add("branch"); }
  void save(std::filesystem::path) override { add("save"); }
  void inspect(bool, std::optional<std::uint32_t>) override { add("inspect"); }

  std::vector<std::string> take() { return std::exchange(asked_, {}); }

 private:
  void add(std::string what) { asked_.push_back(std::move(what)); }
  std::vector<std::string> asked_;
};

class LinkedSessionTest : public testing::Test {
 protected:
  NamingSession a_, b_;
  LinkedSession linked_{a_, b_};
};

TEST_F(LinkedSessionTest, TimeGoesToBothSessionsForEveryChoice) {
  linked_.choose(false, true);
  linked_.setPlaying(true);
  linked_.singleStep();
  linked_.reset(false);
  linked_.setSpeed(2.f);
  linked_.seek(7);
  linked_.cancelSeek();
  linked_.stepBack();
  const auto all = ElementsAre("play", "step", "reset", "speed", "seek", "cancel", "back");
  EXPECT_THAT(a_.take(), all);
  EXPECT_THAT(b_.take(), all);
}

TEST_F(LinkedSessionTest, EditsGoToThoseThatAreChosen) {
  const auto edit = [this] {
    linked_.submit(command("x"));
    linked_.loadMaterial(0, "honey");
    linked_.undo();
    linked_.redo();
  };
  const auto all = ElementsAre("submit x", "material honey", "undo", "redo");
  edit();
  EXPECT_THAT(a_.take(), all);
  EXPECT_THAT(b_.take(), IsEmpty());
  linked_.choose(false, true);
  edit();
  EXPECT_THAT(a_.take(), IsEmpty());
  EXPECT_THAT(b_.take(), all);
  linked_.choose(true, true);
  edit();
  EXPECT_THAT(a_.take(), all);
  EXPECT_THAT(b_.take(), all);
}

TEST_F(LinkedSessionTest, AnEditEndsWhereItBeganAlsoIfTheChoiceChanges) {
  linked_.beginEdit("drag");
  linked_.choose(false, true);
  linked_.submit(command("x"));
  linked_.endEdit();
  EXPECT_THAT(a_.take(), ElementsAre("begin drag", "end"));
  EXPECT_THAT(b_.take(), ElementsAre("submit x"));
  linked_.endEdit();
  EXPECT_THAT(a_.take(), IsEmpty()) << "nothing has begun";
}

TEST_F(LinkedSessionTest, AFileIsOfTheChosenAndASceneOfTheFirst) {
  linked_.choose(false, true);
  linked_.save("x.ooze");
  linked_.switchBranch(1);
  linked_.load("water", {});
  EXPECT_THAT(a_.take(), ElementsAre("load water"));
  EXPECT_THAT(b_.take(), ElementsAre("save", "branch"));
}

TEST_F(LinkedSessionTest, AMethodIsOfTheChosenAndTheOtherBeginsAnewBesideIt) {
  linked_.choose(false, true);
  linked_.changeMethod("steele");
  EXPECT_THAT(a_.take(), ElementsAre("reset", "play"));
  EXPECT_THAT(b_.take(), ElementsAre("method steele", "play"));
}

TEST(PaceTest, NoSideStartsAFrameBeforeTheOtherReachesIt) {
  FrameBarrier pace;
  int nudged = 0;
  pace.enter(0, 5, [] {});
  EXPECT_TRUE(pace.mayBegin(0, 5)) << "alone";
  pace.enter(1, 4, [&nudged] { ++nudged; });
  EXPECT_FALSE(pace.mayBegin(0, 5));
  EXPECT_TRUE(pace.mayBegin(1, 4));
  pace.reached(1, 5);
  EXPECT_TRUE(pace.mayBegin(0, 5));
  pace.reached(0, 6);
  EXPECT_EQ(nudged, 1);
  EXPECT_FALSE(pace.mayBegin(0, 6));
  pace.reached(0, 0);
  EXPECT_FALSE(pace.mayBegin(1, 5)) << "the other went back to the start";
  pace.leave(0);
  EXPECT_TRUE(pace.mayBegin(1, 5));
  pace.reached(0, 9);
  EXPECT_TRUE(pace.mayBegin(1, 100)) << "a world that left no longer counts";
}

class ComparedWorldsTest : public testing::Test {
 protected:
  bool waitUntil(const std::function<bool()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (; std::chrono::steady_clock::now() < deadline;
         std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
      worlds_.follow();
      if (done()) return true;
    }
    return false;
  }
  bool open() {
    first_.open(file_.string(), Detail::Coarse, {});
    return waitUntil([this] { return first_.view().snapshot != nullptr; });
  }
  bool begin() {
    worlds_.setActive(true);
    return waitUntil([this] { return !worlds_.waiting() && worlds_.view(0).snapshot; });
  }
  [[nodiscard]] std::uint64_t frame(std::size_t side) const { return worlds_.view(side).snapshot->frame; }
  bool waitForFrame(std::uint64_t wanted) {
    return waitUntil([&] { return frame(0) >= wanted && frame(1) >= wanted; });
  }
  [[nodiscard]] float viscosity(std::size_t side) const {
    return worlds_.view(side).snapshot->materials[0].values[findParameter(findMethod("clavet").parameters(),
                                                                          "viscosity_linear")];
  }
  static SaveFile copySave(SimulationThread& world) {
    std::promise<SaveFile> promise;
    world.copySession([&promise](SaveFile save) { promise.set_value(std::move(save)); });
    return promise.get_future().get();
  }
  /// Returns the state hash of a saved session, and the hash of the same session replayed in a single
  /// world.
  static std::pair<std::uint64_t, std::uint64_t> hashes(const SaveFile& save) {
    World alone(parseSavedScene(save).world, 2);
    alone.replay(save.commands);
    while (alone.frameIndex() < save.frame) alone.step();
    return {restoredWorld(save, "save", 1).hash(), alone.hash()};
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("small.json", kSmallScene);
  SimulationThread first_{1, [] {}};
  ComparedWorlds worlds_{first_, 1, [] {}};
};

TEST_F(ComparedWorldsTest, TheSecondBeginsAsACopyAndEachIsWhatItWouldBeAlone) {
  ASSERT_TRUE(open());
  first_.setPlaying(true);
  ASSERT_TRUE(waitUntil([this] { return first_.view().snapshot->frame >= 5; }));
  ASSERT_TRUE(begin());
  EXPECT_TRUE(worlds_.differences().empty());
  worlds_.setFocus(1);
  worlds_.edits().submit(command("material.goo.viscosity_linear", {20.f}));
  ASSERT_TRUE(waitUntil([this] { return viscosity(1) == 20.f; }));
  EXPECT_NE(viscosity(0), 20.f);
  ASSERT_TRUE(waitForFrame(frame(0) + 10));
  worlds_.edits().setPlaying(false);
  SimulationThread& second = const_cast<SimulationThread&>(*worlds_.second());
  const SaveFile a = copySave(first_), b = copySave(second);
  EXPECT_THAT(a.commands, IsEmpty());
  EXPECT_EQ(b.commands.size(), 1u);
  const auto [aHash, aAlone] = hashes(a);
  const auto [bHash, bAlone] = hashes(b);
  EXPECT_EQ(aHash, aAlone);
  EXPECT_EQ(bHash, bAlone);
  EXPECT_NE(aHash, bHash);
  ASSERT_EQ(worlds_.differences().size(), 1u);
  EXPECT_EQ(worlds_.differences()[0].target(), "material.goo.viscosity_linear");
  EXPECT_THAT(worlds_.label(1), HasSubstr("Viscosity of goo 20"));
}

TEST_F(ComparedWorldsTest, TheFasterWaitsForTheSlowerAndPairsOfOneFrameAreShown) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.setFocus(1);
  worlds_.edits().submit(command("world.substeps", {30.f}));  // costs many times the work per frame
  worlds_.edits().setPlaying(true);
  std::uint64_t most = 0;
  bool pairs = true;
  ASSERT_TRUE(waitUntil([&] {
    const std::uint64_t a = first_.view().snapshot->frame, b = worlds_.second()->view().snapshot->frame;
    const std::uint64_t later = first_.view().snapshot->frame;
    if (a == later) most = std::max(most, a > b ? a - b : b - a);
    pairs = pairs && frame(0) == frame(1);
    return frame(0) >= 12;
  }));
  EXPECT_LE(most, 2u) << "one, and one that came between two looks";
  EXPECT_TRUE(pairs);
  worlds_.edits().reset(false);
  ASSERT_TRUE(waitUntil([&] { return frame(0) < 8 && frame(1) < 8; }));
  ASSERT_TRUE(waitForFrame(8)) << "they go on together after a restart";
}

TEST_F(ComparedWorldsTest, ToolsActOnBothUnlessUnlinkedAndPanelsOnOneUnlessBoth) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  // Paused worlds apply edits at once.
  const auto gravity = [this](std::size_t side) {
    const std::vector<float> values = worlds_.view(side).snapshot->worldValues;
    return Vec3(values[0], values[1], values[2]);
  };
  const auto become = [&](const Vec3& a, const Vec3& b) {
    return waitUntil([&] {
      worlds_.follow();
      return gravity(0) == a && gravity(1) == b;
    });
  };
  const float down = gravity(0).y;
  worlds_.tools().submit(command("world.gravity_x", {1.f}));
  worlds_.edits().submit(command("world.gravity_y", {1.f}));
  EXPECT_TRUE(become({1.f, 1.f, 0.f}, {1.f, down, 0.f}));
  worlds_.setToolsBoth(false);
  worlds_.setEditsBoth(true);
  worlds_.setFocus(1);
  worlds_.tools().submit(command("world.gravity_z", {1.f}));
  worlds_.edits().submit(command("world.gravity_y", {2.f}));
  EXPECT_TRUE(become({1.f, 2.f, 0.f}, {1.f, 2.f, 1.f}));
}

TEST_F(ComparedWorldsTest, OneSceneByTwoMethodsRunsSideBySide) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitForFrame(3));
  worlds_.setFocus(1);
  worlds_.edits().changeMethod("steele");
  const auto methodOf = [this](std::size_t side) { return worlds_.view(side).snapshot->method; };
  ASSERT_TRUE(waitUntil([&] { return methodOf(1) == "steele" && methodOf(0) == "clavet"; }));
  EXPECT_TRUE(worlds_.active());
  ASSERT_TRUE(waitUntil([&] { return frame(0) == frame(1) && frame(0) >= 4; })) << "both go on, at one pace";
  EXPECT_TRUE(worlds_.comparesMethods());
  ASSERT_FALSE(worlds_.differences().empty());
  EXPECT_EQ(worlds_.differences()[0].setting, std::nullopt) << "the methods differ";
  EXPECT_EQ(worlds_.differences()[0].textB, findMethod("steele").title);
  EXPECT_EQ(worlds_.differences().size(), 1u) << "values of materials mean different things";
  EXPECT_THAT(worlds_.label(0), HasSubstr(findMethod("clavet").title));
  EXPECT_THAT(worlds_.label(1), HasSubstr(findMethod("steele").title));
  worlds_.setEditsBoth(true);
  worlds_.follow();
  EXPECT_FALSE(worlds_.editsBoth()) << "the sliders of one are not those of the other";
  worlds_.edits().submit(command("world.gravity_x", {1.f}));
  EXPECT_TRUE(waitUntil([this] { return worlds_.differences().size() == 2; }));
  worlds_.copy(0);
  EXPECT_TRUE(waitUntil([&] { return methodOf(1) == "clavet" && worlds_.differences().empty(); }));
}

TEST_F(ComparedWorldsTest, CopiesMakeTheOtherAsThisOneIs) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.setFocus(1);
  worlds_.edits().submit(command("material.goo.viscosity_linear", {20.f}));
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitForFrame(3));
  worlds_.edits().setPlaying(false);
  worlds_.copy(1);
  ASSERT_TRUE(waitUntil([this] { return viscosity(0) == 20.f && worlds_.differences().empty(); }));
  worlds_.edits().submit(command("material.goo.viscosity_linear", {1.f}));
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitUntil([this] { return viscosity(1) == 1.f; }));
  worlds_.edits().setPlaying(false);
  worlds_.copy(0);
  ASSERT_TRUE(waitUntil([this] { return viscosity(1) == 20.f; }));
}

TEST_F(ComparedWorldsTest, AfterASwapTheLeftOneStaysWhenItEnds) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.setFocus(1);
  worlds_.edits().submit(command("material.goo.viscosity_linear", {20.f}));
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitUntil([this] { return viscosity(1) == 20.f; }));
  worlds_.edits().setPlaying(false);
  worlds_.swap();
  EXPECT_EQ(worlds_.focus(), 0u) << "the panels stay with their world";
  EXPECT_EQ(viscosity(0), 20.f);
  worlds_.follow();
  EXPECT_EQ(viscosity(0), 20.f);
  EXPECT_EQ(worlds_.differences()[0].a.numbers, std::vector<float>{20.f});
  worlds_.setActive(false);
  EXPECT_FALSE(worlds_.active());
  const auto& rows = findMethod("clavet").parameters();
  EXPECT_TRUE(waitUntil([&] {
    return first_.view().snapshot->materials[0].values[findParameter(rows, "viscosity_linear")] == 20.f;
  }));
}

TEST_F(ComparedWorldsTest, AWorldCopiedOverTheFirstIsUnsaved) {
  const std::filesystem::path sessions = folder_.path() / "sessions", side = folder_.path() / "side.ooze";
  first_.setUnsavedFolder(sessions);
  first_.autosave(side, 0.1);
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.setFocus(1);
  worlds_.edits().submit(command("material.goo.viscosity_linear", {20.f}));
  ASSERT_TRUE(waitUntil([this] { return viscosity(1) == 20.f; }));
  worlds_.copy(1);
  ASSERT_TRUE(waitUntil([this] { return viscosity(0) == 20.f; }));
  ASSERT_TRUE(waitUntil([&] { return std::filesystem::exists(side); })) << "a crash would lose it";
  EXPECT_EQ(readSave(side).commands.size(), 1u);
  worlds_.setActive(false);
  first_.finish();
  EXPECT_EQ(readSave(sessions / "unsaved small.ooze").commands.size(), 1u);
}

TEST_F(ComparedWorldsTest, TheSecondTakesOverSpeedAndContentAndBothGoOnAfterACopy) {
  ASSERT_TRUE(open());
  first_.setSpeed(0.5f);
  worlds_.setContent(contentFor(test::fieldOf("pressure")));
  ASSERT_TRUE(begin());
  EXPECT_EQ(worlds_.second()->view().status.speed, 0.5f);
  ASSERT_TRUE(
      waitUntil([this] { return hasQuantity(*worlds_.view(1).snapshot, test::fieldOf("pressure")); }));
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitForFrame(2));
  worlds_.copy(0);
  const std::uint64_t before = frame(0);
  EXPECT_TRUE(waitForFrame(before + 3));
  EXPECT_TRUE(first_.view().status.playing && worlds_.second()->view().status.playing);
  worlds_.copy(1);
  EXPECT_TRUE(waitForFrame(frame(0) + 3));
  EXPECT_TRUE(first_.view().status.playing && worlds_.second()->view().status.playing);
}

TEST_F(ComparedWorldsTest, PausingOneStopsBoth) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitForFrame(2));
  first_.setPlaying(false);
  EXPECT_TRUE(waitUntil([this] { return !worlds_.second()->view().status.playing; }));
}

TEST_F(ComparedWorldsTest, EndingLetsTheFirstGoOnAlone) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.edits().setPlaying(true);
  ASSERT_TRUE(waitForFrame(2));
  worlds_.setEditsBoth(true);
  worlds_.setActive(false);
  const std::uint64_t before = first_.view().snapshot->frame;
  EXPECT_TRUE(waitUntil([&] { return first_.view().snapshot->frame >= before + 5; }));
  EXPECT_EQ(&worlds_.edits(), &first_);
  EXPECT_EQ(&worlds_.tools(), &first_);
  ASSERT_TRUE(begin());
  EXPECT_FALSE(worlds_.editsBoth()) << "each comparison sets this anew";
}

TEST_F(ComparedWorldsTest, AnotherSceneEndsIt) {
  ASSERT_TRUE(open());
  ASSERT_TRUE(begin());
  worlds_.edits().load(folder_.write("pool.json", kPoolScene).string(), Detail::Coarse);
  EXPECT_TRUE(waitUntil([this] { return !worlds_.active(); }));
  EXPECT_TRUE(waitUntil([this] { return first_.view().scene->name == "pool"; }));
}

}  // namespace
}  // namespace ooze
