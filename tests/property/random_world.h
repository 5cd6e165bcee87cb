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

/// The kinds of worlds that randomWorld() may draw beyond the ordinary ones. Widen kWideWorlds as the methods
/// learn to carry more.
struct RandomWorldRange {
  /// Interaction radius h [m]. A world is about 24 h wide.
  float smallest = 0.005f, largest = 0.03f;
  float thinMesh = 0.f;        ///< chance of an open box of thin walls, as a mesh [1]
  float thinnestWall = 1.f;    ///< thinnest wall of such a mesh [h]
  float nozzleInSolid = 0.f;   ///< chance of a nozzle that lies half or wholly in a solid [1]
  float fastestInSolid = 0.f;  ///< largest speed of such a nozzle [m/s]
};

/// Worlds from 1 mm to 100 m with thin meshes and with nozzles in solids.
inline constexpr RandomWorldRange kWideWorlds{4e-5f, 4.f, 0.7f, 0.35f, 0.5f, 0.5f};

/// Creates a random world of a few hundred particles of up to three materials. The world has emitters and
/// solids of every kind, any gravity, any frame rate and commands of every kind. Functions of pairs and
/// control particles are included if the method supports them.
/// @param range  without a range, a seed gives the same world as ever
RandomWorld randomWorld(const MethodRow& method, std::uint64_t seed, int frames,
                        const RandomWorldRange& range = {});

}  // namespace ooze::test
