#include "scene/scene_conversion.h"

#include "ooze/base/error.h"
#include "ooze/world/quantity.h"

#include "scene/assets.h"
#include "scene/json_text.h"
#include "scene/material_folder.h"
#include "scene/parts/parts.h"
#include "scene/scene_writers.h"
#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

struct LibraryMaterial {
  std::string file;  ///< name of the material, as a scene refers to the material
  MaterialDefinition material;
};

/// Returns all materials of a method that load: first the assets, then the user's own.
std::vector<LibraryMaterial> materialsOf(std::string_view method) {
  std::vector<LibraryMaterial> found;
  for (const auto& path : assetFiles("materials")) try {
      MaterialDocument document = readMaterialDocument(path);
      if (document.method == method) found.push_back({path.stem().string(), std::move(document.material)});
    } catch (const InputError&) {
      // listMaterials() reports the error of a material that does not load.
    }
  return found;
}

/// Finds the library material with the wanted look. If several materials share the look, as soap and gel do,
/// the one that is named like the look is chosen.
/// @return null if no material has the look
const LibraryMaterial* findMaterialOfLook(const std::vector<LibraryMaterial>& all,
                                          const MaterialDefinition& wanted) {
  const auto looksSo = [&](const LibraryMaterial& m) { return m.material.look == wanted.look; };
  auto found = std::find_if(all.begin(), all.end(), [&](const LibraryMaterial& m) {
    return looksSo(m) && m.material.name == wanted.look;
  });
  if (found == all.end()) found = std::find_if(all.begin(), all.end(), looksSo);
  return found == all.end() ? nullptr : &*found;
}

const LibraryMaterial& requireMaterialOfLook(const std::vector<LibraryMaterial>& all,
                                             const MaterialDefinition& wanted, const Scene& scene,
                                             std::string_view method) {
  if (const LibraryMaterial* found = findMaterialOfLook(all, wanted)) return *found;
  std::set<std::string> looks;
  for (const LibraryMaterial& m : all) looks.emplace(m.material.look);
  std::string known;
  for (const std::string& look : looks) known += (known.empty() ? "" : ", ") + look;
  throw InputError(
      fmt::format("{}: {} has no material with the look {} (known looks: {}), so \"{}\" only works with {}",
                  scene.file.string(), findMethod(method).title, wanted.look, known.empty() ? "none" : known,
                  wanted.name, findMethod(scene.world.method).title));
}

bool sameFirmness(const Firmness& a, const Firmness& b) {
  constexpr double kNear = 0.01;
  return a.yields == b.yields &&
         std::abs(a.shearModulus - b.shearModulus) <= kNear * std::max(a.shearModulus, b.shearModulus);
}

/// Converts a parameter value to another reference radius.
float convertToRadius(const ParameterInfo& row, float value, float from, float to) {
  // Friction is the fraction of speed lost in a time proportional to the interaction radius. Other parameters
  // do not depend on the radius.
  return row.key == "friction" ? -std::expm1(from / to * std::log1p(-value)) : value;
}

/// Result of transferring a material's parameters to another method.
struct ConvertedMaterial {
  bool something = false, everything = false, keepsShape = false;
};

/// Transfers the scene's changes of a material to a library material of another method: the firmness, and the
/// parameters that both methods share. A shared parameter has the same key, label and unit; with different
/// units only the value 0 is transferred.
/// @param likest  reference for the scene's changes: the library material of the same look and the same
///                method, or null
ConvertedMaterial transferParameters(const MaterialDefinition& own, const MaterialDefinition* likest,
                                     const MethodRow& from, const MethodRow& to,
                                     MaterialDefinition& material) {
  ConvertedMaterial told;
  MaterialDefinition known = likest ? *likest : own;  // tracks the values that the other method has received
  known.density = own.density;
  for (std::size_t row = 0; row < own.values.size(); ++row) {
    const ParameterInfo& here = from.parameters()[row];
    const std::size_t there = findParameter(to.parameters(), here.key);
    if (there == to.parameters().size() || (likest && own.values[row] == likest->values[row])) continue;
    const ParameterInfo& same = to.parameters()[there];
    if (same.label != here.label || (same.unit != here.unit && own.values[row] != 0.f)) continue;
    known.values[row] = own.values[row];
    material.values[there] =
        std::clamp(convertToRadius(here, own.values[row], own.referenceRadius, material.referenceRadius),
                   same.lower, same.upper);
    told.something = true;
  }
  if (from.firmness && to.setFirmness) {
    const Firmness firmness = from.firmness(own);
    if (!likest || !sameFirmness(firmness, from.firmness(known))) {
      from.setFirmness(known, firmness);
      to.setFirmness(material, firmness);
      told.something = true;
      told.keepsShape = firmness.shearModulus > 0.0;
    }
  }
  const auto near = [](float a, float b) {
    return std::abs(a - b) <= 1e-3f * std::max(std::abs(a), std::abs(b));
  };
  told.everything = likest && near(known.referenceRadius, own.referenceRadius) &&
                    std::ranges::equal(known.values, own.values, near);
  return told;
}

struct ConvertedMaterials {
  std::vector<MaterialDefinition> now;
  std::vector<std::string> omitted, partlyOmitted;  ///< names of materials with parameter values of the scene
                                                    ///< that were lost, completely or in part
  bool keepsShape = false;                          ///< true if a material holds its shape as in the scene
};

