#include "ooze/world/liquid_look.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/material_folder.h"
#include "scene/readers.h"
#include "scene/scene_writers.h"

#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ooze {
namespace {

constexpr int kMaterialVersion = 1;
const std::vector<std::string_view>& looks() {
  static const std::vector<std::string_view> words(kLooks.begin(), kLooks.end());
  return words;
}

/// Returns the allowed keys of a material: its own keys followed by the keys common to files and scenes.
std::vector<std::string_view> membersAfter(std::vector<std::string_view> own) {
  for (const std::string_view key : {"h_ref", "density", "colour", "look", "parameters"}) own.push_back(key);
  for (const OpticalProperty& n : kOpticalProperties) own.push_back(n.key);
  return own;
}

void readLookNumbers(const JsonObject& material, LookOverrides& changes) {
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i) {
    const OpticalProperty& n = kOpticalProperties[i];
    const JsonValue* value = material.find(n.key);
    if (!value) continue;
    if (value->kind == JsonValue::JsonKind::Null) {  // null restores the look's own value, whatever the
                                                     // material's file says
      changes[i].reset();
      continue;
    }
    // The range is checked in float: as a double, a value at a limit could lie just outside the limit.
    changes[i] = static_cast<float>(readNumber(material.file(), *value, n.key, {-1e9, 1e9}));
    material.file().at(material.lineOf(n.key), [&] { requireInRange(n, *changes[i]); });
  }
}

void readParameters(const JsonObject& material, std::string_view method, std::vector<float>& values) {
  const JsonValue* value = material.find("parameters");
  if (!value) return;
  const auto& rows = findMethod(method).parameters();
  std::vector<std::string_view> keys;
  for (const ParameterInfo& row : rows) keys.push_back(row.key);
  const JsonObject parameters(material.file(), *value, "parameters", keys);
  for (const auto& member : value->members) {
    const std::size_t i = findParameter(rows, member.key);
    if (member.value.kind != JsonValue::JsonKind::Number)
      material.file().fail(
          member.line, fmt::format("\"{}\" must be a number, not {}", member.key, nameOf(member.value.kind)));
    material.file().at(member.line, [&] { requireInRange(rows[i], member.value.number); });
    values[i] = static_cast<float>(member.value.number);
  }
}

/// Reads a material file.
/// @param expected  the method that the material must belong to; "": any method
/// @throws InputError if the file is not a valid material of that method
MaterialDocument readDocument(const std::filesystem::path& path, std::string_view expected) {
  const JsonFile file = parseJson(readText(path), path);
  const JsonObject o(file, file.root, "a material",
                     membersAfter({"version", "title", "description", "method"}));
  if (o.count("version", {1, 1e6}) != kMaterialVersion)
    file.fail(o.lineOf("version"),
              fmt::format("this Ooze reads version {} of material files", kMaterialVersion));
  MaterialDocument document;
  document.title = o.text("title", path.stem().string());
  document.description = o.text("description", "");
  document.method = o.text("method", std::string(expected.empty() ? kDefaultMethod : expected));
  file.at(o.lineOf("method"), [&] { (void)findMethod(document.method); });
  if (!expected.empty() && document.method != expected)
    file.fail(o.lineOf("method"),
              fmt::format("this material is for the method \"{}\", not \"{}\"", document.method, expected));
  // The method's prefix is removed: "steele_honey" is the material "honey" of the method "steele".
  std::string name = path.stem().string();
  if (name.starts_with(document.method + "_")) name.erase(0, document.method.size() + 1);
  document.material = defaultMaterial(std::move(name), document.method);
  readMaterialMembers(o, document.method, document.material);
  return document;
}

MaterialDefinition loadMaterialFile(const std::filesystem::path& path, std::string_view method) {
  return readDocument(path, method).material;
}

}  // namespace

MaterialDefinition defaultMaterial(std::string name, std::string_view method) {
  MaterialDefinition material;
  material.name = std::move(name);
  for (const ParameterInfo& row : findMethod(method).parameters())
    material.values.push_back(row.defaultValue);
  return material;
}

