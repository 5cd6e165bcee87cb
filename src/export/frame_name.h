// File name patterns of image sequences, with a frame number: drop_%04d.ply.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// Returns true if the file's name holds a %d, %4d or %04d. Names of folders hold no frame number.
/// @throws InputError if the file's name holds any other or a second %
bool isSequence(const std::filesystem::path& name);

/// Returns the file name of one frame, or the name itself if it is no sequence.
std::filesystem::path frameName(const std::filesystem::path& name, std::uint64_t frame);

/// Returns the name for a file about a whole sequence: "drop.vtk" for "drop_%04d.vtk".
std::filesystem::path nameWithoutNumber(const std::filesystem::path& name);

/// Returns true if two names can lead to the same file. The name of a sequence stands for all of its frames.
bool canBeSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// Checks that a file of this name can be written, without leaving a file.
/// @throws InputError "cannot write PATH: reason"
void requireWritable(const std::filesystem::path& name);

}  // namespace ooze
