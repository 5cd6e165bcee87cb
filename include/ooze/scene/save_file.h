// `.ooze` save files: a scene, the command log of its run, and a snapshot of the world's state.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/history.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// A material that replaced one of the world's materials as a whole, for example by a material card.
struct ReplacedMaterial {
  std::uint64_t index = 0;      ///< index of the replaced material in the world
  MaterialDefinition material;  ///< the material that took its place
};

/// A save file in memory. The save embeds the scene's text and the materials as they were when read, so that
/// later changes to the scene file or a material file do not change the save.
/// The written file does not reveal folders of this machine. The scene is named by its path relative to the
/// save, or by its name alone; meshes are named by name and content hash.
/// On loading, scenes and meshes are looked up where this machine last saw them, and then beside the save.
struct SaveFile {
  std::string sceneName;                      ///< name of the scene (Scene::name)
  std::filesystem::path sceneFile;            ///< scene file, whose folder is the base of relative mesh paths
  Detail detail = Detail::Medium;             ///< detail that the scene was loaded with
  std::string source;                         ///< JSON text of the scene
  std::vector<MaterialDefinition> materials;  ///< materials at the start of the run
  std::uint64_t frame = 0;  ///< frame index of the saved state (World::frameIndex()), at most kMostFrames
  std::vector<LoggedCommand> commands;     ///< log of all commands that led to the state
  std::vector<std::byte> state;            ///< snapshot written by World::save
  std::vector<HistoryBranch> branches{};   ///< undo history of a session; empty for a run without a window
  std::size_t branch = 0;                  ///< index of the branch that the state belongs to
  std::vector<ReplacedMaterial> chosen{};  ///< reference materials for showing changes; empty in files of
                                           ///< older versions
  std::filesystem::path file{};            ///< file that the save was read from, for messages; not serialized
};

/// Creates a save file of a world's current state in memory, without undo history.
/// @param scene  scene that the world was made from
SaveFile makeSave(const Scene& scene, const World& world);

/// Writes a save file atomically. An existing file is replaced; the folder must exist.
/// @throws RunError "cannot write PATH: reason", or if the save would be too long to be read back
void writeSave(const std::filesystem::path& path, const SaveFile& save);

/// Reads a save file. Save files are untrusted input: every field is validated.
/// @throws InputError "PATH: why" if the file cannot be read, is no save, is of another version, or is
/// damaged
SaveFile readSave(const std::filesystem::path& path);

/// Serializes a save file to memory. Notes on this machine where the scene file is, for later loads.
/// @param path  path where the bytes will be written, for the relative path of the scene; "": the name
///              of the scene's file alone is stored
/// @throws RunError if the save would be too long to be read back
std::vector<std::byte> encodeSave(const SaveFile& save, const std::filesystem::path& path = {});
/// Reads a save from bytes, which are untrusted input.
/// @param path  path where the bytes were read from, for relative paths and messages
/// @throws InputError as readSave()
SaveFile decodeSave(std::span<const std::byte> bytes, const std::filesystem::path& path);

/// Parses the scene that a save file embeds, with the materials of the save. The scene is ready to make a
/// World, into which World::restore() reads SaveFile::state.
/// @throws InputError naming the save if its scene or a material is invalid, or a mesh file is missing
Scene parseSavedScene(const SaveFile& save);

}  // namespace ooze
