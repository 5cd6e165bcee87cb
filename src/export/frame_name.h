// File name patterns of image sequences, with a frame number: drop_%04d.ply.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// Returns true if the name holds a %d, %4d or %04d.
/// @throws InputError if the name holds any other or a second %
bool isSequence(const std::filesystem::path& name);

/// Returns the file name of one frame, or the name itself if it is no sequence.
std::filesystem::path frameName(const std::filesystem::path& name, std::uint64_t frame);

/// Checks that a file of this name can be written, without leaving a file.
/// @throws InputError "cannot write PATH: reason"
void requireWritable(const std::filesystem::path& name);

}  // namespace ooze
