// Distance grids kept on disk, so that a mesh is sampled once per machine. A cache never fails: what cannot
// be read is made again, and what cannot be written is not kept.
#pragma once

#include "geometry/distance_grid.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ooze {

/// Where the grid of this mesh at this spacing lies: named by the hash of all that its samples depend on.
std::filesystem::path gridCacheFile(const std::filesystem::path& folder, const Mesh& mesh, float cell);

/// The samples, or none if the file is absent, damaged or of another layout.
std::optional<std::vector<float>> readGrid(const std::filesystem::path& file, const GridLayout& layout);
void writeGrid(const std::filesystem::path& file, const GridLayout& layout,
               const std::vector<float>& distances);

}  // namespace ooze
