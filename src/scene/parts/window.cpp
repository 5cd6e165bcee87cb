// The window of a scene, and the bands that the scene's runs write for other runs.
#include "scene/parts/parts.h"

namespace ooze::parts {
namespace {

// Number of cells that fit into about 20 GB of memory when all are full of liquid.
constexpr double kMaxWindowCells = 134'217'728;

/// Returns the side of the method's grid cells [m]; 0 for a method without a grid.
float cellSideOf(const SceneReader& reader) {
  const WorldSpec& world = reader.scene.world;
  const MethodRow& method = findMethod(world.method);
  return method.cellSide ? method.cellSide(world.methodSettings) : 0.f;
}

void requireWindowFitsMemory(const SceneReader& reader, const JsonObject& o, const Aabb& box) {
  const float side = cellSideOf(reader);
  if (!(side > 0.f)) return;
  const glm::dvec3 count = glm::ceil(glm::dvec3(box.size()) / static_cast<double>(side) - 1e-2);
  if (!(count.x * count.y * count.z <= kMaxWindowCells))
    o.fail(fmt::format("the window has {} x {} x {} cells, more than the {:.0f} that fit in memory", count.x,
                       count.y, count.z, kMaxWindowCells));
}

const Part<WindowKey>& windowKeyPart() {
  using K = WindowKey;
  static const Part<K> kPart{
      "", "a key of a window", "",
      rowsOf<K>(member("time", &K::time, Time(), "s", "").required(), rowsWithin<K>(boxRows(true), &K::box)),
      [](SceneReader& reader, const JsonObject& o, K& key) {
        requireBox(o, key.box);
        requireWindowFitsMemory(reader, o, key.box);
      }};
  return kPart;
}

void checkWindow(SceneReader& reader, const JsonObject& o, WindowSpec& window) {
  warnWithoutGrid(reader, "window", o.line());
  if (window.keys.empty()) {
    for (const std::string_view key : {"lower", "upper"}) (void)o.require(key);
    requireBox(o, window.box);
  } else if (o.find("lower") || o.find("upper")) {
    o.fail("a window with \"keys\" takes \"lower\" and \"upper\" from them; remove the others");
  } else {
    window.box = window.keys.front().box;
  }
  requireWindowFitsMemory(reader, o, window.box);
}

void checkBand(SceneReader& reader, const JsonObject& o, BandSpec& band) {
  if (band.name.find('/') != std::string::npos)
    o.file().fail(o.lineOf("name"), "the name of a band becomes a file name, so it must not contain \"/\"");
  requireBox(o, band.box);
  const float side = cellSideOf(reader);
  if (side > 0.f && cellsOf(band.box, side).count.x == 0)
    o.fail(fmt::format(
        "a band needs at least one cell along each axis, and {} in all at most; a cell is {:g} m wide",
        kMaxBandCells, side));
}

}  // namespace

std::vector<MemberRow<Aabb>> boxRows(bool required) {
  std::vector<MemberRow<Aabb>> rows{
      member("lower", &Aabb::lower, Vector{kPositionRange}, "m", "Corner with the smallest coordinates."),
      member("upper", &Aabb::upper, Vector{kPositionRange}, "m", "Corner with the largest coordinates.")};
  for (MemberRow<Aabb>& row : rows)
    if (required)
      row.presence = Presence::Required;
    else
      row.replacedBy = "keys";
  return rows;
}

void requireBox(const JsonObject& object, const Aabb& box) {
  if (!glm::all(glm::lessThan(box.lower, box.upper)))
    object.fail("\"lower\" must be below \"upper\" on every axis");
}

void warnWithoutGrid(SceneReader& reader, std::string_view key, int line) {
  const MethodRow& method = findMethod(reader.scene.world.method);
  if (!method.cellSide)
    reader.scene.notes.push_back(fmt::format("{}the method \"{}\" is not on a grid, so \"{}\" {} nothing",
                                             placeOf(reader, line), method.title, key,
                                             key == "sources" ? "do" : "does"));
}

const Part<WindowSpec>& windowPart() {
  using W = WindowSpec;
  static const Part<W> kPart{
      "window", "a window",
      "Liquid outside this box is removed, rounded to whole cells; for methods on a grid.",
      rowsOf<W>(member("body", &W::body, BodyName(), "",
                       "The box is relative to this body's position and follows the body in whole cells."),
                member("keys", &W::keys, KeyList<WindowKey>{windowKeyPart, KeyOrder::Ascending}, "",
                       "In ascending order of time. The corners are interpolated linearly between the keys, "
                       "which replace \"lower\" and \"upper\"."),
                rowsWithin<W>(boxRows(false), &W::box)),
      checkWindow};
  return kPart;
}

const Part<BandSpec>& bandPart() {
  using B = BandSpec;
  static const Part<B> kPart{
      "band", "a band",
      "A box whose liquid `ooze run --bands DIR` records for other scenes. A box is at least three cells "
      "thick.",
      rowsOf<B>(member("name", &B::name, Name(), "", "Name in files, without \"/\".").required(),
                rowsWithin<B>(boxRows(true), &B::box)),
      checkBand};
  return kPart;
}

void readBands(SceneReader& reader, const JsonValue& list) {
  std::vector<BandSpec>& bands = reader.scene.world.bands;
  if (!list.items.empty()) warnWithoutGrid(reader, "bands", list.items.front().line);
  UniqueNames names(reader.file);
  for (const JsonValue& item : itemsOf(reader.file, list, "bands")) {
    readPart(reader, item, bandPart(), bands.emplace_back());
    names.add(item, bands.back().name);
  }
}

}  // namespace ooze::parts
