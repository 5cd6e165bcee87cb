#include "ooze/base/error.h"
#include "ooze/scene/scene_writing.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"
#include "scene/scene_writers.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <system_error>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

/// Makes a title from a file name: "my_pool" -> "My pool".
std::string titleOf(const std::filesystem::path& file) {
  std::string title = file.stem().string();
  std::replace(title.begin(), title.end(), '_', ' ');
  if (!title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

/// Replaces the title of a scene that is written to another file, and drops figure and thumbnail, which
/// describe the original scene.
void writeTitle(SceneWriter& w, const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::equivalent(w.scene.file, file, ignored)) return;
  w.json["title"] = titleOf(file);
  w.json["description"] =
      fmt::format("Made from \"{}\".", w.scene.title.empty() ? w.scene.name : w.scene.title);
  w.json.erase("figure");
  w.json.erase("thumbnail");
}

void writeSettings(SceneWriter& w) {
  const WorldSettings &now = w.world.settings(), &loaded = w.scene.world.settings;
  const auto start = [&](const char* key, float WorldSettings::*member) {
    return w.edits.start({SettingOwner::World, {}, key}, now.*member, loaded.*member);
  };
  const WorldSettings settings{
      start("gravity_x", &WorldSettings::gravityX), start("gravity_y", &WorldSettings::gravityY),
      start("gravity_z", &WorldSettings::gravityZ), start("substeps", &WorldSettings::substeps),
      start("sleep", &WorldSettings::sleep)};
  writeChanges(w.context(), w.json, parts::settingsRows(), settings, loaded,
               [](std::string_view) { return true; });
}

void rewriteRelativePath(SceneWriter& w, Json& file) {
  file = parts::pathFromFolder(w.folder, parts::resolveRelativePath(w.scene.file, file.get<std::string>()));
}

/// Rewrites relative paths, because the new file may lie in another folder.
void rewriteRelativePaths(SceneWriter& w) {
  for (const char* list : {"liquids", "bodies"})
    if (w.json.contains(list))
      for (Json& item : w.json[list])
        for (Json& shape : item["shape"])
          if (shape.contains("file") && !isBuiltinMesh(shape["file"].get<std::string>()))
            rewriteRelativePath(w, shape["file"]);
  if (w.json.contains("sources"))
    for (Json& source : w.json["sources"]) {
      rewriteRelativePath(w, source["folder"]);
      const std::filesystem::path upstream = source["scene"].get<std::string>();
      if (upstream.has_parent_path() || upstream.extension() == ".json")
        rewriteRelativePath(w, source["scene"]);
    }
  for (Json& material : w.json["materials"]) {
    if (!material.contains("file")) continue;
    const std::filesystem::path file = material["file"].get<std::string>();
    // a library material is found by name
    if (!file.has_parent_path() && file.extension() != ".json") continue;
    rewriteRelativePath(w, material["file"]);
    if (const std::filesystem::path now = material["file"].get<std::string>();
        !now.has_parent_path() && now.extension() != ".json")
      material["file"] = "./" + now.string();
  }
}

void writeTimeline(SceneWriter& w) {
  const MethodAction* kept = w.edits.activeShapeAction();
  if (!kept) return;
  Json& timeline = w.json["timeline"];
  if (timeline.is_null()) timeline = Json::array();
  Json action;
  action["time"] = 0;
  action["do"] = kept->key;
  timeline.insert(timeline.begin(), std::move(action));
}

SceneWriter buildSceneJson(const Scene& scene, const World& world, const SceneView& view,
                           const std::filesystem::path& file) {
  SceneWriter w{scene, world, SceneEdits(world), Json::parse(scene.source)};
  std::error_code failed;
  w.folder = std::filesystem::absolute(file, failed).parent_path();
  rewriteRelativePaths(w);
  writeTitle(w, file);
  writeSettings(w);
  writeMaterials(w);
  writePairs(w);
  writeMeshLiquids(w);
  writeEmitters(w);
  writeBodies(w);
  writeControls(w);
  writeTimeline(w);
  w.json["camera"] = writePart(w.context(), parts::cameraPart(), view.camera);
  w.json["look"] = writePart(w.context(), parts::lookPart(), view.look);
  for (std::string& words : w.edits.omitted()) w.omitted.push_back(std::move(words));
  return w;
}

}  // namespace

std::string sceneText(const Scene& scene, const World& world, const SceneView& view,
                      const std::filesystem::path& file) {
  return jsonText(buildSceneJson(scene, world, view, file).json);
}

std::vector<std::string> writeScene(const Scene& scene, const World& world, const SceneView& view,
                                    const std::filesystem::path& file) {
  const SceneWriter w = buildSceneJson(scene, world, view, file);
  const std::string text = jsonText(w.json);
  try {
    (void)parts::readScene(text, file, scene.detail, false);
  } catch (const InputError& e) {
    throw RunError(fmt::format("this cannot be saved as a scene: {}", e.what()));
  }
  std::error_code failed;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
  if (failed)
    throw RunError(fmt::format("cannot make {}: {}", file.parent_path().string(), failed.message()));
  writeFile(file, text);
  return w.omitted;
}

std::filesystem::path userScenesFolder() { return userAssetFolder("scenes"); }

}  // namespace ooze
