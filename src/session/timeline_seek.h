// Timeline seek: takes a world to another moment of its history, about one step per call.
#pragma once

#include "ooze/world/history.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace ooze {

class TimelineSeek {
 public:
  /// Returns the target frame for the timeline; nothing while no seek is in progress.
  [[nodiscard]] std::optional<std::uint64_t> goal() const;

  /// The following functions start a seek by restoring the nearest keyframe before the target. goOn()
  /// continues the seek.
  void toFrame(std::uint64_t frame, World& world, const History& history);
  void toEndOfBranch(World& world, const History& history);
  /// Seeks to the state before the last call of step(). Must not be called at step 0.
  void toStepBefore(World& world, const History& history);

  /// Continues the seek by about one step.
  /// @param step  function that takes one time step of the world
  /// @return true if the target is reached
  bool goOn(World& world, History& history, const std::function<void()>& step);
  void stop() { kind_ = SeekKind::Nowhere; }

 private:
  bool seekStepBefore(World& world, History& history, const std::function<void()>& step);

  enum class SeekKind { Nowhere, Frame, Step, StepBefore } kind_ = SeekKind::Nowhere;
  std::uint64_t at_ = 0;        ///< frame or step index that the seek goes to
  std::uint64_t extra_ = 0;     ///< for SeekKind::Step: calls of step() after the target step
  std::uint64_t boundary_ = 0;  ///< for SeekKind::StepBefore: step index of the last frame boundary
  std::uint64_t calls_ = 0;     ///< for SeekKind::StepBefore: calls of step() since that frame boundary
  std::uint64_t frame_ = 0;     ///< target frame of the seek, as the timeline shows it
};

}  // namespace ooze
