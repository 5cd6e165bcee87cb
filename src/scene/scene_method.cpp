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
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

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
/// @return null if none looks so
const LibraryMaterial* findLikest(const std::vector<LibraryMaterial>& all, const MaterialDefinition& wanted) {
  const auto looksSo = [&](const LibraryMaterial& m) { return m.material.look == wanted.look; };
  auto found = std::find_if(all.begin(), all.end(), [&](const LibraryMaterial& m) {
    return looksSo(m) && m.material.name == wanted.look;
  });
  if (found == all.end()) found = std::find_if(all.begin(), all.end(), looksSo);
  return found == all.end() ? nullptr : &*found;
}

const LibraryMaterial& likestOrRefusal(const std::vector<LibraryMaterial>& all,
                                       const MaterialDefinition& wanted, const Scene& scene,
                                       std::string_view method) {
  if (const LibraryMaterial* found = findLikest(all, wanted)) return *found;
  std::set<std::string> looks;
  for (const LibraryMaterial& m : all) looks.emplace(m.material.look);
  std::string known;
  for (const std::string& look : looks) known += (known.empty() ? "" : ", ") + look;
  throw InputError(
      fmt::format("{}: {} has no material that looks like {} (it has {}), so \"{}\" stays with {}",
                  scene.file.string(), findMethod(method).title, wanted.look, known.empty() ? "none" : known,
                  wanted.name, findMethod(scene.world.method).title));
}

bool sameFirmness(const Firmness& a, const Firmness& b) {
  constexpr double kNear = 0.01;
  return a.yields == b.yields &&
         std::abs(a.shearModulus - b.shearModulus) <= kNear * std::max(a.shearModulus, b.shearModulus);
}

/// A value as a material of another reference radius has it.
float atRadius(const ParameterInfo& row, float value, float from, float to) {
  // Friction is what is taken in a time that goes with the interaction radius; all else is a part of that.
  return row.key == "friction" ? -std::expm1(from / to * std::log1p(-value)) : value;
}

/// What of a material could be told another method.
struct Told {
  bool something = false, everything = false, isFirm = false;
};

/// Tells a library material of another method what the scene has made of its own: how firm it is, and values
/// that both methods call the same. In other units only none is the same.
/// @param likest  to which the scene's may be compared: its method's library material of its look, or null
Told tell(const MaterialDefinition& own, const MaterialDefinition* likest, const MethodRow& from,
          const MethodRow& to, MaterialDefinition& material) {
  Told told;
  MaterialDefinition known = likest ? *likest : own;  // becomes what the other method now knows of
  known.density = own.density;
  for (std::size_t row = 0; row < own.values.size(); ++row) {
    const ParameterInfo& here = from.parameters()[row];
    const std::size_t there = findParameter(to.parameters(), here.key);
    if (there == to.parameters().size() || (likest && own.values[row] == likest->values[row])) continue;
    const ParameterInfo& same = to.parameters()[there];
    if (same.label != here.label || (same.unit != here.unit && own.values[row] != 0.f)) continue;
    known.values[row] = own.values[row];
    material.values[there] =
        std::clamp(atRadius(here, own.values[row], own.referenceRadius, material.referenceRadius), same.lower,
                   same.upper);
    told.something = true;
  }
  if (from.firmness && to.setFirmness) {
    const Firmness firmness = from.firmness(own);
    if (!likest || !sameFirmness(firmness, from.firmness(known))) {
      from.setFirmness(known, firmness);
      to.setFirmness(material, firmness);
      told.something = true;
      told.isFirm = firmness.shearModulus > 0.0;
    }
  }
  const auto near = [](float a, float b) {
    return std::abs(a - b) <= 1e-3f * std::max(std::abs(a), std::abs(b));
  };
  told.everything = likest && near(known.referenceRadius, own.referenceRadius) &&
                    std::ranges::equal(known.values, own.values, near);
  return told;
}

struct RetoldMaterials {
  std::vector<MaterialDefinition> now;
  std::vector<std::string> left, leftInPart;  ///< names of those that have values of the scene's own
  bool madeFirm = false;                      ///< one of them holds its shape as it did in the scene
};

