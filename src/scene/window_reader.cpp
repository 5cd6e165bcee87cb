// Reads the window of a scene, and the bands that the scene's runs write for other runs.
#include "scene/readers.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

// Number of cells that fit into about 20 GB of memory when all are full of liquid.
constexpr double kMaxWindowCells = 134'217'728;

/// Returns the side of the method's grid cells [m]. For a method without a grid, returns 0 and adds a warning
/// to the scene's notes.
float cellSideFor(const SceneReader& reader, std::string_view key, int line) {
  const WorldSpec& world = reader.scene.world;
  const MethodRow& method = findMethod(world.method);
  if (method.cellSide) return method.cellSide(world.methodSettings);
  reader.scene.notes.push_back(
      fmt::format("{}:{}: the method \"{}\" is not on a grid, so \"{}\" does nothing",
                  reader.scene.file.string(), line, method.title, key));
  return 0.f;
}

Aabb readLimits(const JsonObject& o) {
  const Aabb box{o.vector("lower", kPositionRange), o.vector("upper", kPositionRange)};
  if (!glm::all(glm::lessThan(box.lower, box.upper)))
    o.fail("\"lower\" must be below \"upper\" on every axis");
  return box;
}

void requireWindowFitsMemory(const JsonObject& o, const Aabb& box, float side) {
  if (!(side > 0.f)) return;
  const glm::dvec3 count = glm::ceil(glm::dvec3(box.size()) / static_cast<double>(side) - 1e-2);
  if (!(count.x * count.y * count.z <= kMaxWindowCells))
    o.fail(fmt::format("the window has {} x {} x {} cells, more than the {:.0f} that fit in memory", count.x,
                       count.y, count.z, kMaxWindowCells));
}

std::string readFollowed(const SceneReader& reader, const JsonObject& o) {
  std::string body = o.text("body", "");
  if (o.find("body") && !reader.bodies.contains(body))
    o.file().fail(o.lineOf("body"), fmt::format("the scene has no body \"{}\"{}", body,
                                                suggestion(body, namesOf(reader.scene.world.bodies))));
  return body;
}

}  // namespace

void readWindow(SceneReader& reader, const JsonObject& scene) {
  const JsonValue* value = scene.find("window");
  if (!value) return;
  const JsonObject o(reader.file, *value, "a window", {"lower", "upper", "body", "keys"});
  const float side = cellSideFor(reader, "window", value->line);
  WindowSpec window;
  window.body = readFollowed(reader, o);
  for (const JsonValue& item : o.list("keys")) {
    const JsonObject k(reader.file, item, "a key of a window", {"time", "lower", "upper"});
    const WindowKey key{k.number("time", kTimeRange), readLimits(k)};
    requireWindowFitsMemory(k, key.box, side);
    requireAscending(reader.file, item, window.keys, key);
    window.keys.push_back(key);
  }
  if (!window.keys.empty() && (o.find("lower") || o.find("upper")))
    o.fail("a window with \"keys\" takes \"lower\" and \"upper\" from them; remove the others");
  window.box = window.keys.empty() ? readLimits(o) : window.keys.front().box;
  requireWindowFitsMemory(o, window.box, side);
  reader.scene.world.window = std::move(window);
}

void readBands(SceneReader& reader, const std::vector<JsonValue>& list) {
  std::vector<BandSpec>& bands = reader.scene.world.bands;
  const float side = list.empty() ? 0.f : cellSideFor(reader, "bands", list.front().line);
  NameIndex names;
  for (const JsonValue& value : list) {
    const JsonObject o(reader.file, value, "a band", {"name", "lower", "upper"});
    BandSpec band;
    band.name = readName(o, names);
    names.add(band.name);
    if (band.name.find('/') != std::string::npos)
      o.file().fail(o.lineOf("name"), "the name of a band becomes a file name, so it must not contain \"/\"");
    band.box = readLimits(o);
    if (side > 0.f && cellsOf(band.box, side).count.x == 0)
      o.fail(fmt::format(
          "a band needs at least one cell along each axis, and {} in all at most; a cell is {:g} m wide",
          kMaxBandCells, side));
    bands.push_back(std::move(band));
  }
}

}  // namespace ooze
