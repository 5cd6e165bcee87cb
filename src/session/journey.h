// The way of a world to another moment of its history, about a step at a time.
#pragma once

#include "ooze/world/history.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace ooze {

class Journey {
 public:
  /// The frame that is being gone to, for the timeline; none while the world goes nowhere.
  [[nodiscard]] std::optional<std::uint64_t> goal() const;

  /// These take the world to the nearest keyframe before the goal; goOn() does the rest.
  void toFrame(std::uint64_t frame, World& world, const History& history);
  void toEndOfBranch(World& world, const History& history);
  /// To where the world stood before its last call of step(). Not at step 0.
  void toStepBefore(World& world, const History& history);

  /// About one step nearer. @param step  takes one @return true if the world has arrived
  bool goOn(World& world, History& history, const std::function<void()>& step);
  void stop() { kind_ = Kind::Nowhere; }

 private:
  bool lookForStepBefore(World& world, History& history, const std::function<void()>& step);

  enum class Kind { Nowhere, Frame, Step, StepBefore } kind_ = Kind::Nowhere;
  std::uint64_t at_ = 0;        ///< the frame or step
  std::uint64_t extra_ = 0;     ///< Step: calls of step() after it
  std::uint64_t boundary_ = 0;  ///< StepBefore: the step of the last frame boundary ...
  std::uint64_t calls_ = 0;     ///< ... and the calls of step() since
  std::uint64_t frame_ = 0;     ///< for the timeline
};

}  // namespace ooze
