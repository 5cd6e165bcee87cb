// Tests the history of a world: every moment is restored to equal bits, branches do not mix, and memory stays
// bounded.
#include "ooze/world/history.h"

#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace ooze::history_test {
namespace {

using namespace test;

/// Makes a world with too few substeps for its stiff springs, so that frames are rolled back and repeated.
WorldSpec explosiveSpec() {
  WorldSpec spec = busySpec();
  clavet::Material m = dough();
  m.springStiffness = 200.f;
  m.plasticityStretch = m.plasticityCompress = 3.f;
  spec.materials[0] = material("dough", m);
  spec.materials[0].referenceRadius = 2.f * kH;
  spec.settings.substeps = 2.f;
  return spec;
}

/// Steps the world, with random edits at frame boundaries and in the middle of frames.
/// @return the hash at each step at which the world stopped
std::map<std::uint64_t, std::uint64_t> run(World& world, History& history, std::uint64_t frames) {
  std::map<std::uint64_t, std::uint64_t> hashes;
  std::mt19937 random(5);
  while (world.frameIndex() < frames) {
    if (world.atFrameBoundary()) hashes[world.stepIndex()] = world.hash();
    if (random() % 4 == 0)
      world.submit(command("material.dough.viscosity_linear", {static_cast<float>(random() % 100) / 100.f}));
    if (random() % 9 == 0) world.submit(command("bodies.add_sphere", {0.f, 0.3f, 0.f, 0.01f, 500.f}));
    world.step();
    history.follow(world);
  }
  hashes[world.stepIndex()] = world.hash();
  return hashes;
}

void goTo(World& world, History& history, std::uint64_t step) {
  history.restoreAtStep(world, step);
  while (world.stepIndex() < step) {
    history.feed(world);
    world.step();
    history.follow(world);
  }
}

class AnyMoment : public testing::TestWithParam<bool> {};

TEST_P(AnyMoment, ComesBackToTheSameBits) {
  World world(GetParam() ? explosiveSpec() : busySpec(), 2);
  History history(world);
  const auto hashes = run(world, history, 40);
  ASSERT_EQ(world.rollBacks().empty(), !GetParam());
  ASSERT_GT(history.branch().log.size(), 10u);
  const std::vector<LoggedCommand> log = history.branch().log;
  ASSERT_EQ(log.size(), world.commandLog().size());
  for (std::size_t i = 0; i < log.size(); ++i) EXPECT_EQ(log[i].step, world.commandLog()[i].step) << i;

  std::mt19937 random(6);
  for (int i = 0; i < 12; ++i) {
    const auto& [step, hash] = *std::next(hashes.begin(), static_cast<long>(random() % hashes.size()));
    goTo(world, history, step);
    ASSERT_EQ(world.stepIndex(), step);
    EXPECT_EQ(world.hash(), hash) << "step " << step;
  }
  EXPECT_EQ(history.branch().log.size(), log.size()) << "going back forgets nothing";
  EXPECT_EQ(history.branches().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(History, AnyMoment, testing::Bool(),
                         [](const auto& which) { return which.param ? "WithRollBacks" : "OfACalmRun"; });

TEST(History, KeepsAKeyframeEverySoManyFrames) {
  World world(busySpec(), 1);
  History history(world);
  run(world, history, 35);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 10, 20, 30}));
}

