// Files for bands: a band is grid liquid that one run writes and a downstream run reads as a source.
// The downstream run may start later and on another machine. @see Rasmussen et al. 2004, grid sourcing
#pragma once

#include "ooze/liquid/band.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ooze {

/// Returns the path of one frame of a band: "FOLDER/shoulder_000012.band", with at least six digits.
/// writeBandFrame() writes each file atomically, so a waiting reader always finds a complete file.
[[nodiscard]] std::filesystem::path bandFilePath(const std::filesystem::path& folder, std::string_view band,
                                                 std::uint64_t frame);

/// Writes one frame of a band to bandFilePath(). An existing file is replaced.
/// @param folder  must exist
/// @param frame   every moment must hold BandCells::size() values per field
/// @throws RunError "cannot write PATH: reason", if the frame takes more than 1 GiB, or if a component of a
///         velocity is above 100 m/s, the largest speed of a nozzle
void writeBandFrame(const std::filesystem::path& folder, const BandFrame& frame);

/// Reads and validates one frame of a band.
/// @throws InputError that names the file, if the file is missing or damaged, is of another version, or holds
///         values that no run can have written
[[nodiscard]] BandFrame readBandFrame(const std::filesystem::path& file);

/// Returns the frames of a scene's band. Each frame is read from the folder when a caller asks for the frame,
/// so neither the folder nor the files need exist yet.
/// @param scene  Scene::name, also the name in an earlier version
/// @param band   BandSpec::name
/// @return never null
[[nodiscard]] std::shared_ptr<const BandFrames> openBandFolder(std::filesystem::path folder,
                                                               std::string scene, std::string band);

}  // namespace ooze
