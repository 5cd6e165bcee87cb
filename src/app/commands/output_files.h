// Files that a command reads and writes: no output may destroy an input or another output.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"

#include "app/pictures/picture_choice.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// A file that a command reads or writes. A name with %04d stands for the files of all frames.
struct FileUse {
  std::string what;  ///< what a message calls the file: "--save", "the scene"
  std::filesystem::path file;
};

/// Checks that no output has the name of another output or of an input. Call before the command writes
/// anything. Empty paths do not count.
/// @throws InputError "--save and --report name the same file, x.json", "--save x.json would replace the
/// scene"
void requireSeparateFiles(const std::vector<FileUse>& outputs, const std::vector<FileUse>& inputs);

/// Lists the files that a scene and a save were read from: the scene, the save, and all files that they name.
/// @param save      none if the run starts from the scene
/// @param saveFile  the file of the save
[[nodiscard]] std::vector<FileUse> inputFiles(const Scene& scene, const std::optional<SaveFile>& save,
                                              const std::filesystem::path& saveFile);

/// Returns the files alone, without what messages call them.
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const std::vector<FileUse>& uses);

/// Returns the environment map of --background; an empty path if --background names none.
[[nodiscard]] FileUse backgroundFile(const PictureChoice& choice);

}  // namespace ooze