TEST(History, AnEditStartsABranchAndTheOldBranchStays) {
  World world(busySpec(), 1);
  History history(world);
  const auto hashes = run(world, history, 24);
  const std::uint64_t end = world.stepIndex();
  const std::size_t logged = history.branch().log.size();

  goTo(world, history, std::next(hashes.begin(), 12)->first);
  EXPECT_FALSE(history.atEnd(world));
  history.fork(world);
  EXPECT_TRUE(history.atEnd(world));
  world.submit(command("world.gravity_y", {5.f}));
  for (int f = 0; f < 18; ++f) {
    world.advanceFrame();
    history.follow(world);
  }
  const std::uint64_t other = world.hash();
  goTo(world, history, std::next(hashes.begin(), 12)->first);
  for (int f = 0; f < 10; ++f) {
    history.feed(world);
    world.advanceFrame();
  }
  const std::uint64_t step22 = world.stepIndex(), at22 = world.hash();
  EXPECT_EQ(world.frameIndex(), 22u);
  EXPECT_NE(at22, std::next(hashes.begin(), 22)->second);
  ASSERT_EQ(history.branches().size(), 2u);
  EXPECT_EQ(history.present(), 1u);
  EXPECT_EQ(history.branch().from, 12u);
  EXPECT_EQ(history.branch().last, 30u);
  EXPECT_EQ(history.branches()[0].last, 24u);
  EXPECT_EQ(history.branches()[0].log.size(), logged);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 10, 20, 30}));

  history.switchTo(0);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 10, 20})) << "its own, not the other's";
  goTo(world, history, std::next(hashes.begin(), 21)->first);
  EXPECT_FALSE(history.keyframeBetween(world, 30)) << "the keyframe belongs to the other branch";
  goTo(world, history, end);
  EXPECT_EQ(world.hash(), hashes.at(end));
  history.switchTo(1);
  goTo(world, history, history.branch().lastStep);
  EXPECT_EQ(world.hash(), other);
  goTo(world, history, step22);
  EXPECT_EQ(world.hash(), at22) << "not by the other's keyframe of frame 20";
}

TEST(History, AKeyframeIsStoredOnceBeforeCommandsAndSharedByBranches) {
  World world(busySpec(), 1);
  History history(world);
  const auto hashes = run(world, history, 12);
  const auto stepOf = [&](long frame) { return std::next(hashes.begin(), frame)->first; };
  goTo(world, history, stepOf(8));
  history.fork(world);
  world.submit(command("world.gravity_y", {5.f}));
  world.applyCommands();
  history.end(world);
  history.keep(world);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0}))
      << "a branch that starts here has other commands";
  goTo(world, history, stepOf(8));
  EXPECT_FALSE(history.atEnd(world)) << "the command is still to come";
  history.feed(world);
  world.applyCommands();
  EXPECT_TRUE(history.atEnd(world));

  goTo(world, history, stepOf(5));
  history.keep(world);
  history.keep(world);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 5}));
  history.switchTo(0);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 5, 10})) << "it was there before they parted";
}

TEST(History, DropsTheEditsWhoseCommandsAreGone) {
  World world(busySpec(), 1);
  History history(world);
  world.submit(command("world.gravity_y", {5.f}));
  world.applyCommands();
  history.edits().emplace_back().logEnd = 1;
  history.edits().emplace_back().logEnd = 2;
  history.end(world);
  EXPECT_EQ(history.edits().size(), 1u);
}

TEST(History, ABranchFromBeforeItsParentBeganPartsFromTheGrandparent) {
  World world(busySpec(), 1);
  History history(world);
  const auto hashes = run(world, history, 24);
  const auto stepOf = [&](long frame) { return std::next(hashes.begin(), frame)->first; };
  goTo(world, history, stepOf(20));
  history.fork(world);
  goTo(world, history, stepOf(5));
  history.fork(world);
  EXPECT_EQ(history.branch().parent, 0u);
  EXPECT_EQ(history.branch().from, 5u);
  world.submit(command("world.gravity_y", {5.f}));
  for (int f = 0; f < 6; ++f) {
    world.advanceFrame();
    history.follow(world);
  }
  history.switchTo(1);
  goTo(world, history, stepOf(18));
  EXPECT_EQ(world.hash(), hashes.at(stepOf(18)));
}

