// Commands: the only way to change a running world. A command is a plain struct, one type for each kind of
// change. Commands are applied at a step boundary and logged with the step number, so that a replay gives the
// same bits. Scenes, logs and command lines hold the same commands as text (CommandText).
#pragma once

#include "ooze/base/math.h"
#include "ooze/bodies/bodies.h"
#include "ooze/geometry/solid_shape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ooze {

struct MaterialDefinition;

/// What a setting belongs to.
enum class SettingOwner : std::uint8_t {
  World,          ///< the world: gravity, substeps, sleep
  Material,       ///< one material
  EveryMaterial,  ///< a parameter of the method, in every material
  Emitter,        ///< one nozzle
  Body,           ///< one body
  Control,        ///< one control of control particles
  Pair,           ///< an interaction function of two liquids, or of one liquid with itself
  PairSolids,     ///< an interaction function of a liquid and every solid
  PairSolid       ///< an interaction function of a liquid and one solid of the scene
};

/// Names one setting.
struct SettingName {
  SettingOwner owner = SettingOwner::World;  ///< what the setting belongs to
  /// Name of the thing, which may contain dots. World: empty. EveryMaterial: key of the method. Pair: the
  /// names of two materials, joined by a dot. PairSolids: the material. PairSolid: material and body, joined
  /// by a dot.
  std::string name;
  std::string
      key;  ///< key of the setting: "viscosity_linear", "position"; of a pair: the function, or a part of one

  /// Returns the setting as text, in the form that parseSetting() reads.
  [[nodiscard]] std::string text() const;
  bool operator==(const SettingName&) const = default;
};

/// Parses the name of a setting, whether or not the named thing exists:
///   METHOD.PARAMETER             a parameter in every material, for example clavet.yield_ratio_stretch
///   material.NAME.PARAMETER      a parameter of one material, for example material.honey.viscosity_linear
///   material.NAME.colour         3 numbers: sRGB, 0 to 1; recolours the existing liquid of this material
///   material.NAME.look           a text: one of kLooks
///   material.NAME.absorption|cloudiness|roughness|refractive_index
///                                see kOpticalProperties; no number: the look's own
///   world.gravity_x|y|z, world.substeps, world.sleep
///                                world.substeps: 0 = auto
///   emitter.NAME.enabled|stop|speed|radius|position|direction|material
///                                position, direction: 3 numbers; stop: the end time; material: index of the
///                                material that the nozzle emits from now on [s, m/s, m]
///   body.NAME.present            0 takes the body out, 1 puts the body back where it was
///   body.NAME.friction|stickiness|stick_distance
///                                contact with liquid; no number: the liquid's own [1, 1/s^2, m]
///   body.NAME.position           3 numbers: only for a body that does not follow keyframes [m]
///   body.NAME.place              7 numbers: position and orientation (w, x, y, z), only for a body that does
///   not
///                                follow keyframes; also stops the body [m, 1]
///   body.NAME.scale              size relative to the body as it was made; not for a plane [1]
///   body.NAME.density|velocity|angular_velocity
///                                1, 3, 3 numbers: only for a dynamic body [kg/m^3, m/s, rad/s]
///   control.NAME.whole           a text: adds or replaces a control, encoded by encodeControl(); "none"
///                                removes the control; a world has at most kMaxControls
///   control.NAME.enabled|strength|radius|length
///                                of control particles [1, 1, m, m]
///   control.NAME.position        3 numbers: in the world, or in the frame of the body that the control
///   follows [m] control.NAME.velocity|viscosity|divergence|temperature
///                                3, 1, 1, 1 numbers: of a control of that kind [m/s, m^2/s, 1/s, degrees
///                                Celsius]
///   pair.A.B.FUNCTION            a function of two liquids, or of one liquid with itself (A = B), in a
///                                method that has functions of pairs (MethodRow::pairFunctions): two numbers
///                                for each curve point, argument and value; none: the method's default for
///                                the materials
///   pair.A.B.FUNCTION.N.place|value
///                                argument or value of the N-th curve point, counted from 1, for example
///                                pair.water.oil.adhesion.3.value
///   pair.A.B.FUNCTION.FAMILY     the amplitude of one of the function's families
///   pair_solids.A.*, pair_solid.A.BODY.*
///                                the same for a liquid and every solid, or a liquid and one solid of the
///                                scene
/// A setting takes one number unless the list says otherwise. An unknown first word counts as a method's key.
SettingName parseSetting(std::string_view text);

