// Bands as files: what one run leaves for another, which may run later and on another machine.
#pragma once

#include "ooze/liquid/band.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ooze {

/// "FOLDER/shoulder_000012.band": a frame of a band. It appears whole or not at all, so whoever waits for it
/// finds it complete.
[[nodiscard]] std::filesystem::path bandFile(const std::filesystem::path& folder, std::string_view band,
                                             std::uint64_t frame);

/// @throws RunError "cannot write PATH: reason"
void writeBandFrame(const std::filesystem::path& folder, const BandFrame& frame);

/// @throws InputError "PATH: reason" if it is not there, damaged, or holds what no run can have left
[[nodiscard]] BandFrame readBandFrame(const std::filesystem::path& file);

/// Frames of a band of a scene, each read when it is asked for.
[[nodiscard]] std::shared_ptr<const BandFrames> bandsIn(std::filesystem::path folder, std::string scene,
                                                        std::string band);

}  // namespace ooze
