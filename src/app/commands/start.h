// Where a world begins: at the start of a scene, or where a save left it.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/world/world.h"

#include "app/commands/command_line.h"

#include <filesystem>
#include <optional>

namespace ooze {

struct Start {
  Scene scene;
  std::optional<SaveFile> save;
};

/// @param file  a save, or "": the choice then names the scene
/// @throws InputError if neither is given, the file is no save, or SCENE or --detail are not those of the
/// save
Start chooseStart(const SceneChoice& choice, const std::filesystem::path& file);

/// A world as it was saved.
/// @throws InputError "FILE: reason"
World restoredWorld(const SaveFile& save, const std::filesystem::path& file, int threads);

/// The choice's assignments, as commands.
void submitAssignments(World& world, const SceneChoice& choice, const Scene& scene);

}  // namespace ooze
