// What saves, and records of a course of events, must satisfy, wherever they are read from.
#pragma once

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "world/substeps.h"

#include <algorithm>
#include <cstdint>

namespace ooze {

inline constexpr const char* kDamagedSave = "the save is damaged";
inline constexpr const char* kSaveOfAnotherWorld = "the save is of another world";

/// @throws InputError unless it is sound
inline void requireSoundSave(bool sound, const char* otherwise = kDamagedSave) {
  if (!sound) throw InputError(otherwise);
}

/// True if a world can be at this step in this frame, or before it: every frame has taken some steps, and not
/// too many.
inline bool isMoment(std::uint64_t frame, std::uint64_t step) {
  return frame <= kMostFrames && step >= frame && step <= (frame + 1) * kMostStepsOfFrame;
}

/// True if the steps of these commands ascend.
template <class LoggedCommands>
bool isInOrder(const LoggedCommands& log) {
  return std::is_sorted(log.begin(), log.end(),
                        [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

}  // namespace ooze
