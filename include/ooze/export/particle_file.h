// Particles to files.
#pragma once

#include "ooze/world/snapshot.h"

#include <filesystem>

namespace ooze {

/// Binary little-endian PLY: x y z, vx vy vz [m, m/s], id, material, red green blue, density.
/// Written to a temporary name, then renamed.
/// @throws RunError "cannot write PATH: reason"
void writeParticlesPly(const std::filesystem::path& path, const Snapshot& snapshot);

}  // namespace ooze
