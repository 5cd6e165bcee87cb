#include "app/commands/output_files.h"

#include "ooze/base/error.h"

#include "export/frame_name.h"
#include "world/commands/command_rows.h"
#include "world/parts/mesh_store.h"

#include <fmt/format.h>

namespace ooze {

void requireSeparateFiles(const std::vector<FileUse>& outputs, const std::vector<FileUse>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const FileUse& output = outputs[i];
    if (output.file.empty()) continue;
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[j].file.empty() && canBeSameFile(outputs[j].file, output.file))
        throw InputError(fmt::format("{} and {} name the same file, {}", outputs[j].what, output.what,
                                     output.file.string()));
    for (const FileUse& input : inputs)
      if (!input.file.empty() && canBeSameFile(input.file, output.file))
        throw InputError(
            fmt::format("{} {} would replace {}", output.what, output.file.string(), input.what));
  }
}

std::vector<FileUse> inputFiles(const Scene& scene, const std::optional<SaveFile>& save,
                                const std::filesystem::path& saveFile) {
  std::vector<FileUse> inputs{{"the scene", scene.file}};
  for (const std::filesystem::path& file : scene.inputs)
    inputs.push_back({fmt::format("{}, which the scene names", file.filename().string()), file});
  if (!save) return inputs;
  inputs.push_back({"the save that the run starts from", saveFile});
  for (const LoggedCommand& logged : save->commands)
    if (const std::string* mesh = meshFileOf(logged.command))
      inputs.push_back({"a mesh of the save", findMeshFile(*mesh)});
  return inputs;
}

std::vector<std::filesystem::path> filesOf(const std::vector<FileUse>& uses) {
  std::vector<std::filesystem::path> files;
  for (const FileUse& use : uses)
    if (!use.file.empty()) files.push_back(use.file);
  return files;
}

FileUse backgroundFile(const PictureChoice& choice) {
  return {"the environment map",
          isPanorama(choice.background) ? findPanorama(choice.background, "") : std::filesystem::path()};
}

}  // namespace ooze
