// Records the next step of a paused world, for the microscope panel.
#pragma once

#include "world/history/step_record.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ooze {

/// Thread-safe, except that look() belongs to the world's thread.
class StepInspector {
 public:
  /// Requests records of the next step, or ends the request.
  /// @return true if the request is new
  bool want(bool on, std::optional<std::uint32_t> particle);
  /// Returns true if a record is requested and not made yet.
  [[nodiscard]] bool due() const;
  /// Records the next step in a copy of the world.
  /// @param prepare  function that queues the commands that are due, as for recordStep()
  /// @return the error if the step fails; else ""
  std::string look(const World& world, int threads, const std::function<void(World&)>& prepare);
  /// Discards the record, because the world has changed and the next step is another.
  void forget();
  /// Returns the last record, or null. The record may be of the particle requested before, until the new one
  /// is made.
  [[nodiscard]] std::shared_ptr<const StepRecord> record() const;

 private:
  mutable std::mutex mutex_;
  bool on_ = false, due_ = false;
  std::optional<std::uint32_t> particle_;
  std::shared_ptr<const StepRecord> record_;
};

}  // namespace ooze
