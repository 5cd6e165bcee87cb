// A test fixture with a simulation on its own thread, which tests wait for as the window does.
#pragma once

#include "ooze/scene/scene.h"

#include "fixtures/small_scene.h"
#include "session/simulation_thread.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

class SimulationThreadTest : public testing::Test {
 protected:
  /// Waits for the thread's own wake-ups, as the window does.
  /// @return true if `done` became true within a minute
  bool waitUntil(const std::function<bool()>& done) {
    std::unique_lock lock(mutex_);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done())
      if (woken_.wait_until(
              lock, std::min(deadline, std::chrono::steady_clock::now() + std::chrono::milliseconds(20))) ==
              std::cv_status::timeout &&
          std::chrono::steady_clock::now() >= deadline)
        return false;
    return true;
  }
  bool open(SimulationThread& simulation, std::vector<std::string> assignments = {}) {
    simulation.open(file_.string(), Detail::Coarse, std::move(assignments));
    return waitUntil([&] { return simulation.view().snapshot != nullptr; });
  }
  bool waitForStep(SimulationThread& simulation, std::uint64_t step) {
    return waitUntil([&] { return simulation.view().snapshot->step >= step; });
  }
  static float valueOf(const SimulationThread& simulation, std::string_view key) {
    const auto& rows = findMethod("clavet").parameters();
    return simulation.view().snapshot->materials[0].values[findParameter(rows, key)];
  }
  std::function<void()> wake() {
    return [this] { woken_.notify_all(); };
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("small.json", kSmallScene);
};

}  // namespace ooze
