#include "base/file.h"
#include "scene/assets.h"
#include "scene/readers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr double kSmallestCell = 0.0015;  // finer distance grids cost time and memory without visible benefit
                                          // [m]
constexpr double kFigureHeight = 0.2;     // default height of a built-in mesh [m]

double enclosedVolume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const glm::dvec3 a(mesh.positions[t[0]]), b(mesh.positions[t[1]]), c(mesh.positions[t[2]]);
    sum += glm::dot(a, glm::cross(b, c)) / 6;
  }
  return std::abs(sum);
}

/// Creates the shape of a primitive that needs no mesh.
/// @param key  key whose line an error names
ShapeSpec makeShapeSpec(const JsonObject& o, std::string_view key, const SolidShape& solid) {
  return o.file().at(o.lineOf(key), [&] {
    const bool endless =
        solid.kind == SolidShape::SolidKind::Plane || solid.kind == SolidShape::SolidKind::Tank;
    return ShapeSpec{solid, makeDistance(solid), endless ? 0.0 : massProperties(solid).volume};
  });
}

float readLength(const JsonObject& o, std::string_view key) {
  return static_cast<float>(o.number(key, kLengthRange));
}

ShapeSpec readPlane(const JsonObject& o) {
  return makeShapeSpec(o, "normal",
                       {SolidShape::SolidKind::Plane, o.direction("normal", Vec3(0.f, 1.f, 0.f))});
}

ShapeSpec readSphere(const JsonObject& o) {
  return makeShapeSpec(o, "radius", {SolidShape::SolidKind::Sphere, Vec3(readLength(o, "radius"))});
}

ShapeSpec readBox(const JsonObject& o) {
  return makeShapeSpec(o, "half_extents",
                       {SolidShape::SolidKind::Box, o.vector("half_extents", kLengthRange)});
}

ShapeSpec readCapsule(const JsonObject& o) {
  const Vec3 size(readLength(o, "radius"), 0.5f * readLength(o, "length"), 1.f);
  return makeShapeSpec(o, "radius", {SolidShape::SolidKind::Capsule, size});
}

ShapeSpec readCylinder(const JsonObject& o) {
  const Vec3 size(readLength(o, "radius"), 0.5f * readLength(o, "height"), 1.f);
  return makeShapeSpec(o, "radius", {SolidShape::SolidKind::Cylinder, size});
}

ShapeSpec readEllipsoid(const JsonObject& o) {
  return makeShapeSpec(o, "semi_axes",
                       {SolidShape::SolidKind::Ellipsoid, o.vector("semi_axes", kLengthRange)});
}

ShapeSpec readCup(const JsonObject& o) {
  const Vec3 size(readLength(o, "radius"), 0.5f * readLength(o, "height"), readLength(o, "wall"));
  return makeShapeSpec(o, "wall", {SolidShape::SolidKind::Cup, size});
}

ShapeSpec readTank(const JsonObject& o) {
  return makeShapeSpec(
      o, "half_extents",
      {SolidShape::SolidKind::Tank, o.vector("half_extents", kLengthRange), o.boolean("open_top", true)});
}

ShapeSpec readMesh(SceneReader& reader, const JsonObject& o, SolidShape::SolidKind kind) {
  const std::string name = o.text("file");
  const bool figure = isBuiltinMesh(name);
  const std::filesystem::path path = resolveRelativePath(reader.file.path, name);
  const double h = reader.scene.world.methodSettings.interactionRadius;
  const double cell = o.number("cell", {1e-4, 1.0}, std::max(h / 2, kSmallestCell));
  const bool scaled = figure || o.find("height");
  const auto height = static_cast<float>(o.number("height", {1e-3, 100.0}, kFigureHeight));
  std::error_code ignored;
  if (!figure && !std::filesystem::exists(path, ignored))
    o.file().fail(o.lineOf("file"), fmt::format("there is no mesh file {}", path.string()));
  if (name == "bunny" && !hasScannedBunny())
    reader.scene.notes.emplace_back(
        "the scanned Stanford bunny is not installed; a procedural bunny replaces it");
  ShapeSpec spec;
  spec.solid.kind = kind;
  if (!reader.buildShapes) return spec;
  return o.file().at(o.lineOf("file"), [&] {
    Mesh mesh = figure ? loadBuiltinMesh(name) : loadMesh(path);
    if (scaled) standWithHeight(mesh, height);
    if (kind == SolidShape::SolidKind::Mesh) spec.volume = enclosedVolume(mesh);
    spec.solid.mesh = std::make_shared<const Mesh>(std::move(mesh));
    spec.shape = makeDistance(spec.solid, static_cast<float>(cell), userCacheFolder() / "distance");
    return spec;
  });
}

}  // namespace

std::filesystem::path resolveRelativePath(const std::filesystem::path& file,
                                          const std::filesystem::path& relative) {
  return relative.is_absolute() ? relative : file.parent_path() / relative;
}

ShapeSpec readShape(SceneReader& reader, const JsonValue& value, ShapeUse use) {
  struct ShapeRow {
    std::string_view key, what;
    std::vector<std::string_view> keys;
    ShapeSpec (*read)(const JsonObject&);  // reads the shape; null: the shape is read from a mesh file
    bool ofLiquid;
  };
  static const std::vector<ShapeRow> kRows{
      {"sphere", "a sphere", {"radius"}, readSphere, true},
      {"box", "a box", {"half_extents"}, readBox, true},
      {"capsule", "a capsule", {"radius", "length"}, readCapsule, true},
      {"cylinder", "a cylinder", {"radius", "height"}, readCylinder, true},
      {"ellipsoid", "an ellipsoid", {"semi_axes"}, readEllipsoid, true},
      {"mesh", "a mesh", {"file", "height", "cell"}, nullptr, true},
      {"plane", "a plane", {"normal"}, readPlane, false},
      {"tank", "a tank", {"half_extents", "open_top"}, readTank, false},
      {"cup", "a cup", {"radius", "height", "wall"}, readCup, false},
      {"mould", "a mould", {"file", "height", "cell"}, nullptr, false}};
  std::vector<std::string_view> kinds;
  for (const ShapeRow& row : kRows)
    if (row.ofLiquid || use == ShapeUse::Body) kinds.push_back(row.key);
  const JsonObject object(reader.file, value, "a shape", kinds);
  if (value.members.size() != 1)
    object.fail(fmt::format("a shape must have exactly one of the keys {}", fmt::join(kinds, ", ")));
  const JsonValue::Member& member = value.members.front();
  const ShapeRow& row =
      *std::find_if(kRows.begin(), kRows.end(), [&](const ShapeRow& r) { return r.key == member.key; });
  const JsonObject content(reader.file, member.value, row.what, row.keys);
  if (row.read) return row.read(content);
  return readMesh(reader, content,
                  row.key == "mould" ? SolidShape::SolidKind::Mould : SolidShape::SolidKind::Mesh);
}

Quat readRotation(const JsonObject& object) {
  const JsonValue* value = object.find("rotation");
  if (!value) return {1.f, 0.f, 0.f, 0.f};
  const JsonObject o(object.file(), *value, "a rotation", {"axis", "degrees"});
  const auto angle = static_cast<float>(o.number("degrees", {-36000, 36000}));
  return glm::angleAxis(glm::radians(angle), o.direction("axis"));
}

}  // namespace ooze
