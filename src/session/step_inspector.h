// Records the next step of a world that stands, for the microscope.
#pragma once

#include "world/step_record.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ooze {

/// Any thread may call any of it; look() belongs to the thread of the world.
class StepInspector {
 public:
  /// @return true if that is something new
  bool want(bool on, std::optional<std::uint32_t> particle);
  /// True if a record is wanted that there is not.
  [[nodiscard]] bool due() const;
  /// Makes it. @param prepare  as recordStep() @return why there is none: the step would go wrong; else ""
  std::string look(const World& world, int threads, const std::function<void(World&)>& prepare);
  /// The world has changed: what was recorded is no longer its next step.
  void forget();
  /// The last record, or null. Of another particle until the one that is wanted is there.
  [[nodiscard]] std::shared_ptr<const StepRecord> record() const;

 private:
  mutable std::mutex mutex_;
  bool on_ = false, due_ = false;
  std::optional<std::uint32_t> particle_;
  std::shared_ptr<const StepRecord> record_;
};

}  // namespace ooze