/// Replaces every material by the other method's library material of the same look, with the transferable
/// values of the scene.
ConvertedMaterials convertMaterials(Json& json, const Scene& scene, const MethodRow& method) {
  const MethodRow& from = findMethod(scene.world.method);
  const std::vector<LibraryMaterial> there = materialsOf(method.key), here = materialsOf(from.key);
  ConvertedMaterials retold;
  const Json source = std::exchange(json["materials"], Json::array());
  for (std::size_t m = 0; m < source.size(); ++m) {
    const MaterialDefinition& before = scene.world.materials[m];
    const LibraryMaterial& base = requireMaterialOfLook(there, before, scene, method.key);
    MaterialDefinition material = base.material;
    material.name = before.name;
    material.density = before.density;
    material.colour = before.colour;
    material.lookOverrides = before.lookOverrides;
    const LibraryMaterial* likest = findMaterialOfLook(here, before);
    const ConvertedMaterial told =
        transferParameters(before, likest ? &likest->material : nullptr, from, method, material);
    retold.keepsShape |= told.keepsShape;
    if (source[m].contains("parameters") && !source[m]["parameters"].empty() && !told.everything)
      (told.something ? retold.partlyOmitted : retold.omitted).push_back(material.name);
    Json entry;
    entry["name"] = material.name;
    entry["file"] = base.file;
    writeMaterialMembers(entry, material, base.material, method.key);
    json["materials"].push_back(std::move(entry));
    retold.now.push_back(std::move(material));
  }
  return retold;
}

/// Returns the factor on interaction radii that keeps the particle size of the first material.
double radiusFactor(const Scene& scene, const MaterialDefinition& now, std::string_view method) {
  const MethodSettings& settings = scene.world.methodSettings;
  return findMethod(scene.world.method).restSpacing(settings, scene.world.materials.front()) /
         findMethod(method).restSpacing(settings, now);
}

/// Scales a radius and rounds it to four digits, because people read the number in the file.
void scaleRadius(Json& value, double factor) {
  const double lower = 5e-4, upper = 1.0;
  value = std::stod(fmt::format("{:.4g}", std::clamp(value.get<double>() * factor, lower, upper)));
}

std::string targetOf(const Json& entry) { return entry.value(entry.contains("do") ? "do" : "set", ""); }

/// Returns true if a timeline entry means the same in the other method as in the scene's own.
bool hasSameMeaning(const Json& entry, const CommandScope& there) {
  const std::string target = targetOf(entry);
  try {
    (void)requireTarget(target, there);
    if (findCommandRow(target)) return true;
    const SettingName setting = parseSetting(target);
    const SettingRow& row = *resolve(setting, there).row;
    return !isPair(setting.owner) && !(row.is<MaterialDefinition>() && row.parameter);
  } catch (const InputError&) {
    return false;
  }
}

/// Returns true if a timeline entry is a method action by which liquid keeps its initial shape. Other methods
/// may need no action to keep the shape.
bool isInitialShapeAction(const Json& entry, const MethodRow& method) {
  const MethodAction* action = findAction(method, targetOf(entry));
  return action && action->shape == MethodAction::Shape::Kept && entry.value("time", 0.0) <= 0.0;
}

void convertTimeline(Json& json, const Scene& scene, const ConvertedMaterials& materials,
                     const MethodRow& method, std::vector<std::string>& omitted) {
  const MethodRow& from = findMethod(scene.world.method);
  WorldSpec spec = scene.world;
  spec.method = method.key;
  spec.materials = materials.now;
  spec.methodSettings.pairs.clear();
  const CommandScope there = scopeOf(spec);
  const MethodAction* firm = findAction(method, MethodAction::Shape::Kept);
  Json kept = Json::array();
  if (firm && materials.keepsShape && !findAction(from, MethodAction::Shape::Kept))
    kept.push_back({{"time", 0}, {"do", firm->key}});
  for (Json& entry : json.value("timeline", Json::array()))
    if (hasSameMeaning(entry, there))
      kept.push_back(std::move(entry));
    else if (method.firmness && !firm && isInitialShapeAction(entry, from))
      continue;
    else if (std::string words = targetLabel(targetOf(entry), scene.world.method);
             std::find(omitted.begin(), omitted.end(), words) == omitted.end())
      omitted.push_back(std::move(words));
  if (kept.empty())
    json.erase("timeline");
  else
    json["timeline"] = std::move(kept);
}

}  // namespace

ConvertedScene convertToMethod(const Scene& scene, std::string_view method) {
  const MethodRow& row = findMethod(method);
  ConvertedScene retold;
  Json json = Json::parse(scene.source);
  json["method"] = row.key;
  const ConvertedMaterials materials = convertMaterials(json, scene, row);
  if (!materials.omitted.empty())
    retold.omitted.push_back(
        fmt::format("the scene's own values of {}", fmt::join(materials.omitted, " and ")));
  if (!materials.partlyOmitted.empty())
    retold.omitted.push_back(fmt::format("the scene's own values, apart from firmness and contact, of {}",
                                         fmt::join(materials.partlyOmitted, " and ")));
  const double factor = radiusFactor(scene, materials.now.front(), method);
  if (Json& h = json["h"]; h.is_object())
    for (Json& value : h) scaleRadius(value, factor);
  else
    scaleRadius(h, factor);
  if (json.erase("pairs") > 0) retold.omitted.emplace_back("functions of pairs");
  if (json.erase("compression") > 0)
    retold.omitted.emplace_back("the limit of compression that the scene sets");
  convertTimeline(json, scene, materials, row, retold.omitted);
  if (json.contains("look") && json["look"].contains("colour")) {
    const std::vector<Field> colours = quantitiesOf(row);
    const auto own = json["look"]["colour"].get<std::string>();
    if (std::none_of(colours.begin(), colours.end(), [&](const Field& f) { return f.key == own; })) {
      json["look"].erase("colour");
      retold.omitted.push_back("colours of " + own);
    }
  }
  json.erase("figure");  // the figure belongs to the paper of the old method
  retold.text = jsonText(json);
  return retold;
}

}  // namespace ooze
