// `.ooze` saves: a scene, what was done to it, and the world as it stands.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/history.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// A material that took the place of one of the world's as a whole, as a card does.
struct ChosenMaterial {
  std::uint64_t index = 0;      ///< of the world's
  MaterialDefinition material;  ///< the material that took its place
};

/// A save in memory. It holds the scene's text and the materials as they were read, so that it means the same
/// after a scene or material file has changed. Its file tells nobody where things lie on this machine: the
/// scene is named by the way from the save, or by its name alone, meshes by name and content. They are found
/// again where this machine last saw them, or beside the save.
struct SaveFile {
  std::string sceneName;                      ///< Scene::name
  std::filesystem::path sceneFile;            ///< its folder resolves meshes
  Detail detail = Detail::Medium;             ///< detail that the scene was loaded with
  std::string source;                         ///< the scene's text
  std::vector<MaterialDefinition> materials;  ///< at the start
  std::uint64_t frame = 0;                    ///< that the world had reached
  std::vector<LoggedCommand> commands;        ///< all that the state has behind it
  std::vector<std::byte> state;               ///< of World::save
  std::vector<HistoryBranch> branches{};      ///< of a session; none of a run without a window
  std::size_t branch = 0;                     ///< the one that the state is of
  std::vector<ChosenMaterial> chosen{};       ///< what changes are measured from; none in older files
  std::filesystem::path file{};               ///< that it was read from; stands in messages, not in files
};

/// Makes a save of a world in memory. @param scene  that the world was made from
SaveFile makeSave(const Scene& scene, const World& world);

/// @throws RunError "cannot write PATH: reason"
void writeSave(const std::filesystem::path& path, const SaveFile& save);

/// @throws InputError "PATH: why" if it cannot be read, is no save, is of another version, or is damaged
SaveFile readSave(const std::filesystem::path& path);

/// The same in memory. @param path  where the bytes will be, or are: stands in messages
std::vector<std::byte> encodeSave(const SaveFile& save, const std::filesystem::path& path = {});
/// Reads a save from bytes. @throws InputError as readSave()
SaveFile decodeSave(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// The scene that was saved. @throws InputError, which blames the save, if it is not sound or its meshes are
/// gone
Scene sceneOfSave(const SaveFile& save);

}  // namespace ooze