/// Every material becomes its look's in the other method's library, but for what that can be told of the
/// scene's own values.
RetoldMaterials retellMaterials(Json& json, const Scene& scene, const MethodRow& method) {
  const MethodRow& from = findMethod(scene.world.method);
  const std::vector<LibraryMaterial> there = materialsOf(method.key), here = materialsOf(from.key);
  RetoldMaterials retold;
  const Json source = std::exchange(json["materials"], Json::array());
  for (std::size_t m = 0; m < source.size(); ++m) {
    const MaterialDefinition& before = scene.world.materials[m];
    const LibraryMaterial& base = likestOrRefusal(there, before, scene, method.key);
    MaterialDefinition material = base.material;
    material.name = before.name;
    material.density = before.density;
    material.colour = before.colour;
    material.lookChanges = before.lookChanges;
    const LibraryMaterial* likest = findLikest(here, before);
    const Told told = tell(before, likest ? &likest->material : nullptr, from, method, material);
    retold.madeFirm |= told.isFirm;
    if (source[m].contains("parameters") && !source[m]["parameters"].empty() && !told.everything)
      (told.something ? retold.leftInPart : retold.left).push_back(material.name);
    Json entry;
    entry["name"] = material.name;
    entry["file"] = base.file;
    writeMaterialMembers(entry, material, base.material, method.key);
    json["materials"].push_back(std::move(entry));
    retold.now.push_back(std::move(material));
  }
  return retold;
}

/// The factor on interaction radii that leaves the first material's particles as large as they are.
double radiusFactor(const Scene& scene, const MaterialDefinition& now, std::string_view method) {
  const MethodSettings& settings = scene.world.methodSettings;
  return findMethod(scene.world.method).restSpacing(settings, scene.world.materials.front()) /
         findMethod(method).restSpacing(settings, now);
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

/// A deed by which liquid keeps the shape that it begins with: what other methods need no deed for.
bool keepsFirstShape(const Json& entry, const MethodRow& method) {
  const MethodDeed* deed = findDeed(method, targetOf(entry));
  return deed && deed->shape == MethodDeed::Shape::Kept && entry.value("time", 0.0) <= 0.0;
}

void retellTimeline(Json& json, const Scene& scene, const RetoldMaterials& materials, const MethodRow& method,
                    std::vector<std::string>& left) {
  const MethodRow& from = findMethod(scene.world.method);
  WorldSpec spec = scene.world;
  spec.method = method.key;
  spec.materials = materials.now;
  spec.methodSettings.pairs.clear();
  const TargetScope there = scopeOf(spec);
  const MethodDeed* firm = findDeed(method, MethodDeed::Shape::Kept);
  Json kept = Json::array();
  if (firm && materials.madeFirm && !findDeed(from, MethodDeed::Shape::Kept))
    kept.push_back({{"time", 0}, {"do", firm->key}});
  for (Json& entry : json.value("timeline", Json::array()))
    if (meansTheSame(entry, there))
      kept.push_back(std::move(entry));
    else if (method.firmness && !firm && keepsFirstShape(entry, from))
      continue;
    else if (std::string words = editLabel({targetOf(entry), {}}, scene.world.method);
             std::find(left.begin(), left.end(), words) == left.end())
      left.push_back(std::move(words));
  if (kept.empty())
    json.erase("timeline");
  else
    json["timeline"] = std::move(kept);
}

}  // namespace

RetoldScene underMethod(const Scene& scene, std::string_view method) {
  const MethodRow& row = findMethod(method);
  RetoldScene retold;
  Json json = Json::parse(scene.source);
  json["method"] = row.key;
  const RetoldMaterials materials = retellMaterials(json, scene, row);
  if (!materials.left.empty())
    retold.left.push_back(fmt::format("the scene's own values of {}", fmt::join(materials.left, " and ")));
  if (!materials.leftInPart.empty())
    retold.left.push_back(fmt::format("the scene's own values, apart from firmness and contact, of {}",
                                      fmt::join(materials.leftInPart, " and ")));
  const double factor = radiusFactor(scene, materials.now.front(), method);
  if (Json& h = json["h"]; h.is_object())
    for (Json& value : h) scaleRadius(value, factor);
  else
    scaleRadius(h, factor);
  if (json.erase("pairs") > 0) retold.left.emplace_back("functions of pairs");
  if (json.erase("compression") > 0) retold.left.emplace_back("the limit of compression that the scene sets");
  retellTimeline(json, scene, materials, row, retold.left);
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
