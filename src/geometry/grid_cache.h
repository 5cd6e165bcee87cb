// Disk cache of distance grids, so that a mesh is sampled once per machine.
// The cache never fails: a file that cannot be read is computed again, and a grid that cannot be written is
// not cached.
#pragma once

#include "geometry/distance_grid.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ooze {

/// Returns the cache file of a mesh's grid, named by the hash of everything that the samples depend on.
/// @param cell  grid spacing [m]
std::filesystem::path gridCacheFile(const std::filesystem::path& folder, const Mesh& mesh, float cell);

/// Reads the samples; none if the file is absent, damaged or has another layout.
std::optional<std::vector<float>> readGrid(const std::filesystem::path& file, const GridLayout& layout);
/// Writes the samples and prunes the oldest files of the folder; errors are ignored.
void writeGrid(const std::filesystem::path& file, const GridLayout& layout,
               const std::vector<float>& distances);

}  // namespace ooze
