// File names with a frame number in them: drop_%04d.ply.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// True if the name holds a %d, %4d or %04d. @throws InputError if it holds any other or a second %
bool isSequence(const std::filesystem::path& name);

/// The name of one frame; the name itself if it is no sequence.
std::filesystem::path frameName(const std::filesystem::path& name, std::uint64_t frame);

/// Makes sure that a file of this name can be written, without leaving one.
/// @throws InputError "cannot write PATH: reason"
void requireWritable(const std::filesystem::path& name);

}  // namespace ooze