void readMaterialMembers(const JsonObject& o, std::string_view method, MaterialDefinition& material) {
  material.referenceRadius = static_cast<float>(o.number("h_ref", {1e-4, 1.0}, material.referenceRadius));
  material.density = static_cast<float>(o.number("density", {1, 30000}, material.density));
  material.colour = o.colour("colour", material.colour);
  if (o.find("look")) material.look = looks()[o.word("look", looks())];
  readLookNumbers(o, material.lookOverrides);
  readParameters(o, method, material.values);
}

void writeMaterialMembers(nlohmann::ordered_json& json, const MaterialDefinition& now,
                          const MaterialDefinition& base, std::string_view method) {
  if (now.referenceRadius != base.referenceRadius) json["h_ref"] = shortest(now.referenceRadius);
  if (now.density != base.density) json["density"] = shortest(now.density);
  if (now.colour != base.colour) json["colour"] = colourText(now.colour);
  if (now.look != base.look) json["look"] = now.look;
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i) {
    const std::optional<float>& own = now.lookOverrides[i];
    if (own != base.lookOverrides[i])
      json[std::string(kOpticalProperties[i].key)] = own ? shortest(*own) : nullptr;
  }
  const auto& rows = findMethod(method).parameters();
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (now.values.at(r) != base.values.at(r))
      json["parameters"][std::string(rows[r].key)] = shortest(now.values[r]);
}

void readMaterials(SceneReader& reader, const std::vector<JsonValue>& list) {
  Scene& scene = reader.scene;
  for (const JsonValue& value : list) {
    const JsonObject o(reader.file, value, "a material", membersAfter({"name", "file"}));
    MaterialDefinition material = defaultMaterial("", scene.world.method);
    if (o.find("file")) {
      std::filesystem::path source = o.text("file");
      if (source.has_parent_path() || source.extension() == ".json")
        source = resolveRelativePath(reader.file.path, source);
      const auto path = reader.file.at(
          o.lineOf("file"), [&] { return findAssetFile(source.string(), "material", "materials"); });
      material = loadMaterialFile(path, scene.world.method);
    }
    material.name =
        readName(o, reader.materials, material.name.empty() ? std::nullopt : std::optional(material.name));
    readMaterialMembers(o, scene.world.method, material);
    reader.materials.add(material.name);
    scene.world.materials.push_back(std::move(material));
  }
}

MaterialDefinition loadMaterial(std::string_view nameOrPath, std::string_view method) {
  (void)findMethod(method);
  return loadMaterialFile(findAssetFile(nameOrPath, "material", "materials"), method);
}

std::string materialToJson(const MaterialDefinition& material, std::string_view method,
                           std::string_view title, std::string_view description) {
  nlohmann::ordered_json json;
  json["version"] = kMaterialVersion;
  json["title"] = title.empty() ? std::string_view(material.name) : title;
  if (!description.empty()) json["description"] = description;
  json["method"] = method;
  json["h_ref"] = shortest(material.referenceRadius);
  json["density"] = shortest(material.density);
  json["colour"] = colourText(material.colour);
  json["look"] = material.look;
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    if (const auto& own = material.lookOverrides[i])
      json[std::string(kOpticalProperties[i].key)] = shortest(*own);
  const auto& rows = findMethod(method).parameters();
  auto& parameters = json["parameters"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < rows.size(); ++i)
    parameters[std::string(rows[i].key)] = shortest(material.values.at(i));
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

MaterialDocument readMaterialDocument(const std::filesystem::path& file) { return readDocument(file, ""); }

std::vector<Listing> listMaterials() {
  std::vector<Listing> listings;
  for (const auto& path : assetFiles("materials")) {
    Listing listing = makeListing(Listing::ListingKind::Material, path);
    try {
      const MaterialDocument document = readMaterialDocument(path);
      listing.title = document.title;
      listing.description = document.description;
      listing.method = document.method;
      listing.colour = document.material.colour;
      listing.material = document.material.name;
      listing.look = document.material.look;
    } catch (const InputError& e) {
      listing.error = e.what();
    }
    listings.push_back(std::move(listing));
  }
  return listings;
}

}  // namespace ooze
