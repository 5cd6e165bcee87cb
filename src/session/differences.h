// The values that two worlds of one scene do not share.
#pragma once

#include "ooze/scene/scene.h"

#include "session/live_values.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

struct Difference {
  std::string target;       ///< of the command that sets it
  std::vector<float> a, b;  ///< the values; empty where a world has no such thing
};

/// What a scene begins with.
LiveValues startOf(const Scene& scene);

/// What a scene has by itself at this time: its beginning, and what its own timeline has done since.
/// @param time  simulated [s]
LiveValues scriptedValues(const Scene& scene, double time);

/// Materials, the world, nozzles and bodies; materials and bodies are told by their names. Where things are
/// counts for nozzles only, and bodies that were added count not at all.
std::vector<Difference> differences(const LiveValues& a, const LiveValues& b, std::string_view method);

/// The commands that give a world with the values of `from` those of `to`.
std::vector<Command> commandsFrom(const LiveValues& from, const LiveValues& to, std::string_view method);

}  // namespace ooze