/// The value of a setting: one or more numbers, or a text. Without either, the thing uses the default of the
/// liquid or the look.
struct SettingValue {
  std::vector<float> numbers{};  ///< in the units that parseSetting() lists
  std::string text{};            ///< for settings that take a text
  /// Makes an unset value.
  SettingValue() = default;
  SettingValue(float number) : numbers{number} {}  ///< makes a value of one number
  SettingValue(const Vec3& vector) : numbers{vector.x, vector.y, vector.z} {}  ///< makes three numbers
  SettingValue(const Pose& pose);             ///< makes seven numbers: position, and w, x, y, z
  SettingValue(std::optional<float> number);  ///< makes a value of one number, or an unset value
  explicit SettingValue(std::vector<float> all, std::string words = {})
      : numbers(std::move(all)), text(std::move(words)) {}  ///< makes a value of numbers and a text
  explicit SettingValue(std::string words) : text(std::move(words)) {}  ///< makes a text
  /// Returns the value as a number; only valid for one number or more.
  [[nodiscard]] float number() const { return numbers[0]; }
  /// Returns the value as a number, or nothing if the setting is unset.
  [[nodiscard]] std::optional<float> own() const;
  /// Returns the value as a switch: 0.5 and more is on.
  [[nodiscard]] bool isOn() const { return numbers[0] >= 0.5f; }
  /// Returns the value as a vector; only valid for three numbers or more.
  [[nodiscard]] Vec3 vector() const { return {numbers[0], numbers[1], numbers[2]}; }
  /// Returns position and orientation, whose quaternion need not be of unit length; only valid for seven
  /// numbers.
  [[nodiscard]] Pose pose() const;

  bool operator==(const SettingValue&) const = default;
};

/// Sets one setting.
struct SetValue {
  SettingName setting;  ///< the setting to change
  SettingValue value;   ///< the new value, in the unit that parseSetting() lists
  bool operator==(const SetValue&) const = default;
};

/// Adds a material. A world has at most kMaxMaterials.
struct AddMaterial {
  std::string name;        ///< name of the new material
  std::string definition;  ///< its values, as encodeMaterial() writes them
  bool operator==(const AddMaterial&) const = default;
};

/// Adds a round nozzle. A world has at most kMaxAddedEmitters.
struct AddEmitter {
  Vec3 position{0.f};              ///< centre of the opening [m]
  Vec3 direction{0.f, -1.f, 0.f};  ///< direction of the jet; any length but 0 [1]
  float radius = 0.f;              ///< radius of the opening [m]
  float speed = 0.f;               ///< speed of the liquid [m/s]
  std::uint16_t material = 0;      ///< index of the material
  /// true: the nozzle stays in place and is called "spout 1"; else it follows the mouse and is called "poured
  /// 1". Both kinds share one counter.
  bool stays = false;
  bool operator==(const AddEmitter&) const = default;
};

/// Adds a primitive body, which is called "dropped 1" if dynamic and "placed 1" if static. Both kinds share
/// one counter. A world has at most kMaxAddedBodies.
struct AddBody {
  SolidShape::SolidKind shape = SolidShape::SolidKind::Sphere;  ///< Sphere, Box, Capsule or Cylinder
  Motion motion = Motion::Dynamic;                              ///< Dynamic or Static
  Vec3 position{0.f};                                           ///< centre of the body [m]
  /// Radius of a sphere; half the edge of a box; radius and half the straight part of a capsule; radius and
  /// half the height of a cylinder [m].
  float size = 0.f;
  float density = 1000.f;  ///< density of a dynamic body; a static body has none [kg/m^3]
  bool operator==(const AddBody&) const = default;
};

/// How a mesh acts as a body.
enum class MeshKind { Collider = 0, Mould = 1, Dynamic = 2 };

/// Adds a body of a mesh file. It is named as the bodies of AddBody.
struct AddMeshBody {
  Vec3 centre{0.f};                    ///< centre of the mesh's bounds [m]
  float height = 0.f;                  ///< height to which the mesh is scaled [m]
  MeshKind kind = MeshKind::Collider;  ///< how the mesh acts as a body
  float density = 0.f;                 ///< density of a dynamic body [kg/m^3]
  std::optional<Vec3> rotation{};      ///< angles about x, y and z (meshRotation()); unset: upright [degrees]
  std::string file{};                  ///< path of the mesh file; in a log, its name and content hash
  bool operator==(const AddMeshBody&) const = default;
};

