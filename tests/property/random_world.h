// Random worlds with everything that scenes and commands can create, drawn from a seed.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ooze::test {

/// A command and the frame before which the command is submitted.
struct CommandOfFrame {
  int frame;
  Command command;
};

struct RandomWorld {
  WorldSpec spec;
  std::vector<CommandOfFrame> commands;  ///< ascending in frame; a world refuses some of the commands
};

/// Creates a random world of a few hundred particles of up to three materials. The world has emitters and
/// solids of every kind, any gravity, any frame rate and commands of every kind. Functions of pairs and
/// control particles are included if the method supports them.
RandomWorld randomWorld(const MethodRow& method, std::uint64_t seed, int frames);

}  // namespace ooze::test