// A keyframe and the start of its frame store the same moment in two ways. Restoring either gives the same
// bits.
TEST(History, AKeyframeAndTheStartOfItsFrameComeToTheSameBits) {
  World world(busySpec(), 2);
  History history(world);
  for (int f = 0; f < 20; ++f) {
    world.advanceFrame();
    history.follow(world);
  }
  const std::uint64_t hash = world.hash();
  World another(busySpec(), 2);
  history.restoreAtFrame(another, 20);  // at once, while the keyframe is still being packed
  world.step();
  CancellationToken work;
  work.cancelled = true;
  world.setCancellationToken(&work);
  EXPECT_THROW(world.step(), Cancelled);
  world.setCancellationToken(nullptr);
  EXPECT_EQ(world.frameIndex(), 20u);
  EXPECT_EQ(world.hash(), hash) << "back at the start of the frame";
  EXPECT_EQ(another.hash(), hash);
  world.advanceFrame();
  another.advanceFrame();
  EXPECT_EQ(another.hash(), world.hash());
}

TEST(History, ThinsOutWhatIsFarAwayWhenItsMemoryIsFull) {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.settings.substeps = 1.f;
  World world(spec, 1);
  world.advanceFrame();  // includes the springs
  const std::size_t budget = 10 * History(world).keyframeBytes();
  world = World(spec, 1);
  History history(world, budget);
  for (int f = 0; f < 200; ++f) {
    world.advanceFrame();
    history.follow(world);
  }
  EXPECT_LE(history.keyframeBytes(), budget);
  const std::vector<std::uint64_t> frames = history.keyframes();
  ASSERT_GE(frames.size(), 5u);
  ASSERT_LE(frames.size(), 11u);
  EXPECT_EQ(frames.front(), 0u) << "the start is always there";
  EXPECT_EQ(frames.back(), 200u);
  EXPECT_GT(frames[2] - frames[1], frames.back() - frames[frames.size() - 2]) << "the spacing grows with age";
  const std::uint64_t before = world.hash(), end = world.stepIndex();
  goTo(world, history, end / 3);
  goTo(world, history, end);
  EXPECT_EQ(world.hash(), before);
}

TEST(History, KeepsThePresentBranchDenserThanAnother) {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.settings.substeps = 1.f;
  World world(spec, 1);
  world.advanceFrame();
  const std::size_t budget = 10 * History(world).keyframeBytes();
  world = World(spec, 1);
  History history(world, budget);
  const auto advance = [&](int frames) {
    for (int f = 0; f < frames; ++f) {
      world.advanceFrame();
      history.follow(world);
    }
  };
  advance(50);
  goTo(world, history, 5);
  history.fork(world);
  world.submit(command("world.gravity_y", {-5.f}));
  advance(65);
  EXPECT_LE(history.keyframeBytes(), budget);
  EXPECT_EQ(history.keyframes(), (std::vector<std::uint64_t>{0, 10, 20, 30, 40, 50, 60, 70}));
}

/// Returns the names of the branches in their order.
std::string namesOf(const History& history) {
  std::string names;
  for (const HistoryBranch& b : history.branches()) names += b.name + " ";
  return names;
}

