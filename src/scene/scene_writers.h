// Writers for the parts of a scene file: the reverse of readers.h.
#pragma once

#include "ooze/scene/scene.h"

#include "scene/json_text.h"
#include "scene/scene_edits.h"

#include <nlohmann/json.hpp>

namespace ooze {

/// State shared by the writers of a scene. The member `json` begins as the scene's own file; each writer
/// changes `json` where the world differs from the file.
struct SceneWriter {
  const Scene& scene;
  const World& world;
  SceneEdits edits;
  nlohmann::ordered_json json;
  std::vector<std::string> omitted{};  ///< edits that the scene cannot represent, in words
  std::filesystem::path folder{};      ///< folder of the new scene file
};

void writeMaterials(SceneWriter& writer);
/// Writes the functions of pairs. Materials must be written first.
void writePairs(SceneWriter& writer);
void writeEmitters(SceneWriter& writer);
void writeBodies(SceneWriter& writer);
/// Writes the control particles as commands changed them.
void writeControls(SceneWriter& writer);
/// Writes the meshes that commands filled with liquid.
void writeMeshLiquids(SceneWriter& writer);

/// Writes the members in which `now` differs from `base`, in the form that readMaterialMembers() reads.
void writeMaterialMembers(nlohmann::ordered_json& json, const MaterialDefinition& now,
                          const MaterialDefinition& base, std::string_view method);
/// Returns a material with every parameter at its default.
MaterialDefinition defaultMaterial(std::string name, std::string_view method);

/// Writes a rotation under the key "rotation" as readRotation() reads it. The key is removed for the
/// identity.
void writeRotation(nlohmann::ordered_json& json, const Quat& turn);
/// Returns a mesh that commands brought in, as the value of "mesh" or "mould".
/// @param height  height of the mesh [m]
nlohmann::ordered_json meshShape(const SceneWriter& writer, const std::filesystem::path& file, float height);
/// Returns a file's path relative to the new scene's folder. A relative path does not reveal the folders of
/// this machine, and stays valid if both files move together.
std::string pathFromScene(const SceneWriter& writer, const std::filesystem::path& file);

/// Returns the first of "name", "name 2", "name 3", ... that no member of the list under this key has.
std::string unusedName(const SceneWriter& writer, std::string_view list, const std::string& name);

}  // namespace ooze
