// All values that commands set in a world, as plain data. Values can be read, set and compared without a
// World.
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

/// The values of a body that commands set, and the facts that validation needs.
struct BodyValues {
  std::string name;
  Motion motion = Motion::Static;
  bool present = true;
  SolidShape::SolidKind kind = SolidShape::SolidKind::Mesh;
  Aabb bounds;  ///< bounds of the solid in the body's frame [m]
  Pose pose;
  Pose previousPose;                   ///< pose at the start of the time step, as Body::previousPose
  float scale = 1.f;                   ///< size relative to the body as it was made [1]
  float density = 1000.f;              ///< density of the body, used if the body is dynamic [kg/m^3]
  std::optional<float> friction;       ///< friction with liquid; unset: the liquid's own friction [1]
  std::optional<float> stickiness;     ///< stickiness to liquid; unset: the liquid's own stickiness [1/s^2]
  std::optional<float> stickDistance;  ///< range of the stickiness; unset: the liquid's own range [m]
  Vec3 velocity{0.f};                  ///< velocity of the body's centre of mass [m/s]
  Vec3 angularVelocity{0.f};           ///< angular velocity of the body [rad/s]
  std::optional<Pull> pull;
};

struct WorldValues {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< values of the world settings, in the order of worldParameters()
  std::vector<EmitterSpec> emitters;
  std::vector<BodyValues> bodies;
  float interactionRadius = 0.01f;  ///< interaction radius, which no command sets [m]
  PairTable pairs{};                ///< interaction functions of material pairs, and of materials with solids
  std::vector<Control> controls{};
};

BodyValues valuesOf(const Body& body);
std::vector<BodyValues> valuesOf(const std::vector<Body>& bodies);

/// Applies a command to the values. Invalid commands, events, and commands for things that do not exist
/// change nothing.
void apply(WorldValues& values, std::string_view method, const Command& command);

/// A setting whose values differ between two worlds, or a difference between their methods.
struct Difference {
  std::optional<SettingName> setting{};  ///< unset: the methods differ
  SettingValue a, b;
  /// Texts of a and b for people, with the fewest digits that distinguish the values.
  std::string textA, textB;

  /// Returns the setting as text, or "method".
  [[nodiscard]] std::string target() const { return setting ? setting->text() : "method"; }
};

/// Returns the settings of materials, world, nozzles and bodies that differ between two worlds. Materials,
/// nozzles and bodies are matched by name; things that only one world has are skipped. Positions are skipped
/// where things move by themselves.
std::vector<Difference> differences(const WorldValues& a, const WorldValues& b, std::string_view method);

/// Returns the differences between worlds of two methods. The first entry is the method itself, then the
/// settings that have the same meaning in both methods.
std::vector<Difference> differences(const WorldValues& a, std::string_view methodOfA, const WorldValues& b,
                                    std::string_view methodOfB);

/// Returns the commands that change the values of `from` to those of `to`, including commands that add
/// missing materials.
std::vector<Command> commandsToReach(const WorldValues& from, const WorldValues& to, std::string_view method);

/// Returns the commands that give the named material all values of another, except name and density.
std::vector<Command> commandsToBecome(std::string_view name, const MaterialDefinition& other,
                                      std::string_view method);

/// A scalar setting that is suitable for a parameter sweep.
struct SweepableSetting {
  SettingName setting;
  float value;  ///< present value, in the unit of the setting
};
std::vector<SweepableSetting> sweepableSettings(const WorldValues& values, std::string_view method);

/// The curve of one interaction function for one pair of materials, or for a material and a solid.
struct PairCurve {
  const PairFunction* function = nullptr;
  /// Explicit points from the pair table; empty: `defaultPoints` is in effect.
  std::vector<CurvePoint> own{};
  std::vector<CurvePoint> defaultPoints{};  ///< default curve that the method derives from the materials

  [[nodiscard]] const std::vector<CurvePoint>& now() const { return own.empty() ? defaultPoints : own; }
};

/// Returns the curve in effect for a pair.
/// @param pair  names function and materials, all of which must exist; the curve inside is ignored
PairCurve pairCurveOf(const WorldValues& values, std::string_view method, const PairEntry& pair);

/// Returns the setting of the whole function: "pair.water.oil.adhesion".
SettingName nameOfPair(const PairEntry& pair, const std::vector<MaterialDefinition>& materials);

/// Returns the command that sets the function of a pair to `curve`. An empty curve restores the method's
/// default.
Command pairCommand(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                    const std::vector<CurvePoint>& curve);

}  // namespace ooze
