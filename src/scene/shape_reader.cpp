#include "ooze/base/file.h"

#include "scene/assets.h"
#include "scene/readers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr double kSmallestCell = 0.0015;  // finer grids cost seconds and megabytes that nobody sees [m]
constexpr double kBunnyHeight = 0.2;      // [m]

double enclosedVolume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const glm::dvec3 a(mesh.positions[t[0]]), b(mesh.positions[t[1]]), c(mesh.positions[t[2]]);
    sum += glm::dot(a, glm::cross(b, c)) / 6;
  }
  return std::abs(sum);
}

ShapeSpec readSphere(const JsonObject& o) {
  const double radius = o.number("radius", kLengths);
  const auto r = static_cast<float>(radius);
  return {{nullptr, BodyLook::Kind::Sphere, Vec3(r)},
          makeSphere(r),
          4.0 / 3.0 * 3.14159265358979 * radius * radius * radius};
}

ShapeSpec readBox(const JsonObject& o) {
  const Vec3 half = o.vector("half_extents", kLengths);
  return {{nullptr, BodyLook::Kind::Box, half}, makeBox(half), 8.0 * half.x * half.y * half.z};
}

ShapeSpec readPlane(const JsonObject& o) {
  return {{nullptr, BodyLook::Kind::Plane, Vec3(1.f)},
          makePlane(o.direction("normal", Vec3(0.f, 1.f, 0.f))),
          0.0};
}

ShapeSpec readTank(const JsonObject& o) {
  const Vec3 half = o.vector("half_extents", kLengths);
  return {{nullptr, BodyLook::Kind::Tank, half}, makeTank(half, o.boolean("open_top", true)), 0.0};
}

ShapeSpec readMesh(SceneReader& reader, const JsonObject& o) {
  const std::string name = o.text("file");
  const bool bunny = name == "bunny";
  const std::filesystem::path path = besideFile(reader.file.path, name);
  const double h = reader.scene.world.methodSettings.interactionRadius;
  const double cell = o.number("cell", {1e-4, 1.0}, std::max(h / 2, kSmallestCell));
  const bool scaled = bunny || o.find("height");
  const auto height = static_cast<float>(o.number("height", {1e-3, 100.0}, kBunnyHeight));
  std::error_code ignored;
  if (!bunny && !std::filesystem::exists(path, ignored))
    o.file().fail(o.lineOf("file"), fmt::format("there is no mesh file {}", path.string()));
  if (bunny && !hasScannedBunny())
    reader.scene.notes.push_back(
        "the scanned Stanford bunny is not installed; a procedural one takes its place");
  ShapeSpec spec;
  spec.look.kind = BodyLook::Kind::Mesh;
  if (!reader.buildShapes) return spec;
  return o.file().at(o.lineOf("file"), [&] {
    Mesh mesh = bunny ? loadBunny() : loadMesh(path);
    if (scaled) standWithHeight(mesh, height);
    spec.volume = enclosedVolume(mesh);
    spec.shape = makeMeshDistance(mesh, static_cast<float>(cell), userCacheFolder() / "distance");
    spec.look.mesh = std::make_shared<const Mesh>(std::move(mesh));
    return spec;
  });
}

}  // namespace

std::filesystem::path besideFile(const std::filesystem::path& file, const std::filesystem::path& relative) {
  return relative.is_absolute() ? relative : file.parent_path() / relative;
}

ShapeSpec readShape(SceneReader& reader, const JsonValue& value, ShapeUse use) {
  std::vector<std::string_view> kinds{"sphere", "box", "mesh"};
  if (use == ShapeUse::Body) kinds.insert(kinds.end(), {"plane", "tank"});
  const JsonObject object(reader.file, value, "a shape", kinds);
  if (value.members.size() != 1)
    object.fail(fmt::format("a shape must have exactly one of the keys {}", fmt::join(kinds, ", ")));
  const auto& [kind, line, content] = value.members.front();
  if (kind == "sphere") return readSphere({reader.file, content, "a sphere", {"radius"}});
  if (kind == "box") return readBox({reader.file, content, "a box", {"half_extents"}});
  if (kind == "plane") return readPlane({reader.file, content, "a plane", {"normal"}});
  if (kind == "tank") return readTank({reader.file, content, "a tank", {"half_extents", "open_top"}});
  return readMesh(reader, {reader.file, content, "a mesh", {"file", "height", "cell"}});
}

Quat readRotation(const JsonObject& object) {
  const JsonValue* value = object.find("rotation");
  if (!value) return {1.f, 0.f, 0.f, 0.f};
  const JsonObject o(object.file(), *value, "a rotation", {"axis", "degrees"});
  const auto angle = static_cast<float>(o.number("degrees", {-36000, 36000}));
  return glm::angleAxis(glm::radians(angle), o.direction("axis"));
}

}  // namespace ooze
