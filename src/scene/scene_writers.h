// The parts of a scene that is written, one writer each: the reverse of readers.h.
#pragma once

#include "ooze/scene/scene.h"

#include "scene/json_text.h"
#include "scene/scene_edits.h"

#include <nlohmann/json.hpp>

namespace ooze {

/// What the writers of a scene share. They change `json`, which is the scene's own file to begin with, where
/// the world is not as that says.
struct SceneWriter {
  const Scene& scene;
  const World& world;
  SceneEdits edits;
  nlohmann::ordered_json json;
  std::vector<std::string> left{};  ///< what could not be kept, in words
  std::filesystem::path folder{};   ///< that the new file will lie in
};

void writeMaterials(SceneWriter& writer);
/// Functions of pairs, once the materials are written.
void writePairs(SceneWriter& writer);
void writeEmitters(SceneWriter& writer);
void writeBodies(SceneWriter& writer);
/// What was set of control particles.
void writeControls(SceneWriter& writer);
/// The meshes that commands filled with liquid.
void writeMeshLiquids(SceneWriter& writer);

/// What a material has that the other has not, as readMaterialMembers() reads it.
void writeMaterialMembers(nlohmann::ordered_json& json, const MaterialDefinition& now,
                          const MaterialDefinition& base, std::string_view method);
/// Every parameter at its default.
MaterialDefinition defaultMaterial(std::string name, std::string_view method);

/// The turn as readRotation() reads it, under the key "rotation"; none if there is none.
void writeRotation(nlohmann::ordered_json& json, const Quat& turn);
/// A mesh that commands brought in, as the value of "mesh" or "mould". @param height  [m]
nlohmann::ordered_json meshShape(const SceneWriter& writer, const std::filesystem::path& file, float height);
/// A file as the new scene names it: by the way from the scene's own folder, which says nothing of where that
/// lies, and holds where both are moved together.
std::string fromScene(const SceneWriter& writer, const std::filesystem::path& file);

/// The name, or the first of "name 2", "name 3", ... that no member of the list under this key has.
std::string freeName(const SceneWriter& writer, std::string_view list, const std::string& name);

}  // namespace ooze
