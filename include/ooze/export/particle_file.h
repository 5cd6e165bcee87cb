// Particles to files.
#pragma once

#include "ooze/export/export_format.h"
#include "ooze/world/snapshot.h"

#include <filesystem>
#include <span>

namespace ooze {

struct LongWork;

/// Writes positions [m], velocities over the last frame [m/s], ids, materials, colours (sRGB; linear in
/// USDA), densities [1], the particles' radius [m], and pressures [Pa] and strains [1] if the snapshot has
/// them; OBJ holds positions and colours only. A file of no particles is a valid file. Written to a temporary
/// name, then renamed; the format goes by the extension.
/// @param colours  to be written instead of the snapshot's; empty: the snapshot's
/// @param work  if it is called off, nothing is written and Cancelled thrown (base/long_work.h)
/// @throws InputError as exportFormat(); RunError "cannot write PATH: reason"
void writeParticles(const std::filesystem::path& path, const Snapshot& snapshot,
                    std::span<const std::uint32_t> colours = {}, const LongWork* work = nullptr);

}  // namespace ooze
