// Tests playback: stored frames of one branch within a memory budget, and the clock that shows them.
#include "session/playback.h"

#include <gtest/gtest.h>
#include <vector>

namespace ooze::playback_test {
namespace {

using Clock = Playback::Clock;

constexpr double kRate = 60.0;

std::shared_ptr<const Snapshot> snapshotOf(std::uint64_t frame, std::size_t particles = 10) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->frame = frame;
  snapshot->positions.resize(particles);
  return snapshot;
}

/// Returns a store with frames 0 to `last` of a branch.
FrameStore storeTo(std::uint64_t last) {
  FrameStore store;
  store.follow("first", "first", 0);
  for (std::uint64_t f = 0; f <= last; ++f) store.keep(snapshotOf(f));
  return store;
}

Clock::time_point after(double frames) {
  return Clock::time_point{} +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(frames / kRate));
}

TEST(FrameStore, ReturnsTheLastFrameThatIsNotLater) {
  FrameStore store;
  EXPECT_EQ(store.at(3), nullptr);
  store.follow("first", "first", 0);
  for (const std::uint64_t f : {2u, 4u, 9u}) store.keep(snapshotOf(f));
  EXPECT_EQ(store.at(0)->frame, 2u);
  EXPECT_EQ(store.at(4)->frame, 4u);
  EXPECT_EQ(store.at(8)->frame, 4u);
  EXPECT_EQ(store.at(99)->frame, 9u);
  EXPECT_EQ(store.next(4), 9u);
  EXPECT_EQ(store.next(9), 9u);
}

TEST(FrameStore, ALaterSnapshotOfAFrameReplacesTheEarlierOne) {
  FrameStore store = storeTo(5);
  const auto edited = snapshotOf(5);
  store.keep(edited);
  EXPECT_EQ(store.at(5), edited);
  EXPECT_EQ(store.size(), 6u);
}

TEST(FrameStore, ABranchSharesTheFramesBeforeItAndNoOthers) {
  FrameStore store = storeTo(20);
  const auto shared = store.at(8);
  store.follow("second", "first", 8);
  EXPECT_EQ(store.last(), 8u);
  EXPECT_EQ(store.at(8), shared);
  store.keep(snapshotOf(9));
  store.follow("second", "first", 8);
  EXPECT_EQ(store.last(), 9u) << "the same branch again";
  store.follow("first", "first", 0);
  EXPECT_TRUE(store.empty()) << "the frames after the fork are not those of the first branch";
}

TEST(FrameStore, CoversTheWholeRunWithinItsBudget) {
  constexpr std::size_t kParticles = 1000, kFrames = 500;
  const std::size_t budget = 40 * (sizeof(Snapshot) + kParticles * sizeof(Vec3));
  FrameStore store(budget);
  store.follow("first", "first", 0);
  for (std::uint64_t f = 0; f < kFrames; ++f) {
    store.keep(snapshotOf(f, kParticles));
    EXPECT_EQ(store.last(), f);
    EXPECT_EQ(store.first(), 0u);
    EXPECT_LE(store.size(), 40u);
  }
  EXPECT_GE(store.size(), 20u);
  // The gaps are even, but for the last one.
  std::vector<std::uint64_t> gaps;
  for (std::uint64_t f = 0; store.next(f) != f; f = store.next(f)) gaps.push_back(store.next(f) - f);
  for (std::size_t k = 0; k + 1 < gaps.size(); ++k) EXPECT_EQ(gaps[k], gaps[0]);
}

TEST(Playback, ShowsEveryFrameAtItsTimeAndThenBeginsAgain) {
  const FrameStore store = storeTo(30);
  Playback playback;
  playback.begin(store, 30, after(0));
  ASSERT_TRUE(playback.active());
  for (std::uint64_t f = 0; f <= 30; ++f)
    EXPECT_EQ(playback.advance(store, kRate, after(static_cast<double>(f) + 0.5)), f);
  const double held = Playback::kHold * kRate;
  EXPECT_EQ(playback.advance(store, kRate, after(30.0 + 0.9 * held)), 30u);
  EXPECT_EQ(playback.advance(store, kRate, after(30.0 + 1.1 * held)), 0u);
}

TEST(Playback, BeginsAtAnEarlierFrameWhereTheUserIs) {
  const FrameStore store = storeTo(30);
  Playback playback;
  playback.begin(store, 12, after(0));
  EXPECT_EQ(playback.advance(store, kRate, after(0.5)), 12u);
}

TEST(Playback, LeavesOutFramesForWhichThereIsNoTimeAndIsSlowerAtLessSpeed) {
  const FrameStore store = storeTo(30);
  Playback playback;
  playback.begin(store, 0, after(0));
  EXPECT_EQ(playback.advance(store, kRate, after(10.5)), 10u);
  EXPECT_EQ(playback.advance(store, 0.1 * kRate, after(20.5)), 11u);
}

TEST(Playback, NamesTheTimeOfTheNextFrame) {
  const FrameStore store = storeTo(30);
  Playback playback;
  playback.begin(store, 0, after(0));
  for (int k = 0; k < 30; ++k) {
    const std::uint64_t shown =
        playback.advance(store, kRate, playback.nextFrame() + std::chrono::microseconds(1));
    EXPECT_EQ(shown, static_cast<std::uint64_t>(k));
  }
}

}  // namespace
}  // namespace ooze::playback_test
