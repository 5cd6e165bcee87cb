// Emitters of a scene: nozzles and showers.
#include "scene/parts/parts.h"

#include <algorithm>

namespace ooze::parts {
namespace {

constexpr std::size_t kLargestDrop = 10'000;  // largest number of particles in a drop of a shower

const Part<NozzleKey>& nozzleKeyPart() {
  static const Part<NozzleKey> kPart{
      "",
      "a key of a nozzle",
      "",
      {member("time", &NozzleKey::time, Time(), "s", "").required(),
       member("position", &NozzleKey::position, Vector{kPositionRange}, "m", "").required(),
       member("direction", &NozzleKey::direction, Direction(), "", "Default: down.")},
      [](SceneReader&, const JsonObject& o, NozzleKey& key) {
        if (!o.find("direction")) key.direction = EmitterSpec{}.direction;
      }};
  return kPart;
}

void readDropRadius(SceneReader& reader, const JsonValue& value, EmitterSpec& e) {
  NumberKind(0, e.radius).read(reader, value, "drop_radius", e.dropRadius);
}

void checkEmitter(SceneReader& reader, const JsonObject& o, EmitterSpec& e) {
  requireMaterial(reader, o);
  const WorldSpec& world = reader.scene.world;
  const auto spacing = static_cast<float>(restSpacing(world, e.material));
  const double across = 2 * e.radius / spacing;
  if (across * across > static_cast<double>(world.particleLimit))
    o.file().fail(
        o.lineOf("radius"),
        fmt::format("one layer of \"{}\" would hold about {:.3g} particles; the scene's limit is {}", e.name,
                    across * across, world.particleLimit));
  if (dropPoints(e.dropRadius, std::max(spacing, 0.05f * e.dropRadius)).size() > kLargestDrop)
    o.file().fail(o.lineOf("drop_radius"),
                  fmt::format("a drop of \"{}\" would hold more than {} particles", e.name, kLargestDrop));
  if (e.keys.empty()) {
    (void)o.require("position");
  } else {
    if (o.find("position") || o.find("direction"))
      o.fail("an emitter with \"keys\" takes position and direction from them; remove the others");
    e.position = e.keys.front().position;
    e.direction = e.keys.front().direction;
  }
  if (e.stop < e.start) o.file().fail(o.lineOf("stop"), "\"stop\" comes before \"start\"");
}

}  // namespace

const Part<EmitterSpec>& emitterPart() {
  using E = EmitterSpec;
  static const Part<E> kPart{
      "emitter",
      "an emitter",
      "A nozzle that pours liquid.",
      {member("name", &E::name, Name(), "", "Name in commands.").shown(),
       member("material", &E::material, MaterialName(), "", "Optional if the scene has only one material.")
           .shown(),
       member("shape", &E::shape, WordKind{{"disc", "square", "shower"}}, "",
              "A shower is a square that emits scattered drops.")
           .shown(),
       member("radius", &E::radius, NumberKind(1e-4, 1), "m",
              "Radius of the disc, or half the side of the square.")
           .required(),
       member("coverage", &E::coverage, NumberKind(1e-5, 0.1), "1", "Volume flow / (opening area * speed).")
           .onlyIf("shape", {"shower"}, "a shower"),
       member("drop_radius", &E::dropRadius, NumberKind(0, 1), "m",
              "Radius of the drops, at most that of the opening. A drop has at least one particle.")
           .readBy(readDropRadius)
           .onlyIf("shape", {"shower"}, "a shower"),
       member("keys", &E::keys, KeyList<NozzleKey>{nozzleKeyPart, KeyOrder::Ascending}, "",
              "In ascending order of time. Keys replace position and direction."),
       member("position", &E::position, Vector{kPositionRange}, "m",
              "Centre of the opening. Required without keys.")
           .shown()
           .unless("keys"),
       member("direction", &E::direction, Direction(), "", "Direction in which the nozzle pours.")
           .shown()
           .unless("keys"),
       member("speed", &E::speed, NumberKind(0, 20), "m/s", "Speed of the liquid at the opening.").shown(),
       member("start", &E::start, Time(), "s", "Time at which the nozzle opens."),
       member("stop", &E::stop, Time(), "s", "Time at which the nozzle closes. Default: never."),
       member("particle_limit", &E::particleLimit, Count{0, static_cast<double>(kParticleLimit)}, "",
              "The nozzle closes after this number of particles. Default: no limit."),
       member("volume_limit", &E::volumeLimit, NumberKind(0, 1e6), "m^3",
              "The nozzle closes after this volume. 0 means no limit."),
       member("enabled", &E::enabled, Flag(), "", "Whether the nozzle may pour.")},
      checkEmitter,
      [](Json& schema) { schema["properties"]["position"].erase("default"); }};
  return kPart;
}

void readEmitters(SceneReader& reader, const JsonValue& list) {
  std::vector<EmitterSpec>& emitters = reader.scene.world.emitters;
  UniqueNames names(reader.file);
  for (const JsonValue& item : itemsOf(reader.file, list, "emitters")) {
    readPart(reader, item, emitterPart(), emitters.emplace_back());
    names.add(item, emitters.back().name);
  }
}

}  // namespace ooze::parts