/// Removes all bodies that commands added.
struct RemoveAddedBodies {
  bool operator==(const RemoveAddedBodies&) const = default;
};

/// Pulls a dynamic body by a spring, until ReleaseBody.
struct PullBody {
  std::string body;  ///< name of the body
  Vec3 point{0.f};   ///< the point that is pulled, in the body's frame [m]
  Vec3 to{0.f};      ///< the place to which the point is pulled [m]
  bool operator==(const PullBody&) const = default;
};

/// Ends the pull of a body.
struct ReleaseBody {
  std::string body;  ///< name of the body
  bool operator==(const ReleaseBody&) const = default;
};

/// Grabs the liquid in a ball with the mouse.
struct GrabLiquid {
  Vec3 centre{0.f};    ///< centre of the ball [m]
  float radius = 0.f;  ///< radius of the ball [m]
  bool operator==(const GrabLiquid&) const = default;
};

/// Carries the grabbed liquid.
struct CarryLiquid {
  Vec3 to{0.f};  ///< the place to which the ball's centre goes [m]
  bool operator==(const CarryLiquid&) const = default;
};

/// Releases the grabbed liquid.
struct ReleaseLiquid {
  bool operator==(const ReleaseLiquid&) const = default;
};

/// Pushes liquid in a ball, with a falloff to 0 at the radius. Holds until the acceleration is set to 0.
struct PushLiquid {
  Vec3 centre{0.f};          ///< centre of the ball [m]
  float radius = 0.f;        ///< radius of the ball [m]
  float acceleration = 0.f;  ///< away from the centre if positive, towards the centre if negative [m/s^2]
  bool operator==(const PushLiquid&) const = default;
};

/// Cuts liquid: removes the links across the area that a blade swept, and moves the two sides apart.
struct CutWithBlade {
  Vec3 a{0.f}, b{0.f};       ///< ends of the blade's edge before the sweep [m]
  Vec3 c{0.f}, d{0.f};       ///< ends of the blade's edge after the sweep: d follows a, and c follows b [m]
  float partingSpeed = 0.f;  ///< speed at which the sides part [m/s]
  bool operator==(const CutWithBlade&) const = default;
};

/// Makes the particles in a ball immovable.
struct FreezeBall {
  Vec3 centre{0.f};    ///< centre of the ball [m]
  float radius = 0.f;  ///< radius of the ball [m]
  bool operator==(const FreezeBall&) const = default;
};

/// Makes the frozen particles in a ball movable again.
struct ThawBall {
  Vec3 centre{0.f};    ///< centre of the ball [m]
  float radius = 0.f;  ///< radius of the ball [m]
  bool operator==(const ThawBall&) const = default;
};

/// Makes all frozen particles movable again.
struct ThawAll {
  bool operator==(const ThawAll&) const = default;
};

/// Removes the particles in a ball.
struct EraseBall {
  Vec3 centre{0.f};    ///< centre of the ball [m]
  float radius = 0.f;  ///< radius of the ball [m]
  bool operator==(const EraseBall&) const = default;
};

/// Removes the liquid that a nozzle of the pour tool has poured in a range of time steps, as undo of a pour
/// does.
struct ErasePoured {
  std::uint64_t nozzle = 0;  ///< number in the name of the nozzle: 1 for "poured 1"
  std::uint64_t first = 0;   ///< first time step (World::stepIndex())
  std::uint64_t last = 0;    ///< last time step
  bool operator==(const ErasePoured&) const = default;
};

/// Fills a mesh with liquid, except where liquid or a body already is.
struct FillMesh {
  Vec3 centre{0.f};                ///< centre of the mesh's bounds [m]
  float height = 0.f;              ///< height to which the mesh is scaled [m]
  std::uint16_t material = 0;      ///< index of the material
  std::optional<Vec3> rotation{};  ///< angles about x, y and z (meshRotation()); unset: upright [degrees]
  std::string file{};              ///< path of the mesh file; in a log, its name and content hash
  bool operator==(const FillMesh&) const = default;
};

/// Runs an action of the method (MethodRow::actions), for example springs.add.
struct DoMethodAction {
  std::string key;  ///< MethodAction::key
  bool operator==(const DoMethodAction&) const = default;
};

/// Undoes an event of this run (World::events()) that added, removed, erased, cut, froze, thawed or linked
/// something. The last kMaxUndoRecords events can be undone.
struct UndoEvent {
  std::uint64_t number = 0;  ///< number of the event, counted from 1
  bool operator==(const UndoEvent&) const = default;
};

