// Chooses the initial state of a world: the start of a scene, or a save.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/world/world.h"

#include "app/commands/command_line.h"

#include <filesystem>
#include <optional>

namespace ooze {

struct RunStart {
  Scene scene;
  std::optional<SaveFile> save;
};

/// Loads a scene or a save.
/// @param file  a save, or "" to load the scene of the choice
/// @throws InputError if neither is given, the file is no save, or SCENE or --detail differ from the save
RunStart chooseStart(const SceneChoice& choice, const std::filesystem::path& file);

/// Restores a world from a save.
/// @throws InputError "FILE: reason"
World restoredWorld(const SaveFile& save, const std::filesystem::path& file, int threads);

/// Submits the --set assignments of the choice to the world as commands.
void submitAssignments(World& world, const SceneChoice& choice, const Scene& scene);

}  // namespace ooze