TEST(History, AForgottenBranchTakesItsKeyframesAndLeavesTheOthersTheirs) {
  World world(busySpec(), 1);
  History history(world);
  run(world, history, 3);
  const std::size_t ofTheFirst = history.keyframeBytes();
  const auto branch = [&](std::uint64_t step, float gravity) {
    goTo(world, history, step);
    history.fork(world);
    world.submit(command("world.gravity_y", {gravity}));
    for (int f = 0; f < 11; ++f) {
      world.advanceFrame();
      history.follow(world);
    }
  };
  branch(0, 1.f);  // makes branch "2"
  const std::size_t withTheSecond = history.keyframeBytes();
  ASSERT_GT(withTheSecond, ofTheFirst);
  history.switchTo(0);
  branch(0, 2.f);  // makes branch "3"
  const std::uint64_t parts = world.stepIndex();
  for (int f = 0; f < 2; ++f) {
    world.advanceFrame();
    history.follow(world);
  }
  branch(parts, 3.f);  // makes branch "4", which forks from "3"
  ASSERT_EQ(namesOf(history), "1 2 3 4 ");
  const std::uint64_t end = world.stepIndex(), hash = world.hash();
  const std::vector<std::uint64_t> frames = history.keyframes();
  const auto another = [&] {
    goTo(world, history, 0);
    history.switchTo(0);
    history.fork(world);
    history.end(world);
  };
  while (history.branches().size() < History::kMaxBranches) another();
  const std::size_t all = history.keyframeBytes();
  another();
  EXPECT_EQ(namesOf(history).substr(0, 8), "1 3 4 5 ");
  EXPECT_EQ(all - history.keyframeBytes(), withTheSecond - ofTheFirst);
  history.switchTo(2);
  EXPECT_EQ(history.branch().parent, 1u);
  EXPECT_EQ(history.keyframes(), frames);
  goTo(world, history, end);
  EXPECT_EQ(world.hash(), hash);
  another();
  EXPECT_EQ(namesOf(history).substr(0, 6), "1 3 5 ") << "the other's parent stays as long as it does";
  another();
  EXPECT_EQ(namesOf(history).substr(0, 6), "1 5 6 ");
  EXPECT_EQ(history.keyframeBytes(), ofTheFirst);
}

TEST(History, ForgetsABranchThatNothingBeganFromWhenThereAreTooMany) {
  World world(busySpec(), 1);
  History history(world);
  const auto hashes = run(world, history, 12);
  for (std::size_t b = 0; b < 2 * History::kMaxBranches; ++b) {
    goTo(world, history, 0);
    history.switchTo(0);
    history.fork(world);
    world.submit(command("world.gravity_y", {static_cast<float>(b) / 10.f}));
    world.advanceFrame();
    history.follow(world);
  }
  EXPECT_EQ(history.branches().size(), History::kMaxBranches);
  EXPECT_EQ(history.branch().name, std::to_string(2 * History::kMaxBranches + 1));
  const std::uint64_t hash = world.hash();
  goTo(world, history, history.branch().lastStep);
  EXPECT_EQ(world.hash(), hash);
  history.switchTo(0);
  goTo(world, history, hashes.rbegin()->first);
  EXPECT_EQ(world.hash(), hashes.rbegin()->second);
}

TEST(History, RefusesBranchesThatDoNotFitTogether) {
  const World world(busySpec(), 1);
  std::vector<HistoryBranch> branches(2);
  EXPECT_NO_THROW(History(world, branches, 1));
  EXPECT_THROW(History(world, branches, 2), InputError);
  EXPECT_THROW(History(world, {}, 0), InputError);
  branches[1].parent = 1;
  EXPECT_THROW(History(world, branches, 0), InputError) << "its own parent";
  branches[1].parent = 0;
  branches[1].log = {{4, command("world.gravity_y", {1.f})}};
  EXPECT_THROW(History(world, branches, 0), InputError) << "a command after its end";
  branches[1].last = branches[1].lastStep = 4;
  EXPECT_NO_THROW(History(world, branches, 0));
  branches[1].log.push_back({3, command("world.gravity_y", {2.f})});
  EXPECT_THROW(History(world, branches, 0), InputError) << "commands that are not in their order";
  branches[1].log.pop_back();
  branches[1].from = 5;
  EXPECT_THROW(History(world, branches, 0), InputError) << "it ends before it begins";
  branches[1].from = 4;
  branches[1].fromStep = 5;
  EXPECT_THROW(History(world, branches, 0), InputError) << "by its steps";
  branches[1].fromStep = 4;
  EXPECT_NO_THROW(History(world, branches, 0));
  branches[1].edits.emplace_back().logEnd = 2;
  EXPECT_THROW(History(world, branches, 0), InputError) << "an edit of commands that are not there";
}

}  // namespace
}  // namespace ooze::history_test
