// Worlds of everything that a scene and commands can make, drawn from a seed.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ooze::test {

/// A command and the frame that it comes before.
struct CommandOfFrame {
  int frame;
  Command command;
};

struct RandomWorld {
  WorldSpec spec;
  std::vector<CommandOfFrame> commands;  ///< ascending in frame; some of them no world would take
};

/// A few hundred particles of up to three random materials; nozzles and solids of every kind; any gravity and
/// any number of frames a second; commands of every kind. Of a method with functions of pairs, or one that
/// heeds control particles, some of those.
RandomWorld randomWorld(const MethodRow& method, std::uint64_t seed, int frames);

}  // namespace ooze::test
