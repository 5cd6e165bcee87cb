// Golden runs of the project: regression tests against recorded runs. After an intended change of the
// simulation,
// OOZE_UPDATE_GOLDEN=1 ooze_scene_tests --gtest_filter='*Golden*' records new files.
#include "fixtures/places.h"
#include "scene/golden_file.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace ooze::golden_test {
namespace {

constexpr int kFrames = 60;
/// Budget for per-particle records of a few steps, small because the files are part of the repository.
constexpr std::uint64_t kBudget = 32u << 10;
constexpr std::uintmax_t kLargestFile = 200'000;  // largest size of a golden file [bytes]

class GoldenScene : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::filesystem::path file(const char* extension) {
    return std::filesystem::path(sourceFolder()) / "tests/scenes/golden" / (GetParam() + extension);
  }
  [[nodiscard]] static GoldenFile record(int threads) {
    const Scene scene = loadScene(file(".json").string());
    World world(scene.world, threads);
    GoldenRecorder recorder(world, kBudget);
    for (int f = 0; f < kFrames; ++f) {
      world.advanceFrame();
      recorder.noteFrame();
    }
    GoldenFile golden = describeGolden(scene, {});
    golden.run = recorder.run();
    return golden;
  }
};

// A single test, so that each run is made only once.
TEST_P(GoldenScene, IsAsRecordedAndTheSameAtAnyNumberOfThreads) {
  const GoldenFile seven = record(7);  // the most threads first, because the first use fixes the thread
                                       // pool's size
  const GoldenFile one = record(1), now = record(2);
  if (std::getenv("OOZE_UPDATE_GOLDEN")) writeGolden(file(".golden"), now);
  const GoldenFile recorded = readGolden(file(".golden"));
  EXPECT_LT(std::filesystem::file_size(file(".golden")), kLargestFile);
  ASSERT_NO_THROW(requireComparable(recorded, now, file(".golden")));
  const GoldenVerdict verdict = compareGolden(recorded, now);
  EXPECT_TRUE(verdict.same) << verdict.text;

  for (const GoldenFile* other : {&now, &seven}) {
    const auto difference = compareExactly(one.run, other->run);
    EXPECT_FALSE(difference) << (other == &now ? 2 : 7) << " threads: " << describe(*difference);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenScene,
                         testing::Values("slime_drop", "pour_on_moving_ball", "two_liquids"),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace ooze::golden_test
