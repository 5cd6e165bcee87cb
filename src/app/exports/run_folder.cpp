#include "app/exports/run_folder.h"

#include "ooze/base/error.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Returns the folder. @throws InputError if it holds other files
fs::path checkedFolder(fs::path folder, const RunFolderLayout& layout) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!layout.isOwn(name))
      throw InputError(fmt::format("{} {}: the folder holds other files, such as {}", layout.option,
                                   folder.string(), name));
  }
  return folder;
}

/// Makes the folders of the files of each frame. @return the files, with whole paths
ExportOptions filesWithFolders(const fs::path& folder, const RunFolderLayout& layout) {
  ExportOptions files = layout.files;
  for (fs::path* const name : {&files.surface, &files.particles}) {
    if (name->empty()) continue;
    *name = folder / *name;
    std::error_code error;
    fs::create_directories(name->parent_path(), error);
    if (error)
      throw RunError(fmt::format("cannot make {}: {}", name->parent_path().string(), error.message()));
  }
  return files;
}

}  // namespace

RunFolder::RunFolder(fs::path folder, const RunFolderLayout& layout, const Scene& scene,
                     const PictureChoice& picture, int threads, const CancellationToken* work)
    : folder_(checkedFolder(std::move(folder), layout)),
      description_(layout.description),
      title_(scene.title),
      picture_(picture),
      camera_(cameraOf(picture, scene)),
      light_(exportedLight(settingsOf(picture, scene))),
      exports_(filesWithFolders(folder_, layout), threads, work) {
  std::error_code ignored;
  fs::remove(description(), ignored);
}

void RunFolder::frame(const World& world) {
  exports_.frame(world);
  last_ = world.snapshot();
  frames_.push_back(world.frameIndex());
  solids_.note(*last_);
}

}  // namespace ooze
