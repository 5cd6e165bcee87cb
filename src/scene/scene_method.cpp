#include "scene/scene_method.h"

#include "ooze/base/error.h"
#include "ooze/world/quantity.h"

#include "scene/assets.h"
#include "scene/json_text.h"
#include "scene/material_folder.h"
#include "scene/readers.h"
#include "scene/scene_writers.h"
#include "world/pair_rows.h"
#include "world/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

struct LibraryMaterial {
  std::string file;  ///< as a scene names it
  MaterialDefinition material;
};

/// All that load, those of the assets first.
std::vector<LibraryMaterial> materialsOf(std::string_view method) {
  std::vector<LibraryMaterial> found;
  for (const auto& path : assetFiles("materials")) try {
      MaterialDocument document = readMaterialDocument(path);
      if (document.method == method) found.push_back({path.stem().string(), std::move(document.material)});
    } catch (const InputError&) {
      // Lists of materials say what is wrong with it.
    }
  return found;
}

/// Two materials may look alike, as soap and gel do: the one that is called like its look means it.
const LibraryMaterial& likest(const std::vector<LibraryMaterial>& all, const MaterialDefinition& wanted,
                              const Scene& scene, std::string_view method) {
  const auto looksSo = [&](const LibraryMaterial& m) { return m.material.look == wanted.look; };
  auto found = std::find_if(all.begin(), all.end(), [&](const LibraryMaterial& m) {
    return looksSo(m) && m.material.name == wanted.look;
  });
  if (found == all.end()) found = std::find_if(all.begin(), all.end(), looksSo);
  if (found != all.end()) return *found;
  std::set<std::string> looks;
  for (const LibraryMaterial& m : all) looks.emplace(m.material.look);
  std::string known;
  for (const std::string& look : looks) known += (known.empty() ? "" : ", ") + look;
  throw InputError(
      fmt::format("{}: {} has no material that looks like {} (it has {}), so \"{}\" stays with {}",
                  scene.file.string(), findMethod(method).title, wanted.look, known.empty() ? "none" : known,
                  wanted.name, findMethod(scene.world.method).title));
}

/// @return what became of each
std::vector<MaterialDefinition> retellMaterials(Json& json, const Scene& scene, std::string_view method) {
  const std::vector<LibraryMaterial> all = materialsOf(method);
  std::vector<MaterialDefinition> now;
  Json& list = json["materials"] = Json::array();
  for (const MaterialDefinition& before : scene.world.materials) {
    const LibraryMaterial& base = likest(all, before, scene, method);
    MaterialDefinition material = base.material;
    material.name = before.name;
    material.density = before.density;
    material.colour = before.colour;
    material.lookChanges = before.lookChanges;
    Json entry;
    entry["name"] = material.name;
    entry["file"] = base.file;
    writeMaterialMembers(entry, material, base.material, method);
    list.push_back(std::move(entry));
    now.push_back(std::move(material));
  }
  return now;
}

/// The factor on interaction radii that leaves the first material's particles as large as they are.
double radiusFactor(const Scene& scene, const MaterialDefinition& now, std::string_view method) {
  const MethodSettings& settings = scene.world.methodSettings;
  return findMethod(scene.world.method).restSpacing(settings, scene.world.materials.front()) /
         findMethod(method).restSpacing(settings, now);
}

/// The materials whose values are the scene's own: another method has those of its library in their place,
/// which may be softer or firmer by far. "" if there are none.
std::string materialsOfItsOwn(const Json& source) {
  std::vector<std::string> names;
  for (const Json& material : source["materials"])
    if (material.contains("parameters") && !material["parameters"].empty())
      names.push_back(material.value("name", ""));
  return fmt::format("{}", fmt::join(names, " and "));
}

/// To four digits: a radius is something that people read.
void scaleRadius(Json& value, double factor) {
  const double lower = 5e-4, upper = 1.0;
  value = std::stod(fmt::format("{:.4g}", std::clamp(value.get<double>() * factor, lower, upper)));
}

std::string targetOf(const Json& entry) { return entry.value(entry.contains("do") ? "do" : "set", ""); }

/// True if it means in the other method what it means in the scene's own.
bool meansTheSame(const Json& entry, const TargetScope& there) {
  const std::string target = targetOf(entry);
  if (isPairGroup(parseTarget(target).group)) return false;
  try {
    const Target found = resolveTarget(target, there);
    return !(found.row->is<MaterialDefinition>() && found.row->parameter);
  } catch (const InputError&) {
    return false;
  }
}

void retellTimeline(Json& json, const Scene& scene, const std::vector<MaterialDefinition>& materials,
                    std::string_view method, std::vector<std::string>& left) {
  if (!json.contains("timeline")) return;
  WorldSpec spec = scene.world;
  spec.method = method;
  spec.materials = materials;
  spec.methodSettings.pairs.clear();
  const TargetScope there = scopeOf(spec);
  Json kept = Json::array();
  for (Json& entry : json["timeline"])
    if (meansTheSame(entry, there))
      kept.push_back(std::move(entry));
    else if (std::string words = editLabel({targetOf(entry), {}}, scene.world.method);
             std::find(left.begin(), left.end(), words) == left.end())
      left.push_back(std::move(words));
  json["timeline"] = std::move(kept);
}

}  // namespace

RetoldScene underMethod(const Scene& scene, std::string_view method) {
  const MethodRow& row = findMethod(method);
  RetoldScene retold;
  Json json = Json::parse(scene.source);
  json["method"] = row.key;
  if (const std::string own = materialsOfItsOwn(json); !own.empty())
    retold.left.push_back("the scene's own values of " + own);
  const std::vector<MaterialDefinition> materials = retellMaterials(json, scene, method);
  const double factor = radiusFactor(scene, materials.front(), method);
  if (Json& h = json["h"]; h.is_object())
    for (Json& value : h) scaleRadius(value, factor);
  else
    scaleRadius(h, factor);
  if (json.erase("pairs") > 0) retold.left.emplace_back("functions of pairs");
  if (json.erase("compression") > 0) retold.left.emplace_back("the limit of compression that the scene sets");
  retellTimeline(json, scene, materials, method, retold.left);
  if (json.contains("look") && json["look"].contains("colour")) {
    const std::vector<Field> colours = quantitiesOf(row);
    const auto own = json["look"]["colour"].get<std::string>();
    if (std::none_of(colours.begin(), colours.end(), [&](const Field& f) { return f.key == own; })) {
      json["look"].erase("colour");
      retold.left.push_back("colours of " + own);
    }
  }
  json.erase("figure");  // of another paper
  retold.text = jsonText(json);
  return retold;
}

}  // namespace ooze