/// One change to a running world.
using Command =
    std::variant<SetValue, AddMaterial, AddEmitter, AddBody, AddMeshBody, RemoveAddedBodies, PullBody,
                 ReleaseBody, GrabLiquid, CarryLiquid, ReleaseLiquid, PushLiquid, CutWithBlade, FreezeBall,
                 ThawBall, ThawAll, EraseBall, ErasePoured, FillMesh, DoMethodAction, UndoEvent>;

/// A command as text, as scenes, logs and command lines hold it.
struct CommandText {
  std::string target;  ///< a setting (parseSetting()), or the key of another command (listCommands())
  std::vector<float> values{};  ///< the numbers of the command, in order
  std::string text{};           ///< for commands that take a text: a mesh file, a material

  bool operator==(const CommandText&) const = default;
};

/// Parses a command. The named things need not exist, and ranges are not checked; World::submit() does both.
/// @throws InputError if the numbers or the text do not suit the command
Command parseCommand(const CommandText& text);
/// Writes a command as text. parseCommand() gives the same command again, to the bit.
CommandText textOf(const Command& command);
/// Returns CommandText::target of a command, which names what the command sets or does.
std::string targetOf(const Command& command);
/// Parses `KEY=VALUE` or `KEY=X,Y,Z`. A bare parameter key means METHOD.KEY.
/// @param method  MethodRow::key, for bare keys
/// @throws InputError if the text is not of that form, or the key is an action or takes a text
Command parseAssignment(std::string_view text, std::string_view method);

/// The most bodies that commands may add to a world.
inline constexpr std::size_t kMaxAddedBodies = 200;
/// The most nozzles that commands may add.
inline constexpr std::size_t kMaxAddedEmitters = 32;
/// The most materials that a world may have before a command that adds one is refused.
inline constexpr std::size_t kMaxMaterials = 16;
/// The number of most recent events that UndoEvent can undo.
inline constexpr std::size_t kMaxUndoRecords = 32;

/// A command with the step at which it was applied.
struct LoggedCommand {
  std::uint64_t step;  ///< World::stepIndex(); the command was applied before this step was taken
  Command command;     ///< the command that was applied

  bool operator==(const LoggedCommand&) const = default;
};

/// A command of the scene's timeline.
struct TimedCommand {
  double time;      ///< simulated time, 0 or more [s]
  Command command;  ///< the command to apply at this time
};

/// The combined effect of several commands with one target. Undo, restart and replay treat the kinds
/// differently.
enum class CommandEffect {
  Setting,  ///< the last command wins, and a restarted world keeps the value
  State,    ///< the last command wins for this run only: a position, a speed, a switch
  Event     ///< every command counts; none replaces another
};
/// Returns the effect of a command, whether or not the named thing exists. An unknown setting counts as
/// CommandEffect::Setting.
CommandEffect effectOf(const Command& command);

/// Returns the orientation of a mesh that is rotated about z, then about x, then about y.
/// @param degrees  angles about x, y and z [degrees]
/// @return a unit quaternion
Quat meshRotation(const Vec3& degrees);

/// Reads the mesh file of a command and computes the signed distance field, as World::submit() would. The
/// samples are cached on disk, so that submitting the command afterwards is fast. Large meshes take seconds;
/// may be called on any thread.
/// @param command            AddMeshBody or FillMesh; other commands do nothing
/// @param interactionRadius  h of the world, which sets the grid spacing [m]
/// @param leastWall          leastWall() of the world's method, which thickens thin walls [m]
/// @return how the solid differs from the mesh, in one line for users; empty if it does not
/// @throws InputError in one line if the file is no mesh, or not a mesh that the command can use
std::string prepareMesh(const Command& command, float interactionRadius, float leastWall = 0.f);

/// Serializes a material to the text of AddMaterial: lines "key = value", without the name.
/// @param material  one value per row of MethodRow::parameters()
/// @param method    MethodRow::key
/// @throws InputError if there is no such method
std::string encodeMaterial(const MaterialDefinition& material, std::string_view method);
/// Parses the text that encodeMaterial() writes. Values that the text omits keep their defaults.
/// @return a material without a name
/// @throws InputError "line N: why", with a suggestion, if the text is no material of this method or a value
///         is out of range; also if there is no such method
MaterialDefinition decodeMaterial(std::string_view text, std::string_view method);

}  // namespace ooze
