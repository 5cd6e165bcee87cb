// Reads liquids, emitters and the timeline of a scene.
#include "scene/readers.h"
#include "world/commands/command_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr std::size_t kLargestDrop = 10'000;  // largest number of particles in a drop of a shower

std::vector<NozzleKey> readNozzleKeys(const JsonObject& emitter) {
  std::vector<NozzleKey> keys;
  for (const JsonValue& value : emitter.list("keys")) {
    const JsonObject o(emitter.file(), value, "a key of a nozzle", {"time", "position", "direction"});
    const NozzleKey key{o.number("time", kTimeRange), o.vector("position", kPositionRange),
                        o.direction("direction", Vec3(0.f, -1.f, 0.f))};
    requireAscending(emitter.file(), value, keys, key);
    keys.push_back(key);
  }
  return keys;
}

/// Reads the parameters that only a shower has.
void readShower(const JsonObject& o, EmitterSpec& emitter) {
  if (emitter.shape != NozzleShape::Shower) {
    for (const std::string_view key : {"coverage", "drop_radius"})
      if (o.find(key)) o.file().fail(o.lineOf(key), fmt::format("only a shower has the key \"{}\"", key));
    return;
  }
  emitter.coverage = static_cast<float>(o.number("coverage", {1e-5, 0.1}, emitter.coverage));
  emitter.dropRadius = static_cast<float>(o.number("drop_radius", {0, emitter.radius}, emitter.dropRadius));
}

/// Returns the edge of the cube that a particle of this material fills at rest [m].
double restSpacing(const WorldSpec& world, std::uint16_t material) {
  return findMethod(world.method).restSpacing(world.methodSettings, world.materials[material]);
}

/// Reads the arguments of a command: a number or a list of numbers. The target's own range is checked
/// afterwards.
std::vector<float> readNumbers(const JsonFile& file, const JsonValue& value) {
  constexpr NumberRange kAny{-1e30, 1e30};
  const auto read = [&](const JsonValue& v) { return static_cast<float>(readNumber(file, v, "to", kAny)); };
  if (value.kind != JsonValue::JsonKind::Array) return {read(value)};
  std::vector<float> values;
  for (const JsonValue& item : value.items) values.push_back(read(item));
  return values;
}

}  // namespace

std::string readName(const JsonObject& object, const NameIndex& taken, std::optional<std::string> fallback) {
  const std::string name = object.text("name", std::move(fallback));
  const int line = object.lineOf("name");
  if (name.empty() || name.find('=') != std::string::npos)
    object.file().fail(line, "a name must not be empty and must not contain \"=\"");
  if (taken.contains(name)) object.file().fail(line, fmt::format("the name \"{}\" is taken already", name));
  return name;
}

std::uint16_t readMaterialIndex(const SceneReader& reader, const JsonObject& object) {
  const auto& materials = reader.scene.world.materials;
  if (materials.empty()) object.fail("the scene has no materials");
  if (!object.find("material") && materials.size() == 1) return 0;
  const std::string name = object.text("material");
  if (const auto found = reader.materials.find(name)) return static_cast<std::uint16_t>(*found);
  object.file().fail(object.lineOf("material"), fmt::format("the scene has no material \"{}\"{}", name,
                                                            suggestion(name, namesOf(materials))));
}

void readLiquids(SceneReader& reader, const std::vector<JsonValue>& list) {
  WorldSpec& world = reader.scene.world;
  NameIndex names;
  double particles = 0;
  for (const JsonValue& value : list) {
    const JsonObject o(
        reader.file, value, "a liquid",
        {"name", "material", "shape", "position", "rotation", "scale", "velocity", "sampling"});
    LiquidVolume liquid;
    liquid.name = readName(o, names, fmt::format("liquid {}", world.liquids.size() + 1));
    names.add(liquid.name);
    liquid.material = readMaterialIndex(reader, o);
    const ShapeSpec shape = readShape(reader, o.require("shape"), ShapeUse::Liquid);
    liquid.shape = shape.shape;
    liquid.pose = {o.vector("position", kPositionRange, Vec3(0.f)), readRotation(o)};
    liquid.scale = o.vector("scale", {0.01, 100}, Vec3(1.f));
    liquid.velocity = o.vector("velocity", kSpeedRange, Vec3(0.f));
    liquid.sampling = static_cast<Sampling>(o.word("sampling", {"lattice", "blue_noise", "settled"}, 1));

    // The particle limit is checked before memory is allocated.
    const double spacing = restSpacing(world, liquid.material);
    particles +=
        shape.volume * liquid.scale.x * liquid.scale.y * liquid.scale.z / (spacing * spacing * spacing);
    if (particles > static_cast<double>(world.particleLimit))
      o.fail(fmt::format("with \"{}\" the scene would hold about {:.3g} particles; its limit is {}",
                         liquid.name, particles, world.particleLimit));
    world.liquids.push_back(std::move(liquid));
  }
}

