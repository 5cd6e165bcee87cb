// Robustness: random worlds stay finite, are identical for any number of threads, and give the same bits
// after a save and a replay.
//
// A fixed sample runs by default. OOZE_RANDOM_WORLDS=5000 runs that many instead, beginning with the seed
// OOZE_RANDOM_SEED (tests/README.md).
#include "ooze/base/error.h"
#include "ooze/base/threads.h"

#include "fixtures/environment.h"
#include "property/random_world.h"
#include "unit/world_fixtures.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::random_worlds_test {
namespace {

constexpr int kFrames = 6;

/// Returns the default number of worlds of a method. A world on a grid takes ten times as long, and
/// sanitizers are twenty times slower.
std::size_t sampleOf(const MethodRow& method) {
#ifdef OOZE_SANITIZED
  constexpr std::size_t kSample = 4, kOnGrid = 1;
#else
  constexpr std::size_t kSample = 10, kOnGrid = 2;
#endif
  return method.key == "rasmussen" ? kOnGrid : kSample;
}

struct Outcome {
  std::string trouble;  ///< error in one line; "": none
  std::uint64_t steps = 0;
  std::size_t particles = 0, rolledBack = 0, given = 0, taken = 0;
};

/// Submits the commands of the present frame, and counts those that the world accepts.
void submitCommands(World& world, const test::RandomWorld& random, Outcome& outcome) {
  for (const auto& [frame, command] : random.commands) {
    if (static_cast<std::uint64_t>(frame) != world.frameIndex()) continue;
    ++outcome.given;
    try {
      world.submit(command);
      ++outcome.taken;
    } catch (const InputError&) {  // the command's object does not exist or is of another kind
    }
  }
}

bool staysFinite(const World& world) {
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!isFinite(p.position[i]) || !isFinite(p.velocity[i])) return false;
  for (const Body& b : world.bodies().list)
    if (!isFinite(b.pose.position) || !isFinite(b.velocity) || !isFinite(b.angularVelocity)) return false;
  return true;
}

Outcome run(const MethodRow& method, std::uint64_t seed, const test::RandomWorldRange& range) {
  Outcome o;
  try {
    const test::RandomWorld random = test::randomWorld(method, seed, kFrames, range);
    World world(random.spec, 1), resumed(random.spec, 1);
    std::vector<std::uint64_t> hashes;
    Outcome other;
    for (int frame = 0; frame < kFrames; ++frame) {
      if (frame == kFrames / 2) test::restore(resumed, test::saved(world));
      submitCommands(world, random, o);
      if (frame >= kFrames / 2) submitCommands(resumed, random, other);
      world.advanceFrame();
      if (frame >= kFrames / 2) resumed.advanceFrame();
      if (!staysFinite(world)) return o.trouble = fmt::format("not finite after frame {}", frame), o;
      hashes.push_back(world.hash());
    }
    o.steps = world.stepIndex(), o.particles = world.particles().size();
    o.rolledBack = world.rollBacks().size();
    if (resumed.hash() != world.hash()) o.trouble = "the restored world differs";
    World again(random.spec, 2);
    again.replay(world.commandLog());
    for (int frame = 0; frame < kFrames; ++frame) {
      again.advanceFrame();
      if (again.hash() != hashes[static_cast<std::size_t>(frame)])
        return o.trouble = fmt::format("the replay on two threads differs at frame {}", frame), o;
    }
  } catch (const std::exception& error) {
    o.trouble = error.what();
  }
  return o;
}

class RandomWorlds : public testing::TestWithParam<MethodRow> {};

INSTANTIATE_TEST_SUITE_P(Methods, RandomWorlds, testing::ValuesIn(methodRegistry()),
                         [](const auto& of) { return std::string(of.param.key); });

void expectSound(const MethodRow& method, const test::RandomWorldRange& range, std::size_t sample) {
  const std::uint64_t first = test::fromEnvironment("OOZE_RANDOM_SEED", 1);
  std::vector<Outcome> outcomes(test::fromEnvironment("OOZE_RANDOM_WORLDS", sample));
  ASSERT_FALSE(outcomes.empty());
  const Threads threads;
  threads.forChunks(outcomes.size(), 1, [&](std::size_t w, std::size_t, std::size_t) {
    outcomes[w] = run(method, first + w, range);
  });
  Outcome sum;
  std::size_t rolledBack = 0;
  for (std::size_t w = 0; w < outcomes.size(); ++w) {
    const Outcome& o = outcomes[w];
    EXPECT_EQ(o.trouble, "") << fmt::format("world {0}: again by OOZE_RANDOM_WORLDS=1 OOZE_RANDOM_SEED={0}",
                                            first + w);
    sum.steps += o.steps, sum.particles += o.particles, sum.rolledBack += o.rolledBack;
    sum.given += o.given, sum.taken += o.taken;
    rolledBack += o.rolledBack > 0;
  }
  const std::size_t frames = outcomes.size() * kFrames;
  fmt::print(
      "{} worlds, {} frames: {:.0f} particles and {:.0f} steps a frame on average, {} of {} commands "
      "taken, {} frames of {} worlds rolled back\n",
      outcomes.size(), frames, static_cast<double>(sum.particles) / static_cast<double>(outcomes.size()),
      static_cast<double>(sum.steps) / static_cast<double>(frames), sum.taken, sum.given, sum.rolledBack,
      rolledBack);
  EXPECT_GT(sum.taken, 0u);
  constexpr std::size_t kEnough = 20;  // the dozen commands of a single world say nothing about the generator
  if (sum.given > kEnough) {
    EXPECT_GT(2 * sum.taken, sum.given);
  }
}

TEST_P(RandomWorlds, StayFiniteAndDeterministicUnderAllCommands) {
  expectSound(GetParam(), {}, sampleOf(GetParam()));
}

TEST_P(RandomWorlds, OfEverySizeWithThinMeshesAndNozzlesInSolids) {
  test::RandomWorldRange range = test::kWideWorlds;
  // Smaller worlds of this method take minutes.
  if (GetParam().key == "mps") range.smallest = 0.003f;
  constexpr std::size_t kSample = 2;  // these worlds take up to a hundred steps a frame
  expectSound(GetParam(), range, kSample);
}

}  // namespace
}  // namespace ooze::random_worlds_test
