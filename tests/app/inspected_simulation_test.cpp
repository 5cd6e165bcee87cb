// Tests of the step record for the microscope, which the simulation thread makes of the next step.
#include "fixtures/small_scene.h"
#include "session/simulation_thread.h"

#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace ooze {
namespace {

class InspectedSimulation : public testing::Test {
 protected:
  InspectedSimulation() {
    simulation_.open(file_.string(), Detail::Coarse, {});
    EXPECT_TRUE(waitUntil([this] { return simulation_.view().snapshot != nullptr; }));
  }
  static bool waitUntil(const std::function<bool()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  bool waitForRecord(std::uint64_t step, std::optional<std::uint32_t> particle) {
    return waitUntil([&] {
      const auto record = simulation_.view().stepRecord;
      return record && record->step == step && record->particle == particle;
    });
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("small.json", kSmallScene);
  SimulationThread simulation_{1, [] {}};
};

TEST_F(InspectedSimulation, RecordsTheNextStepWhilePaused) {
  EXPECT_EQ(simulation_.view().stepRecord, nullptr) << "no step record was requested";
  simulation_.inspect(true, std::nullopt);
  ASSERT_TRUE(waitForRecord(0, std::nullopt));
  simulation_.inspect(true, 5u);
  ASSERT_TRUE(waitForRecord(0, 5u));
  const auto record = simulation_.view().stepRecord;
  EXPECT_TRUE(record->stages.back().details);

  simulation_.singleStep();
  ASSERT_TRUE(waitForRecord(1, 5u));
  const auto now = simulation_.view().snapshot;
  ASSERT_EQ(now->step, 1u);
  for (std::size_t i = 0; i < now->ids.size(); ++i)
    ASSERT_EQ(now->positions[i], (*record->stages.back().positions)[*record->placeOf(now->ids[i])])
        << "the world took another step than the one on record";

  simulation_.setPlaying(true);
  ASSERT_TRUE(waitUntil([this] { return simulation_.view().snapshot->frame > 2; }));
  simulation_.setPlaying(false);
  ASSERT_TRUE(waitUntil([this] {
    const SessionView view = simulation_.view();
    return view.stepRecord && view.stepRecord->step == view.snapshot->step;
  }));
  simulation_.inspect(false, std::nullopt);
  EXPECT_EQ(simulation_.view().stepRecord, nullptr);
}

}  // namespace
}  // namespace ooze