void readEmitters(SceneReader& reader, const std::vector<JsonValue>& list) {
  WorldSpec& world = reader.scene.world;
  NameIndex names;
  for (const JsonValue& value : list) {
    const JsonObject o(
        reader.file, value, "an emitter",
        {"name", "material", "shape", "radius", "coverage", "drop_radius", "position", "direction", "keys",
         "speed", "start", "stop", "particle_limit", "volume_limit", "enabled"});
    EmitterSpec emitter;
    emitter.name = readName(o, names, emitter.name);
    names.add(emitter.name);
    emitter.material = readMaterialIndex(reader, o);
    emitter.shape = static_cast<NozzleShape>(o.word("shape", {"disc", "square", "shower"}, 0));
    emitter.radius = static_cast<float>(o.number("radius", {1e-4, 1}));
    readShower(o, emitter);
    const auto spacing = static_cast<float>(restSpacing(world, emitter.material));
    const double across = 2 * emitter.radius / spacing;
    if (across * across > static_cast<double>(world.particleLimit))
      reader.file.fail(
          o.lineOf("radius"),
          fmt::format("one layer of \"{}\" would hold about {:.3g} particles; the scene's limit is {}",
                      emitter.name, across * across, world.particleLimit));
    if (dropPoints(emitter.dropRadius, std::max(spacing, 0.05f * emitter.dropRadius)).size() > kLargestDrop)
      reader.file.fail(
          o.lineOf("drop_radius"),
          fmt::format("a drop of \"{}\" would hold more than {} particles", emitter.name, kLargestDrop));
    emitter.keys = readNozzleKeys(o);
    if (emitter.keys.empty()) {
      emitter.position = o.vector("position", kPositionRange);
      emitter.direction = o.direction("direction", emitter.direction);
    } else {
      if (o.find("position") || o.find("direction"))
        o.fail("an emitter with \"keys\" takes position and direction from them; remove the others");
      emitter.position = emitter.keys.front().position;
      emitter.direction = emitter.keys.front().direction;
    }
    emitter.speed = static_cast<float>(o.number("speed", {0, 20}, emitter.speed));
    emitter.start = o.number("start", kTimeRange, emitter.start);
    emitter.stop = o.number("stop", kTimeRange, emitter.stop);
    if (emitter.stop < emitter.start) reader.file.fail(o.lineOf("stop"), "\"stop\" comes before \"start\"");
    emitter.particleLimit =
        o.count("particle_limit", {0, static_cast<double>(kParticleLimit)}, emitter.particleLimit);
    emitter.volumeLimit = static_cast<float>(o.number("volume_limit", {0, 1e6}, 0.0));
    emitter.enabled = o.boolean("enabled", true);
    world.emitters.push_back(std::move(emitter));
  }
}

void readTimeline(SceneReader& reader, const std::vector<JsonValue>& list) {
  WorldSpec& world = reader.scene.world;
  CommandScope scope = scopeOf(world);
  for (const JsonValue& value : list) {
    const JsonObject o(reader.file, value, "an entry of the timeline", {"time", "set", "to", "do"});
    TimedCommand entry{o.number("time", kTimeRange), {}};
    const bool action = o.find("do") != nullptr;
    if (action && (o.find("set") || o.find("to")))
      o.fail("an entry of the timeline needs either \"do\", or \"set\" and \"to\"");
    const std::string_view key = action ? "do" : "set";
    CommandText text{o.text(key)};
    const int line = o.lineOf(key);
    const TargetForm form = reader.file.at(line, [&] { return requireTarget(text.target, scope); });
    if (form.isText)
      reader.file.fail(line, fmt::format("{} takes a text, which a timeline cannot give", text.target));
    if (action != form.isAction)
      reader.file.fail(
          line, action ? fmt::format("{0} takes numbers: \"set\": \"{0}\", \"to\": ...", text.target)
                       : fmt::format("{0} is an action and takes no numbers: \"do\": \"{0}\"", text.target));
    if (action) {
      entry.command = parseCommand(text);
    } else {
      const JsonValue& to = o.require("to");
      text.values = readNumbers(reader.file, to);
      reader.file.at(to.line, [&] {
        entry.command = parseCommand(text);
        requireValid(entry.command, scope);
      });
      scope.expect(entry.command);
    }
    if (!world.timeline.empty() && entry.time < world.timeline.back().time)
      reader.file.fail(o.lineOf("time"), "the timeline must ascend in time");
    world.timeline.push_back(std::move(entry));
  }
}

}  // namespace ooze
