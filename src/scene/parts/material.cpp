// Materials: their own files, and the materials of a scene.
#include "ooze/world/liquid_look.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"

#include <array>

namespace ooze::parts {
namespace {

constexpr int kMaterialVersion = 1;

/// An optical property. null restores the look's own value, whatever the material's file says.
struct Optical {
  std::size_t index;

  const OpticalProperty& row() const { return kOpticalProperties[index]; }
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, LookOverrides& out) const {
    out[index].reset();
    if (value.kind == JsonValue::JsonKind::Null) return;
    // The range is checked in float: as a double, a value at a limit could lie just outside the limit.
    const auto number = static_cast<float>(readNumber(reader.file, value, key, {-1e9, 1e9}));
    reader.file.at(value.line, [&] { requireInRange(row(), number); });
    out[index] = number;
  }
  Written write(const WriteContext&, const LookOverrides& overrides) const {
    return overrides[index] ? shortest(*overrides[index]) : Json(nullptr);
  }
  Json schema(Json&) const {
    return {
        {"type", {"number", "null"}}, {"minimum", shortest(row().lower)}, {"maximum", shortest(row().upper)}};
  }
};

/// The parameters of the scene's method.
struct Parameters {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key,
            std::vector<float>& out) const {
    const JsonFile& file = reader.file;
    const auto& rows = findMethod(reader.scene.world.method).parameters();
    std::vector<std::string_view> keys;
    for (const ParameterInfo& row : rows) keys.push_back(row.key);
    const JsonObject parameters(file, value, key, keys);
    for (const JsonValue::Member& own : value.members) {
      const std::size_t i = findParameter(rows, own.key);
      if (own.value.kind != JsonValue::JsonKind::Number)
        file.fail(own.line, fmt::format("\"{}\" must be a number, not {}", own.key, nameOf(own.value.kind)));
      file.at(own.line, [&] { requireInRange(rows[i], own.value.number); });
      out[i] = static_cast<float>(own.value.number);
    }
  }
  Written write(const WriteContext& context, const std::vector<float>& values) const {
    const auto& rows = findMethod(context.method).parameters();
    if (values.size() != rows.size()) return {};
    auto json = Json::object();
    for (std::size_t i = 0; i < rows.size(); ++i) json[std::string(rows[i].key)] = shortest(values[i]);
    return json;
  }
  Json schema(Json&) const { return {{"$ref", "material.schema.json#/$defs/parameters"}}; }
};

/// A material file, whose values the members of the scene override.
struct MaterialFile {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key,
            MaterialDefinition& out) const {
    std::filesystem::path source = readText(reader.file, value, key);
    if (source.has_parent_path() || source.extension() == ".json")
      source = resolveRelativePath(reader.file.path, source);
    auto known = reader.materialFiles.find(source.string());
    if (known == reader.materialFiles.end()) {
      const auto path =
          reader.file.at(value.line, [&] { return findAssetFile(source.string(), "material", "materials"); });
      reader.scene.inputs.push_back(path);
      known = reader.materialFiles
                  .emplace(source.string(), loadMaterial(path.string(), reader.scene.world.method))
                  .first;
    }
    out = known->second;
  }
  Written write(const WriteContext&, const MaterialDefinition&) const { return {}; }
  Json schema(Json&) const { return {{"type", "string"}}; }
};

std::vector<MemberRow<MaterialDefinition>> materialRows() {
  using M = MaterialDefinition;
  constexpr std::array kOpticalTexts{
      std::array{"1/m", "Absorption of light. Overrides the look's value."},
      std::array{"1/m", "Scattering of light in a clear liquid. Overrides the look's value."},
      std::array{"1", "Surface roughness: 0 is a mirror, 1 is chalk. Overrides the look's value."},
      std::array{"1", "Refractive index relative to air. Overrides the look's value."}};
  std::vector<MemberRow<M>> rows{
      member("h_ref", &M::referenceRadius, NumberKind(1e-4, 1), "m",
             "The interaction radius for which the values are given.")
          .shown(),
      member("density", &M::density, NumberKind(1, 30000), "kg/m^3", "Density of the liquid.").shown(),
      member("colour", &M::colour, Colour(), "", "Colour of the liquid.").shown(),
      member("look", &M::look, WordKind{{kLooks.begin(), kLooks.end()}}, "",
             "The optical look of the liquid.")
          .shown()};
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    rows.push_back(member(kOpticalProperties[i].key, &M::lookOverrides, Optical{i}, kOpticalTexts.at(i)[0],
                          kOpticalTexts.at(i)[1]));
  rows.push_back(member("parameters", &M::values, Parameters(), "", "Parameters of the method."));
  rows.back().merged = true;
  return rows;
}

}  // namespace

const Part<MaterialDocument>& materialFilePart() {
  using D = MaterialDocument;
  static const Part<D> kPart{
      "", "a material", "",
      rowsOf<D>(
          versionRow<D>(kMaterialVersion, "material"),
          member("title", &D::title, TextKind(), "", "Title for people.").shown(),
          member("description", &D::description, TextKind(), "", "One to three short sentences."),
          member("method", &D::method, MethodKey(), "", "The method whose parameters these are.").shown(),
          rowsWithin<D>(materialRows(), &D::material))};
  return kPart;
}

const Part<MaterialDefinition>& materialPart() {
  using M = MaterialDefinition;
  static const Part<M> kPart{
      "material",
      "a material",
      "A liquid with its parameters. Members beside `file` overrule the file's.",
      rowsOf<M>(member<M>(
                    "file", [](auto& m) -> auto& { return m; }, MaterialFile(), "",
                    "A name under assets/materials, or a file beside the scene."),
                member("name", &M::name, Name(), "",
                       "Name in the scene and in commands. Default: that of the file."),
                materialRows()),
      [](SceneReader& reader, const JsonObject& o, M& material) {
        if (!o.find("file")) (void)o.require("name");
        Name::requireValid(reader.file, o.lineOf("name"), material.name);
      },
      [](Json& schema) {
        schema["anyOf"] = {{{"required", {"name"}}}, {{"required", {"file"}}}};
      }};
  return kPart;
}

void readMaterials(SceneReader& reader, const JsonValue& list) {
  WorldSpec& world = reader.scene.world;
  UniqueNames names(reader.file, reader.materials);
  for (const JsonValue& item : itemsOf(reader.file, list, "materials")) {
    MaterialDefinition& material = world.materials.emplace_back(defaultMaterial("", world.method));
    readPart(reader, item, materialPart(), material);
    names.add(item, material.name);
  }
  if (world.materials.empty()) reader.file.fail(list.line, "a scene needs at least one material");
}

MaterialDefinition defaultMaterial(std::string name, std::string_view method) {
  MaterialDefinition material;
  material.name = std::move(name);
  for (const ParameterInfo& row : findMethod(method).parameters())
    material.values.push_back(row.defaultValue);
  return material;
}

}  // namespace ooze::parts
