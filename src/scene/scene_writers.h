// Writers for the parts of a scene file.
#pragma once

#include "ooze/scene/scene.h"

#include "scene/json_text.h"
#include "scene/part.h"
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

  [[nodiscard]] parts::WriteContext context() const;
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

/// Writes the members in which `now` differs from `base`, in the form that a scene's materials have.
void writeMaterialMembers(nlohmann::ordered_json& json, const MaterialDefinition& now,
                          const MaterialDefinition& base, std::string_view method);
/// Returns the first of "name", "name 2", "name 3", ... that no member of the list under this key has.
std::string unusedName(const SceneWriter& writer, std::string_view list, const std::string& name);

}  // namespace ooze
