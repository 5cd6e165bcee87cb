#include "ooze/world/quantity.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/light_parameters.h"
#include "scene/readers.h"
#include "scene/scene_conversion.h"
#include "world/substeps.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ooze {
namespace {

constexpr int kSceneVersion = 1;
constexpr NumberRange kRadii{5e-4, 1.0};  // allowed interaction radii [m]

const std::vector<std::string_view>& detailWords() {
  static const std::vector<std::string_view> words{"coarse", "medium", "fine"};
  return words;
}

void readSettings(const JsonObject& o, WorldSettings& settings) {
  const auto check = [&](std::string_view key, double value, int line) {
    const auto& rows = worldParameters();
    o.file().at(line, [&] { requireInRange(rows[findParameter(rows, key)], value); });
  };
  const Vec3 g =
      o.vector("gravity", {-1e6, 1e6}, Vec3(settings.gravityX, settings.gravityY, settings.gravityZ));
  check("gravity_x", g.x, o.lineOf("gravity"));
  check("gravity_y", g.y, o.lineOf("gravity"));
  check("gravity_z", g.z, o.lineOf("gravity"));
  settings.gravityX = g.x, settings.gravityY = g.y, settings.gravityZ = g.z;

  settings.sleep = o.boolean("sleep", settings.sleep >= 0.5f) ? 1.f : 0.f;
  const JsonValue* substeps = o.find("substeps");
  if (!substeps || (substeps->kind == JsonValue::JsonKind::String && substeps->text == "auto")) return;
  if (substeps->kind != JsonValue::JsonKind::Number)
    o.file().fail(substeps->line, "\"substeps\" must be a whole number or \"auto\"");
  const auto n = o.count("substeps", {1, 1e6});
  check("substeps", static_cast<double>(n), substeps->line);
  settings.substeps = static_cast<float>(n);
}

/// Warns if a scene sets fewer fixed substeps than its method needs for stability. The author may choose so
/// in a file; the window refuses edits that exceed the fixed number of substeps.
void warnIfTooFewSubsteps(const JsonObject& o, Scene& scene) {
  const WorldSpec& world = scene.world;
  const WorldSettings& s = world.settings;
  if (s.substeps < 1.f) return;
  const SubstepNeed need = substepsFor(world.method, world.methodSettings, world.materials,
                                       {s.gravityX, s.gravityY, s.gravityZ}, world.framesPerSecond);
  if (need.count <= static_cast<int>(s.substeps)) return;
  scene.notes.push_back(fmt::format(
      "{}:{}: \"substeps\" is {:.0f}, but {} needs {} a frame to stay stable; \"auto\" chooses enough",
      scene.file.string(), o.lineOf("substeps"), s.substeps, need.limit, need.count));
}

void readDomain(const JsonObject& scene, WorldSpec& world) {
  const JsonValue* value = scene.find("domain");
  if (!value) return;
  const JsonObject o(scene.file(), *value, "a domain", {"lower", "upper"});
  const Aabb box{o.vector("lower", kPositionRange), o.vector("upper", kPositionRange)};
  if (!glm::all(glm::lessThan(box.lower, box.upper)))
    o.fail("\"lower\" must be below \"upper\" on every axis");
  world.domain = box;
}

void readCompression(const JsonObject& scene, MethodSettings& settings) {
  const JsonValue* value = scene.find("compression");
  if (!value) return;
  const JsonObject o(scene.file(), *value, "compression", {"limit", "depth"});
  settings.compressionLimit = static_cast<float>(o.number("limit", {0.001, 0.9}));
  settings.compressionDepth = static_cast<float>(o.number("depth", kLengthRange));
}

CameraSpec readCamera(const JsonObject& owner) {
  CameraSpec camera;
  const JsonValue* value = owner.find("camera");
  if (!value) return camera;
  const JsonObject o(owner.file(), *value, "a camera", {"eye", "target", "field_of_view"});
  camera.eye = o.vector("eye", kPositionRange, camera.eye);
  camera.target = o.vector("target", kPositionRange, camera.target);
  camera.fieldOfView = static_cast<float>(o.number("field_of_view", {5, 120}, camera.fieldOfView));
  if (glm::distance(camera.eye, camera.target) < 1e-4f)
    o.fail("the camera's eye and target are at the same point");
  return camera;
}

ThumbnailSpec readThumbnail(const JsonObject& scene) {
  ThumbnailSpec thumbnail;
  const JsonValue* value = scene.find("thumbnail");
  if (!value) return thumbnail;
  const JsonObject o(scene.file(), *value, "a thumbnail", {"time", "camera"});
  thumbnail.time = o.number("time", {0, 86400}, 0.0);
  if (o.find("camera")) thumbnail.camera = readCamera(o);
  return thumbnail;
}

LightSpec readLight(const JsonObject& look) {
  LightSpec light;
  const JsonValue* value = look.find("light");
  if (!value) return light;
  const JsonObject o(look.file(), *value, "a light", {"turn", "height", "brightness", "colour", "exposure"});
  for (const LightParameter& n : kLightParameters)
    light.*n.member = static_cast<float>(o.number(n.key, {n.lower, n.upper}, light.*n.member));
  light.colour = o.colour("colour", light.colour);
  return light;
}

LookSpec readLook(const JsonObject& scene, const MethodRow& method) {
  LookSpec look;
  const JsonValue* value = scene.find("look");
  if (!value) return look;
  const JsonObject o(scene.file(), *value, "a look", {"view", "colour", "background", "light", "spray"});
  const std::vector<std::string_view> views{"surface", "tracked", "skin", "spheres", "points"};
  const std::vector<std::string_view> backgrounds{"studio", "sky", "dark", "white"};
  look.view = views[o.word("view", views, 0)];
  std::vector<std::string_view> colours;
  for (const Field& field : quantitiesOf(method)) colours.push_back(field.key);
  if (o.find("colour")) look.colour = colours[o.word("colour", colours)];
  const JsonValue* background = o.find("background");
  if (background && background->kind == JsonValue::JsonKind::String && isPanorama(o.text("background")))
    look.panorama = findPanorama(o.text("background"), scene.file().path.parent_path());
  else
    look.background = backgrounds[o.word("background", backgrounds, 0)];
  look.light = readLight(o);
  look.spray = static_cast<float>(o.number("spray", {0, 1}, look.spray));
  return look;
}

Scene openScene(std::string_view nameOrPath, Detail detail, std::string_view method, bool buildShapes) {
  const auto path = findAssetFile(nameOrPath, "scene", "scenes");
  const std::string text = readText(path);
  if (!method.empty()) {
    (void)findMethod(method);
    const Scene own = readScene(text, path, detail, false);
    if (own.world.method != method) {
      const ConvertedScene retold = convertToMethod(own, method);
      Scene scene = readScene(retold.text, path, detail, buildShapes);
      if (!retold.omitted.empty())
        scene.notes.push_back(fmt::format("\"{}\" with the method \"{}\" leaves out: {}", scene.title,
                                          findMethod(method).title, fmt::join(retold.omitted, ", ")));
      return scene;
    }
  }
  return readScene(text, path, detail, buildShapes);
}

}  // namespace

