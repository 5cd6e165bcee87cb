// Characters of a scene: each entry becomes one kinematic body per bone, or one static body per bone if the
// character stands.
#include "scene/parts/parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::parts {

namespace {

// Keyframes are dense enough to keep bones joined between keyframes and to keep the full amplitude of a
// swing.
constexpr double kKeysPerSecond = 24;
constexpr double kKeysPerCycle = 32;
constexpr double kLongestMotion = 120;  // longest motion that gets keyframes [s]

// The upper limit of six heights a second is a sprint.
void readWalkingSpeed(SceneReader& reader, const JsonValue& value, CharacterEntry& c) {
  NumberKind(0.01 * c.height, 6 * c.height).read(reader, value, "speed", c.speed.emplace());
}

void checkCharacter(SceneReader&, const JsonObject& o, CharacterEntry& c) {
  c.gait.kind = c.motion;
  // The default speed is a stroll.
  if (c.motion == GaitKind::Walk)
    c.gait.cyclesPerSecond = c.speed.value_or(0.5 * c.height) / (kStride * c.height);
  if (c.motion == GaitKind::Dance) c.gait.cyclesPerSecond = c.tempo / 4;
  if (!c.circle) return;
  const double least = 0.3 * c.height;
  if (std::abs(*c.circle) < least)
    o.file().fail(o.lineOf("circle"),
                  fmt::format("\"circle\" must be {:g} m or more, or -{:g} m or less, for a "
                              "character {:g} m tall",
                              least, least, c.height));
  c.gait.curvature = c.height / *c.circle;
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

const Part<CharacterEntry>& characterPart() {
  using E = CharacterEntry;
  static const Part<E> kPart{
      "character", "a character",
      "A mannequin of seventeen bodies called \"NAME head\", \"NAME left foot\" and so on. It faces z and "
      "moves "
      "for the scene's duration, two minutes at most.",
      rowsOf<E>(
          member("name", &E::name, Name(), "", "Default: \"character\" and its number."),
          member("motion", &E::motion, WordKind{{"stand", "walk", "dance"}}, "", "").required(),
          member("height", &E::height, NumberKind(0.02, 100), "m", "").required(),
          rowsWithin<E>(poseRows(), &E::place),
          member("speed", &E::speed, NumberKind(0.0002, 600), "m/s",
                 "Speed of a walk, 0.01 to 6 heights per second. Default: half a height per second.")
              .readBy(readWalkingSpeed)
              .onlyIf("motion", {"walk"}, "a character that walks"),
          member("circle", &E::circle, NumberKind(kPositionRange), "m",
                 "Radius of the walk's circle, at least 0.3 heights. Positive values turn left. Default: a "
                 "straight line.")
              .onlyIf("motion", {"walk"}, "a character that walks"),
          member("tempo", &E::tempo, NumberKind(0.1, 6), "beats/s", "Tempo of a dance.")
              .onlyIf("motion", {"dance"}, "a character that dances"),
          member("start", &E::start, Time(), "s", "Start time of the motion.")
              .onlyIf("motion", {"walk", "dance"}, "a character that moves"),
          contactRows<E>(), member("colour", &E::colour, Colour(), "", "Drawn colour.")),
      checkCharacter};
  return kPart;
}

void readCharacters(SceneReader& reader, const JsonValue& list) {
  std::vector<Body>& bodies = reader.scene.world.bodies;
  UniqueNames names(reader.file, reader.bodies);
  std::size_t number = 0;
  for (const JsonValue& item : itemsOf(reader.file, list, "characters")) {
    CharacterEntry character;
    character.name = fmt::format("character {}", ++number);
    readPart(reader, item, characterPart(), character);
    std::vector<Body> bones = bodiesOf(character, reader.scene.duration);
    for (std::size_t b = 0; b < kBoneCount; ++b) {
      Body& body = bones[b];
      body.name = fmt::format("{} {}", character.name, boneForms()[b].name);
      names.add(item, body.name);
      body.friction = character.friction;
      body.stickiness = character.stickiness;
      body.stickDistance = character.stickDistance;
      body.look.colour = character.colour;
      bodies.push_back(std::move(body));
    }
  }
}

}  // namespace ooze::parts
