// Files for bands: a band is grid liquid that one run writes and a downstream run reads as a source.
// The downstream run may start later and on another machine. @see Rasmussen et al. 2004, grid sourcing
#pragma once

#include "ooze/liquid/band.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ooze {

/// Returns the path of one frame of a band: "FOLDER/shoulder_000012.band".
/// writeBandFrame() writes each file atomically, so a waiting reader always finds a complete file.
[[nodiscard]] std::filesystem::path bandFilePath(const std::filesystem::path& folder, std::string_view band,
                                                 std::uint64_t frame);

/// Writes one frame of a band into the folder.
/// @throws RunError "cannot write PATH: reason"
void writeBandFrame(const std::filesystem::path& folder, const BandFrame& frame);

/// Reads and validates one frame of a band.
/// @throws InputError "PATH: reason" if the file is missing or damaged, or holds values that no run can have
/// written
[[nodiscard]] BandFrame readBandFrame(const std::filesystem::path& file);

/// Returns the frames of a scene's band. Each frame is read from the folder when a caller asks for the frame.
[[nodiscard]] std::shared_ptr<const BandFrames> openBandFolder(std::filesystem::path folder,
                                                               std::string scene, std::string band);

}  // namespace ooze
