// Validation of saves and of recorded histories, which are untrusted input.
#pragma once

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "world/substeps.h"

#include <algorithm>
#include <cstdint>

namespace ooze {

inline constexpr const char* kDamagedSave = "the save is damaged";
inline constexpr const char* kSaveOfAnotherWorld = "the save belongs to another world";

/// Checks a condition on data read from a save.
/// @throws InputError with the message `otherwise` unless `sound`
inline void validateSave(bool sound, const char* otherwise = kDamagedSave) {
  if (!sound) throw InputError(otherwise);
}

/// Returns true if a world can be at this step within this frame or at its start. Every earlier frame took at
/// least one step and at most kMaxStepsPerFrame.
inline bool isPossibleMoment(std::uint64_t frame, std::uint64_t step) {
  return frame <= kMostFrames && step >= frame && step <= (frame + 1) * kMaxStepsPerFrame;
}

/// Returns true if the step numbers of the commands ascend.
template <class LoggedCommands>
bool isInOrder(const LoggedCommands& log) {
  return std::is_sorted(log.begin(), log.end(),
                        [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

}  // namespace ooze