Detail parseDetail(std::string_view word) {
  const auto& words = detailWords();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<Detail>(i);
  throw InputError(fmt::format("detail must be coarse, medium or fine, not \"{}\"{}", word,
                               suggestion(word, {words.begin(), words.end()})));
}

std::string_view detailWord(Detail detail) { return detailWords()[static_cast<std::size_t>(detail)]; }

float readByDetail(const JsonObject& object, std::string_view key, Detail detail, NumberRange range) {
  const JsonValue& value = object.require(key);
  if (value.kind != JsonValue::JsonKind::Object)
    return static_cast<float>(readNumber(object.file(), value, key, range));
  const JsonObject levels(object.file(), value, key, detailWords());
  float chosen = 0.f;
  for (std::size_t i = 0; i < detailWords().size(); ++i) {
    const auto level = static_cast<float>(levels.number(detailWords()[i], range));
    if (i == static_cast<std::size_t>(detail)) chosen = level;
  }
  return chosen;
}

Scene readScene(const std::string& text, const std::filesystem::path& path, Detail detail, bool buildShapes) {
  const JsonFile file = parseJson(text, path);
  const JsonObject o(
      file, file.root, "a scene",
      {"version",     "title",     "description", "figure",  "method",   "h",      "gravity",
       "fps",         "substeps",  "sleep",       "seed",    "duration", "domain", "particle_limit",
       "compression", "materials", "pairs",       "liquids", "emitters", "bodies", "characters",
       "controls",    "window",    "bands",       "sources", "timeline", "camera", "look",
       "thumbnail"});
  if (o.count("version", {1, 1e6}) != kSceneVersion)
    file.fail(o.lineOf("version"), fmt::format("this Ooze reads version {} of scene files", kSceneVersion));
  Scene scene;
  scene.name = path.stem().string();
  scene.file = path;
  scene.source = text;
  scene.detail = detail;
  scene.title = o.text("title", scene.name);
  scene.description = o.text("description", "");
  scene.figure = o.text("figure", "");
  scene.thumbnail = readThumbnail(o);
  scene.duration = o.number("duration", {0.01, 86400}, scene.duration);
  scene.camera = readCamera(o);

  WorldSpec& world = scene.world;
  world.method = o.text("method", world.method);
  file.at(o.lineOf("method"), [&] { (void)findMethod(world.method); });
  scene.look = readLook(o, findMethod(world.method));
  world.methodSettings.interactionRadius = readByDetail(o, "h", detail, kRadii);
  readCompression(o, world.methodSettings);
  readSettings(o, world.settings);
  world.framesPerSecond = o.number("fps", {1, 1000}, world.framesPerSecond);
  world.seed = o.count("seed", {0, 1e18}, world.seed);
  world.particleLimit =
      o.count("particle_limit", {1, static_cast<double>(kParticleLimit)}, world.particleLimit);
  readDomain(o, world);

  SceneReader reader{file, scene, buildShapes};
  if (!o.find("materials")) o.fail("a scene needs the key \"materials\"");
  readMaterials(reader, o.list("materials"));
  if (world.materials.empty()) file.fail(o.lineOf("materials"), "a scene needs at least one material");
  readBodies(reader, o.list("bodies"));
  readCharacters(reader, o.list("characters"));
  readPairs(reader, o);
  warnIfTooFewSubsteps(o, scene);
  readLiquids(reader, o.list("liquids"));
  readEmitters(reader, o.list("emitters"));
  readControls(reader, o.list("controls"));
  readWindow(reader, o);
  readBands(reader, o.list("bands"));
  refuseSourceCycle(reader, o);
  readSources(reader, o.list("sources"));
  readTimeline(reader, o.list("timeline"));
  return scene;
}

Scene parseScene(const std::string& text, const std::filesystem::path& file, Detail detail) {
  return readScene(text, file, detail, true);
}

Scene loadScene(std::string_view nameOrPath, Detail detail, std::string_view method) {
  return openScene(nameOrPath, detail, method, true);
}

Scene loadSceneWithoutShapes(std::string_view nameOrPath, Detail detail, std::string_view method) {
  return openScene(nameOrPath, detail, method, false);
}

std::vector<Listing> listScenes() {
  std::vector<Listing> listings;
  for (const auto& path : assetFiles("scenes")) {
    Listing listing = makeListing(Listing::ListingKind::Scene, path);
    try {
      const Scene scene = readScene(readText(path), path, Detail::Coarse, false);
      listing.title = scene.title;
      listing.description = scene.description;
      listing.figure = scene.figure;
      listing.method = scene.world.method;
      listing.colour = scene.world.materials.front().colour;
    } catch (const InputError& e) {
      listing.error = e.what();
    }
    listings.push_back(std::move(listing));
  }
  return listings;
}

}  // namespace ooze
