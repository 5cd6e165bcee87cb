// The top level of a scene file.
#include "scene/parts/parts.h"
#include "world/parts/deepest_column.h"
#include "world/substeps.h"

namespace ooze::parts {
namespace {

constexpr int kSceneVersion = 1;
constexpr NumberRange kRadii{5e-4, 1.0};  // allowed interaction radii [m]

const ParameterInfo& settingRow(std::string_view key) {
  const std::vector<ParameterInfo>& rows = worldParameters();
  return rows[findParameter(rows, key)];
}

/// The gravity, whose components are settings of the world.
struct Gravity {
  Vector vector{{-1e6, 1e6}};

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, WorldSettings& out) const {
    Vec3 g;
    vector.read(reader, value, key, g);
    reader.file.at(value.line, [&] {
      requireInRange(settingRow("gravity_x"), g.x);
      requireInRange(settingRow("gravity_y"), g.y);
      requireInRange(settingRow("gravity_z"), g.z);
    });
    out.gravityX = g.x, out.gravityY = g.y, out.gravityZ = g.z;
  }
  Written write(const WriteContext&, const WorldSettings& s) const {
    return shortest(Vec3(s.gravityX, s.gravityY, s.gravityZ));
  }
  Json schema(Json& definitions) const {
    const ParameterInfo& row = settingRow("gravity_y");
    return Vector{{row.lower, row.upper}}.schema(definitions);
  }
};

/// A switch that the world's settings store as a number.
struct Switch : Flag {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, float& out) const {
    bool on = false;
    Flag::read(reader, value, key, on);
    out = on ? 1.f : 0.f;
  }
  Written write(const WriteContext&, float value) const { return value >= 0.5f; }
};

/// The number of substeps; 0 for "auto".
struct Substeps {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, float& out) const {
    if (value.kind == JsonValue::JsonKind::String && value.text == "auto") return;
    if (value.kind != JsonValue::JsonKind::Number)
      reader.file.fail(value.line, "\"substeps\" must be a whole number or \"auto\"");
    const std::uint64_t count = Count{1, 1e6}.valueOf(reader.file, value, key);
    reader.file.at(value.line, [&] { requireInRange(settingRow(key), static_cast<double>(count)); });
    out = static_cast<float>(count);
  }
  Written write(const WriteContext&, float value) const {
    return value < 1.f ? Json("auto") : Json(static_cast<int>(value));
  }
  Json schema(Json& definitions) const {
    return {{"oneOf", {{{"const", "auto"}}, Count{1, settingRow("substeps").upper}.schema(definitions)}}};
  }
};

const Part<Aabb>& domainPart() {
  static const Part<Aabb> kPart{"", "a domain", "", boxRows(true),
                                [](SceneReader&, const JsonObject& o, Aabb& box) { requireBox(o, box); }};
  return kPart;
}

const Part<MethodSettings>& compressionPart() {
  using S = MethodSettings;
  static const Part<S> kPart{
      "",
      "compression",
      "",
      {member("limit", &S::compressionLimit, NumberKind(0.001, 0.9), "1", "Largest relative compression.")
           .required(),
       member("depth", &S::compressionDepth, NumberKind(kLengthRange), "m", "").required()}};
  return kPart;
}

const Part<ThumbnailSpec>& thumbnailPart() {
  using T = ThumbnailSpec;
  static const Part<T> kPart{"",
                             "a thumbnail",
                             "",
                             {member("time", &T::time, NumberKind(0, 86400), "s", ""),
                              member("camera", &T::camera, Nested<CameraSpec>{cameraPart}, "", "")}};
  return kPart;
}

/// Warns if a scene sets fewer fixed substeps than its method needs for stability. The author may choose so
/// in a file; the window refuses edits that exceed the fixed number of substeps.
void warnIfTooFewSubsteps(SceneReader& reader, const JsonObject& o, Scene& scene) {
  const WorldSpec& world = scene.world;
  const WorldSettings& s = world.settings;
  if (s.substeps < 1.f) return;
  const SubstepNeed need = substepsFor(world.method, world.methodSettings, world.materials,
                                       {s.gravityX, s.gravityY, s.gravityZ}, world.framesPerSecond);
  if (need.count <= static_cast<int>(s.substeps)) return;
  scene.notes.push_back(
      fmt::format("{}\"substeps\" is {:.0f}, but {} needs {} a frame to stay stable; \"auto\" chooses enough",
                  placeOf(reader, o.lineOf("substeps")), s.substeps, need.limit, need.count));
}

/// Measures the scene's deepest column, and says what the limit of compression costs there.
void limitCompression(SceneReader& reader, const JsonObject& o, Scene& scene) {
  WorldSpec& world = scene.world;
  const WorldSettings& s = world.settings;
  if (reader.buildShapes) setDeepestColumn(world);
  warnIfTooFewSubsteps(reader, o, scene);
  if (world.methodSettings.compressionLimit > 0.f || !(world.methodSettings.deepestColumn > 0.f)) return;
  const auto steps = [&](const MethodSettings& settings) {
    return substepsFor(world.method, settings, world.materials, {s.gravityX, s.gravityY, s.gravityZ},
                       world.framesPerSecond)
        .count;
  };
  MethodSettings free = world.methodSettings;
  free.deepestColumn = 0.f;
  const int now = steps(world.methodSettings), before = steps(free);
  if (now > before)
    scene.notes.push_back(fmt::format(
        "the weight of {:.3g} m of liquid would compress the liquid by more than 3 %, so the liquid is made "
        "stiffer, and a frame takes {} steps instead of {}; \"compression\" sets another limit",
        world.methodSettings.deepestColumn, now, before));
}

}  // namespace

