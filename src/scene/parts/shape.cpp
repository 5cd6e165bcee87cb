// Shapes of bodies and liquids: solids given by their size, and meshes.
#include "base/file.h"
#include "geometry/mesh_work.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"

#include <algorithm>
#include <cmath>

namespace ooze::parts {
namespace {

using SolidKind = SolidShape::SolidKind;

constexpr double kSmallestCell =
    0.0015;  // finer distance grids cost time and memory without visible benefit [m]
constexpr float kFigureHeight = 0.2f;  // default height of a built-in mesh [m]

/// A length of which the shape stores the half.
struct TwiceALength : NumberKind {
  TwiceALength() : NumberKind(kLengthRange) {}
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, float& out) const {
    NumberKind::read(reader, value, key, out);
    out *= 0.5f;
  }
  Written write(const WriteContext&, float value) const { return shortest(2.f * value); }
};

template <class Kind>
MemberRow<ShapeEntry> sizeRow(std::string_view key, float Vec3::*axis, Kind kind, std::string_view text) {
  return member<ShapeEntry>(
             key, [axis](auto& s) -> auto& { return s.solid.size.*axis; }, kind, "m", text)
      .required();
}
MemberRow<ShapeEntry> extentsRow(std::string_view key) {
  return member<ShapeEntry>(
             key, [](auto& s) -> auto& { return s.solid.size; }, Vector{kLengthRange}, "m", "")
      .required();
}
std::vector<MemberRow<ShapeEntry>> meshRows() {
  using E = ShapeEntry;
  return {
      member("file", &E::file, TextKind(), "",
             "A mesh file beside the scene, or a built-in mesh: \"bunny\", \"moai\", \"armadillo\" or "
             "\"skeleton\".")
          .required(),
      member("height", &E::height, NumberKind(1e-3, 100), "m",
             "Scales the mesh to this height and places it on y = 0. Without a height the file's numbers "
             "are metres. Built-in meshes are then 0.2 m high."),
      member("cell", &E::cell, NumberKind(1e-4, 1), "m",
             "Grid spacing of the sampled signed distance. Default: h / 2, at least 0.0015. Thin walls of a "
             "body get a spacing of down to a quarter of this.")};
}

/// Refuses a mesh that is so large for the interaction radius that its unit must be another, before minutes
/// of sampling. The largest mesh of the shipped scenes has 9 million samples.
/// @param h  interaction radius [m]
void requireSuitableSize(const Mesh& mesh, double h, float cell) {
  constexpr double kMaxDefaultSamples = 32e6;
  const glm::dvec3 size(mesh.bounds().size()), samples = size / static_cast<double>(cell) + 1.0;
  if (samples.x * samples.y * samples.z <= kMaxDefaultSamples) return;
  throw InputError(
      fmt::format("the mesh is {:.3g} x {:.3g} x {:.3g} m, {:.3g} times \"h\": if it is in another unit, set "
                  "\"height\"; else set \"cell\" above {:.2g}",
                  size.x, size.y, size.z, std::max({size.x, size.y, size.z}) / h, cell));
}

void buildMesh(SceneReader& reader, const JsonObject& o, ShapeEntry& s) {
  const bool figure = isBuiltinMesh(s.file);
  const std::filesystem::path path = resolveRelativePath(reader.file.path, s.file);
  if (!figure) reader.scene.inputs.push_back(path);
  std::error_code ignored;
  if (!figure && !std::filesystem::exists(path, ignored))
    o.file().fail(o.lineOf("file"), fmt::format("there is no mesh file {}", path.string()));
  if (s.file == "bunny" && !hasScannedBunny())
    reader.scene.notes.emplace_back(
        "the scanned Stanford bunny is not installed; a procedural bunny replaces it");
  if (!reader.buildShapes) return;
  const WorldSpec& world = reader.scene.world;
  const double h = world.methodSettings.interactionRadius;
  const float cell = s.cell.value_or(static_cast<float>(std::max(h / 2, kSmallestCell)));
  o.file().at(o.lineOf("file"), [&] {
    const bool isObstacle = s.isObstacle && s.solid.kind == SolidKind::Mesh;
    SampledMesh& sampled =
        reader.meshFiles[{figure ? s.file : path.string(), s.height.value_or(0.f), cell, isObstacle}];
    if (!sampled.shape) {
      Mesh mesh = figure ? loadBuiltinMesh(s.file) : loadMesh(path);
      if (figure || s.height) standWithHeight(mesh, s.height.value_or(kFigureHeight));
      if (!s.cell) requireSuitableSize(mesh, h, cell);
      sampled = sampleMesh(std::move(mesh),
                           {.cell = cell,
                            .cacheFolder = userCacheFolder() / "distance",
                            .isObstacle = isObstacle,
                            .interactionRadius = static_cast<float>(h),
                            .leastWall = leastWall(findMethod(world.method), world.methodSettings)});
      if (!sampled.note.empty())
        reader.scene.notes.push_back(
            fmt::format("{}mesh \"{}\": {}", placeOf(reader, o.lineOf("file")), s.file, sampled.note));
    }
    s.solid.mesh = sampled.mesh;
    s.shape = s.solid.kind == SolidKind::Mould ? makeComplement(sampled.shape) : sampled.shape;
    if (s.solid.kind == SolidKind::Mesh) s.volume = sampled.volume;
  });
}

/// Builds a shape that needs no mesh.
void buildSolid(SceneReader& reader, int line, ShapeEntry& s) {
  reader.file.at(line, [&] {
    const bool endless = s.solid.kind == SolidKind::Plane || s.solid.kind == SolidKind::Tank;
    if (s.solid.kind == SolidKind::Sphere) s.solid.size = Vec3(s.solid.size.x);
    if (s.solid.kind == SolidKind::Plane) s.solid.size = s.normal;
    const WorldSpec& world = reader.scene.world;
    const float least = s.isObstacle ? leastWall(findMethod(world.method), world.methodSettings) : 0.f;
    const SolidShape acts = withLeastWall(s.solid, least);
    s.shape = makeDistance(acts);
    if (acts.size != s.solid.size)
      reader.scene.notes.push_back(
          fmt::format("{}this solid is thin for h = {:.3g} mm and acts {:.3g} mm thick",
                      placeOf(reader, line), 1e3 * world.methodSettings.interactionRadius, 1e3f * least));
    s.volume = endless ? 0.0 : massProperties(s.solid).volume;
  });
}

/// A kind of shape.
struct ShapeRow {
  std::string_view key;
  SolidKind kind;
  Part<ShapeEntry> part;
  std::string_view fault;  ///< the member whose line a message names
  bool ofLiquid;
};

const std::vector<ShapeRow>& shapeRows() {
  using E = ShapeEntry;
  constexpr auto x = &Vec3::x, y = &Vec3::y, z = &Vec3::z;
  const NumberKind length(kLengthRange);
  static const std::vector<ShapeRow> kRows{
      {"sphere", SolidKind::Sphere, {"", "a sphere", "", {sizeRow("radius", x, length, "")}}, "radius", true},
      {"box", SolidKind::Box, {"", "a box", "", {extentsRow("half_extents")}}, "half_extents", true},
      {"capsule",
       SolidKind::Capsule,
       {"",
        "a capsule",
        "A cylinder along y with round ends.",
        {sizeRow("radius", x, length, ""),
         sizeRow("length", y, TwiceALength(), "Length of the straight part.")}},
       "radius",
       true},
      {"cylinder",
       SolidKind::Cylinder,
       {"",
        "a cylinder",
        "A cylinder along y with flat ends.",
        {sizeRow("radius", x, length, ""), sizeRow("height", y, TwiceALength(), "")}},
       "radius",
       true},
      {"ellipsoid",
       SolidKind::Ellipsoid,
       {"", "an ellipsoid", "", {extentsRow("semi_axes")}},
       "semi_axes",
       true},
      {"mesh",
       SolidKind::Mesh,
       {"", "a mesh", "The inside of a closed mesh.", meshRows(), buildMesh},
       "",
       true},
      {"plane",
       SolidKind::Plane,
       {"",
        "a plane",
        "Everything below a plane is solid.",
        {member("normal", &E::normal, Direction(), "", "Direction out of the solid.")}},
       "normal",
       false},
      {"tank",
       SolidKind::Tank,
       {"",
        "a tank",
        "Everything outside a box is solid.",
        {extentsRow("half_extents"), member<E>(
                                         "open_top", [](auto& s) -> auto& { return s.solid.openTop; }, Flag(),
                                         "", "Whether the tank has no lid.")}},
       "half_extents",
       false},
      {"cup",
       SolidKind::Cup,
       {"",
        "a cup",
        "A cylinder along y, open upward.",
        {sizeRow("radius", x, length, "Outer radius."), sizeRow("height", y, TwiceALength(), ""),
         sizeRow("wall", z, length, "Thickness of wall and floor, less than the radius and the height.")}},
       "wall",
       false},
      {"mould",
       SolidKind::Mould,
       {"", "a mould", "Everything outside a closed mesh is solid.", meshRows(), buildMesh},
       "",
       false}};
  return kRows;
}

}  // namespace

