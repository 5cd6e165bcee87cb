// All that commands set in a world, as plain values: read, set and compared without the world.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/controls.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What commands set of a body, and what they must know of it.
struct BodyValues {
  std::string name;
  Motion motion = Motion::Static;
  bool present = true;
  SolidShape::Kind kind = SolidShape::Kind::Mesh;
  Aabb bounds;  ///< of its solid in its own frame [m]
  Pose pose;
  Pose previousPose;                   ///< Body::previousPose
  float scale = 1.f;                   ///< over what it was made with [1]
  float density = 1000.f;              ///< of dynamic bodies [kg/m^3]
  std::optional<float> friction;       ///< unset: the liquid's own [1]
  std::optional<float> stickiness;     ///< likewise [1/s^2]
  std::optional<float> stickDistance;  ///< likewise [m]
  Vec3 velocity{0.f};                  ///< [m/s]
  Vec3 angularVelocity{0.f};           ///< [rad/s]
  std::optional<Pull> pull;
};

struct WorldValues {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< in the order of worldParameters()
  std::vector<EmitterSpec> emitters;
  std::vector<BodyValues> bodies;
  float interactionRadius = 0.01f;  ///< h, which no command sets [m]
  PairTable pairs{};                ///< what holds between materials, and between them and solids
  std::vector<Control> controls{};
};

BodyValues valuesOf(const Body& body);
std::vector<BodyValues> valuesOf(const std::vector<Body>& bodies);

/// What a command sets its target to.
struct TargetValue {
  std::vector<float> numbers;  ///< none of what has a value of its own or not: the liquid's or the look's
  std::string text{};

  bool operator==(const TargetValue&) const = default;
};

/// What the values are after this command. One that a world with these values would refuse, an event, and
/// what is set of things that are not there, change nothing.
void apply(WorldValues& values, std::string_view method, const Command& command);

struct Difference {
  std::string target;  ///< of the command that sets it
  TargetValue a, b;
  std::string textA, textB;  ///< for people, in as few digits as tell them apart
};

/// Settings of materials, the world, nozzles and bodies that are in both; materials, nozzles and bodies are
/// told by their names. Where things are does not count where they move by themselves.
std::vector<Difference> differences(const WorldValues& a, const WorldValues& b, std::string_view method);

/// The same between worlds of two methods: what means the same in both, after the methods themselves, whose
/// target is kMethodTarget.
std::vector<Difference> differences(const WorldValues& a, std::string_view methodOfA, const WorldValues& b,
                                    std::string_view methodOfB);
/// What no command sets.
inline constexpr std::string_view kMethodTarget = "method";

/// The commands that give a world with the values of `from` those of `to`; materials that it lacks are added.
std::vector<Command> commandsFrom(const WorldValues& from, const WorldValues& to, std::string_view method);

/// The commands that give the material of this name all that another has but its name and its density.
std::vector<Command> commandsToBecome(std::string_view name, const MaterialDefinition& other,
                                      std::string_view method);

/// A setting that is one number, and worth trying over a range.
struct SweepableTarget {
  std::string target;
  float value;  ///< that it has
};
std::vector<SweepableTarget> sweepableTargets(const WorldValues& values, std::string_view method);

}  // namespace ooze