std::string placeOf(const SceneReader& reader, int line) {
  return fmt::format("{}:{}: ", reader.scene.file.string(), line);
}

std::vector<MemberRow<WorldSettings>> settingsRows() {
  using S = WorldSettings;
  return {member<S>(
              "gravity", [](auto& s) -> auto& { return s; }, Gravity(), "m/s^2", ""),
          member("sleep", &S::sleep, Switch(), "",
                 "Whether the world sleeps after half a second at rest, until something disturbs it."),
          member("substeps", &S::substeps, Substeps(), "",
                 "Time steps per frame. \"auto\" takes the smallest stable number.")};
}

const Part<Scene>& scenePart() {
  using S = Scene;
  static const Part<S> kPart{
      "",
      "a scene",
      "Units are metres, seconds and kilograms. The y axis points up.",
      rowsOf<S>(
          versionRow<S>(kSceneVersion, "scene"),
          member("title", &S::title, TextKind(), "", "Title for people, without the method."),
          member("description", &S::description, TextKind(), "", "One to three short sentences."),
          member("figure", &S::figure, TextKind(), "", "The figure of the paper that the scene reproduces."),
          member("thumbnail", &S::thumbnail, Nested<ThumbnailSpec>{thumbnailPart}, "",
                 "The time and camera of the scene's thumbnail."),
          member("duration", &S::duration, NumberKind(0.01, 86400), "s", "Suggested length of the run."),
          member("camera", &S::camera, Nested<CameraSpec>{cameraPart}, "",
                 "The camera when the scene opens."),
          member<S>(
              "method", [](auto& s) -> auto& { return s.world.method; }, MethodKey(), "",
              "The method of simulation."),
          member("look", &S::look, Nested<LookSpec>{lookPart}, "",
                 "View, colours and light when the scene opens."),
          member<S>(
              "h", [](auto& s) -> auto& { return s.world.methodSettings.interactionRadius; },
              ByDetail{kRadii}, "m", "Interaction radius: one value, or one value for each detail.")
              .required(),
          member<S>(
              "compression", [](auto& s) -> auto& { return s.world.methodSettings; },
              Nested<MethodSettings>{compressionPart}, "",
              "Largest compression of a column at rest with this depth. Softer materials are stiffened, or "
              "steps are shortened. Without the key: 3 % for the deepest column of liquid at the start."),
          rowsWithin<S>(
              settingsRows(), [](auto& s) -> auto& { return s.world.settings; }),
          member<S>(
              "fps", [](auto& s) -> auto& { return s.world.framesPerSecond; }, NumberKind(1, 1000), "1/s",
              "Frames per second."),
          member<S>(
              "seed", [](auto& s) -> auto& { return s.world.seed; }, Count{0, 1e18}, "",
              "Seed of all random numbers."),
          member<S>(
              "particle_limit", [](auto& s) -> auto& { return s.world.particleLimit; },
              Count{1, static_cast<double>(kParticleLimit)}, "", "Most particles at a time."),
          member<S>(
              "domain", [](auto& s) -> auto& { return s.world.domain; }, Nested<Aabb>{domainPart}, "",
              "Particles that leave this box are removed. Without a domain the world has no bounds."),
          listRow("materials", materialPart, readMaterials, "Liquids. At least one.").required(),
          listRow("bodies", bodyPart, readBodies, "Solids."),
          listRow("characters", characterPart, readCharacters, "Mannequins that stand, walk or dance."),
          listRow("pairs", pairPart, readPairs,
                  "Functions between materials, and between materials and solids."),
          listRow("liquids", liquidPart, readLiquids, "Volumes of liquid at the start."),
          listRow("emitters", emitterPart, readEmitters, "Nozzles and showers."),
          listRow(
              "controls", controlPart, readControls,
              "Control particles, for methods that support them. If hard controls contradict each other, the "
              "later one wins."),
          member<S>(
              "window", [](auto& s) -> auto& { return s.world.window; }, Nested<WindowSpec>{windowPart}, "",
              "The box of the simulation; for methods on a grid."),
          listRow("bands", bandPart, readBands, "Boxes whose liquid is recorded for other scenes."),
          listRow("sources", sourcePart, readSources, "Liquid that enters through bands of other scenes."),
          listRow("timeline", timelinePart, readTimeline, "Commands, in ascending order of time.")),
      limitCompression,
      [](Json& schema) { schema["properties"]["materials"]["minItems"] = 1; }};
  return kPart;
}

Scene readScene(const std::string& text, const std::filesystem::path& path, Detail detail, bool buildShapes) {
  const JsonFile file = parseJson(text, path);
  Scene scene;
  scene.name = path.stem().string();
  scene.title = scene.name;
  scene.file = path;
  scene.source = text;
  scene.detail = detail;
  SceneReader reader{file, scene, buildShapes};
  readPart(reader, file.root, scenePart(), scene);
  return scene;
}

}  // namespace ooze::parts