std::filesystem::path requireShortPath(std::string_view text, const std::filesystem::path& path,
                                       const std::filesystem::path& file) {
  std::error_code unknown;
  if (text.size() > kMaxQuotedBytes && !std::filesystem::exists(path, unknown))
    throw InputError(fmt::format("{}: there is no {}", file.string(), quoteText(text)));
  return path;
}

std::filesystem::path resolveRelativePath(const std::filesystem::path& file,
                                          const std::filesystem::path& relative) {
  const std::filesystem::path path = relative.is_absolute() ? relative : file.parent_path() / relative;
  return requireShortPath(relative.native(), path, file);
}

void ShapeKind::read(SceneReader& reader, const JsonValue& value, std::string_view, ShapeEntry& out) const {
  std::vector<std::string_view> kinds;
  for (const ShapeRow& row : shapeRows())
    if (row.ofLiquid || ofBody) kinds.push_back(row.key);
  const JsonObject object(reader.file, value, "a shape", kinds);
  if (value.members.size() != 1)
    object.fail(fmt::format("a shape must have exactly one of the keys {}", fmt::join(kinds, ", ")));
  const JsonValue::Member& only = value.members.front();
  const ShapeRow& row = *std::ranges::find(shapeRows(), only.key, &ShapeRow::key);
  out.solid.kind = row.kind;
  out.isObstacle = ofBody;
  const JsonObject content(reader.file, only.value, row.part.what, row.part.keys());
  readRows(reader, content, row.part, out);
  if (!row.part.check) buildSolid(reader, content.lineOf(row.fault), out);
}

Written ShapeKind::write(const WriteContext& context, const ShapeEntry& entry) const {
  const ShapeRow& row = *std::ranges::find(shapeRows(), entry.solid.kind, &ShapeRow::kind);
  return Json{{row.key, writePart(context, row.part, entry)}};
}

Json ShapeKind::schema(Json& definitions) const {
  const std::string name = ofBody ? "body_shape" : "liquid_shape";
  Json& shape = definitions[name] = {
      {"description", ofBody ? "Exactly one of these solids." : "Exactly one of these shapes."},
      {"type", "object"},
      {"properties", Json::object()},
      {"additionalProperties", false},
      {"minProperties", 1},
      {"maxProperties", 1}};
  Json inner;
  for (const ShapeRow& row : shapeRows())
    if (row.ofLiquid || ofBody) shape["properties"][std::string(row.key)] = schemaOf(row.part, inner);
  return {{"$ref", "#/$defs/" + name}};
}

}  // namespace ooze::parts
