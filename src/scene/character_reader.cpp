// Characters of a scene: each entry becomes one kinematic body per bone, or one static body per bone if the
// character stands.
#include "bodies/character.h"
#include "scene/readers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr NumberRange kHeights{0.02, 100};  // allowed heights of a character [m]
constexpr NumberRange kTempos{0.1, 6};      // allowed tempos of a dance [beats/s]
// Keyframes are dense enough to keep bones joined between keyframes and to keep the full amplitude of a
// swing.
constexpr double kKeysPerSecond = 24;
constexpr double kKeysPerCycle = 32;
constexpr double kLongestMotion = 120;  // longest motion that gets keyframes [s]

/// A character's entry in the file, without its contact parameters and its colour.
struct CharacterEntry {
  std::string name;
  Gait gait;
  double height = 0.3;  // height of the character [m]
  double start = 0.0;   // time at which the motion begins [s]
  Pose place;
};

/// Refuses a key that does not apply to a character with this motion.
void requireOnly(const JsonObject& o, std::string_view key, std::string_view owner, bool isOwner) {
  if (o.find(key) && !isOwner)
    o.file().fail(o.lineOf(key), fmt::format("only a character that {} has the key \"{}\"", owner, key));
}

Gait readGait(const JsonObject& o, double height) {
  Gait gait;
  gait.kind = static_cast<GaitKind>(o.word("motion", {"stand", "walk", "dance"}));
  const bool walks = gait.kind == GaitKind::Walk, dances = gait.kind == GaitKind::Dance;
  requireOnly(o, "speed", "walks", walks);
  requireOnly(o, "circle", "walks", walks);
  requireOnly(o, "tempo", "dances", dances);
  requireOnly(o, "start", "moves", walks || dances);
  // The default speed is a stroll; the upper limit of six heights a second is a sprint.
  if (walks)
    gait.cyclesPerSecond = o.number("speed", {0.01 * height, 6 * height}, 0.5 * height) / (kStride * height);
  if (dances) gait.cyclesPerSecond = o.number("tempo", kTempos, 1.6) / 4;
  if (o.find("circle")) {
    const double radius = o.number("circle", kPositionRange);
    if (std::abs(radius) < 0.3 * height)
      o.file().fail(o.lineOf("circle"),
                    fmt::format("\"circle\" must be {:g} m or more, or -{:g} m or less, for a "
                                "character {:g} m tall",
                                0.3 * height, 0.3 * height, height));
    gait.curvature = height / radius;
  }
  return gait;
}

CharacterEntry readCharacter(const JsonObject& o, std::string fallback) {
  CharacterEntry c;
  c.name = readName(o, {}, std::move(fallback));
  c.height = o.number("height", kHeights);
  c.gait = readGait(o, c.height);
  c.start = o.number("start", kTimeRange, 0.0);
  c.place = {o.vector("position", kPositionRange, Vec3(0.f)), readRotation(o)};
  return c;
}

/// Returns the pose of a bone's solid in the world.
Pose placed(const CharacterEntry& c, std::size_t bone, const Pose& joint) {
  const auto height = static_cast<float>(c.height);
  const Vec3 centre = height * joint.toWorld(boneForms()[bone].centre);
  return {c.place.toWorld(centre), glm::normalize(c.place.orientation * joint.orientation)};
}

/// Returns the times of the motion's keyframes; a single time for a standing character.
/// @param end  end of the motion [s]
std::vector<double> keyTimes(const CharacterEntry& c, double end) {
  std::vector<double> times{c.start};
  if (c.gait.kind == GaitKind::Stand) return times;
  const double rate = std::max(kKeysPerSecond, kKeysPerCycle * c.gait.cyclesPerSecond);
  const double length = std::min(end - c.start, kLongestMotion);
  for (int k = 1; k <= std::ceil(length * rate); ++k) times.push_back(c.start + k / rate);
  return times;
}

/// Creates the bodies of a character, still without names.
std::vector<Body> bodiesOf(const CharacterEntry& c, double end) {
  std::vector<Body> bodies;
  for (const BoneForm& form : boneForms()) {
    SolidShape solid{form.kind, static_cast<float>(c.height) * form.size};
    bodies.push_back(
        makeBody("", solid, c.gait.kind == GaitKind::Stand ? Motion::Static : Motion::Kinematic));
  }
  for (const double time : keyTimes(c, end)) {
    const std::array<Pose, kBoneCount> joints =
        computeBonePoses(computeStance(c.gait, cyclesAt(c.gait, time - c.start)));
    for (std::size_t b = 0; b < kBoneCount; ++b) bodies[b].keys.push_back({time, placed(c, b, joints[b])});
  }
  for (Body& body : bodies) {
    body.pose = body.previousPose = body.keys.front().pose;
    if (body.motion == Motion::Static) body.keys.clear();
  }
  return bodies;
}

}  // namespace

void readCharacters(SceneReader& reader, const std::vector<JsonValue>& list) {
  std::vector<Body>& bodies = reader.scene.world.bodies;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonObject o(reader.file, list[i], "a character",
                       {"name", "motion", "height", "position", "rotation", "speed", "circle", "tempo",
                        "start", "friction", "stickiness", "stick_distance", "colour"});
    const CharacterEntry character = readCharacter(o, fmt::format("character {}", i + 1));
    const BodyContactValues contact = readBodyContact(o);
    const std::uint32_t colour = o.colour("colour", 0xff8fb0cf);
    std::vector<Body> parts = bodiesOf(character, reader.scene.duration);
    for (std::size_t b = 0; b < kBoneCount; ++b) {
      Body& body = parts[b];
      body.name = fmt::format("{} {}", character.name, boneForms()[b].name);
      if (!reader.bodies.add(body.name))
        reader.file.fail(o.lineOf("name"), fmt::format("the name \"{}\" is taken already", body.name));
      body.friction = contact.friction;
      body.stickiness = contact.stickiness;
      body.stickDistance = contact.stickDistance;
      body.look.colour = colour;
      bodies.push_back(std::move(body));
    }
  }
}

}  // namespace ooze
