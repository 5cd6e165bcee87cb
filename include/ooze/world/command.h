// A Command is the only way to change a running world. Commands are applied at a step boundary and logged
// with the step number, so that a replay gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

struct MaterialDefinition;

/// One change to a running world. Sets the value that `target` names to `values`, or runs the action that
/// `target` names.
///
/// The targets are listed below. A leading number is the count of `values` (1 if no number is given), and
/// units are in brackets.
///   METHOD.PARAMETER             in every material, for example clavet.yield_ratio_stretch
///   material.NAME.PARAMETER      in one material, for example material.honey.viscosity_linear
///   world.gravity_x|y|z, world.substeps, world.sleep
///                                world.substeps: 0 = auto
///   pair.A.B.FUNCTION            a function of two liquids, or of one liquid with itself (A = B), in a
///                                method that has functions of pairs (MethodRow::pairFunctions): two numbers
///                                for each curve point, argument and value; none: the method's default for
///                                the materials
///   pair.A.B.FUNCTION.N.place|value
///                                argument or value of the N-th curve point, counted from 1, for example
///                                pair.water.oil.adhesion.3.value
///   pair.A.B.FUNCTION.FAMILY     1: the amplitude of one of the function's families
///   pair_solids.A.*, pair_solid.A.BODY.*
///                                the same for a liquid and every solid, or a liquid and one solid of the
///                                scene
///   material.NAME.add            0, text: adds a material of this name, encoded by encodeMaterial(); a world
///                                has at most kMaxMaterials
///   material.NAME.colour         3: sRGB, 0 to 1; recolours the existing liquid of this material
///   material.NAME.look           0, text: one of kLooks
///   material.NAME.absorption|cloudiness|roughness|refractive_index
///                                see kOpticalProperties; none: the look's own
///   emitter.NAME.enabled|stop|speed|radius|position|direction
///                                position and direction: 3; stop: the end time [s]
///   emitter.NAME.material        index of the material that the nozzle emits from now on
///   emitters.add                 9: position, direction, radius, speed, material. Adds a round nozzle that
///                                follows the mouse, called "poured 1", "poured 2", and so on. A tenth number
///                                of 1 makes a nozzle that stays in place, called "spout 1". Both kinds share
///                                one counter; a world has at most kMaxAddedEmitters
///   body.NAME.present            0 takes the body out, 1 puts the body back where it was
///   body.NAME.friction|stickiness|stick_distance
///                                contact with liquid; none: the liquid's own [1, 1/s^2, m]
///   body.NAME.position           3: only for a body that does not follow keyframes [m]
///   body.NAME.place              7: position and orientation (w, x, y, z), only for a body that does not
///                                follow keyframes; also stops the body [m, 1]
///   body.NAME.scale              size relative to the body as it was made; not for a plane [1]
///   body.NAME.density|velocity|angular_velocity
///                                1, 3, 3: only for a dynamic body [kg/m^3, m/s, rad/s]
///   body.NAME.pull               6: a point in the body's frame, and the place to which a spring pulls the
///                                point [m]
///   body.NAME.release            0: ends the pull
///   control.NAME.whole           0, text: adds or replaces a control, encoded by encodeControl(); "none"
///                                removes the control; a world has at most kMaxControls
///   control.NAME.enabled|strength|radius|length
///                                of control particles [1, m]
///   control.NAME.position        3: in the world, or in the frame of the body that the control follows [m]
///   control.NAME.velocity|viscosity|divergence|temperature
///                                3, 1, 1, 1: of a control of that kind [m/s, m^2/s, 1/s, degrees Celsius]
///   bodies.add_sphere|add_box|add_capsule|add_cylinder
///                                5: position, size, density. Adds a dynamic body called "dropped 1",
///                                "dropped 2", and so on. The size is the radius of a sphere; half the edge
///                                of a box; the radius and half the straight part of a capsule; the radius
///                                and half the height of a cylinder [m, kg/m^3]
///   bodies.add_collider_sphere|add_collider_box|add_collider_capsule|add_collider_cylinder
///                                4: position, size. Adds a static body called "placed 1", "placed 2", and so
///                                on. Names with "dropped" and "placed" share one counter
///   bodies.add_mesh              6: centre of the bounds, height, kind (0 collider, 1 mould, 2 dynamic),
///                                density; or 9: the same and the rotation (meshRotation()) [m, kg/m^3,
///                                degrees]; text: a mesh file. Names as for the bodies above
///   bodies.remove_added          0: removes all added bodies. A world has at most kMaxAddedBodies; a
///                                command that would add more is refused
///   springs.add, springs.remove  0: actions of one method (MethodRow::actions)
///   liquid.push                  5: centre, radius, acceleration. Pushes away from the centre if positive,
///                                towards the centre if negative, with a falloff to 0 at the radius. Holds
///                                until the acceleration is set to 0 [m, m/s^2]
///   liquid.cut                   13: the four corners of the area that a blade swept (edge before: a b,
///                                after: d c), and the speed at which the sides part. Removes links across
///                                the blade [m, m/s]
///   liquid.freeze, liquid.thaw   4: centre and radius. The particles inside become immovable, or move again
///                                [m]
///   liquid.thaw_all              0
///   liquid.erase                 4: centre and radius [m]
///   liquid.add_mesh              5: centre of the bounds, height, material; or 8: the same and the rotation;
///                                text: a mesh file. Fills the mesh with liquid, except where liquid or a
///                                body already is [m, degrees]
///   liquid.grab                  4: centre and radius: the mouse grabs the liquid inside [m]
///   liquid.carry                 3: where the mouse carries the grabbed liquid [m]
///   liquid.release               0: the mouse releases the liquid
///   edits.take_back              1: n: undoes the n-th of this run's events (World::events()) that add,
///                                remove, erase, cut, freeze, thaw or tie. The last kMaxUndoRecords can be
///                                undone
/// A target that takes no numbers and no text is an action.
struct Command {
  std::string target;         ///< one of the targets above
  std::vector<float> values;  ///< numbers of the target, in the units above
  std::string text{};         ///< for targets that take a text: a mesh file, a material
};

/// The most bodies that commands may add to a world.
inline constexpr std::size_t kMaxAddedBodies = 200;
/// The most nozzles that commands may add.
inline constexpr std::size_t kMaxAddedEmitters = 32;
/// The most materials that a world may have before a command that adds one is refused.
inline constexpr std::size_t kMaxMaterials = 16;
/// The number of most recent events that edits.take_back can undo.
inline constexpr std::size_t kMaxUndoRecords = 32;

/// A command with the step at which it was applied.
struct LoggedCommand {
  std::uint64_t step;  ///< World::stepIndex(); the command was applied before this step was taken
  Command command;     ///< the command that was applied
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
/// Returns the effect by the syntax of the target alone; the named thing need not exist. An unknown target
/// counts as CommandEffect::Setting.
CommandEffect effectOf(std::string_view target);
/// Returns true if commands of this target take neither numbers nor text.
bool isAction(std::string_view target);
/// Returns true if commands of this target take text.
bool takesText(std::string_view target);

/// Serializes a material to the text of material.NAME.add: lines "key = value". The target holds the
/// material's name, not the text.
/// @param material  one value per row of MethodRow::parameters()
/// @param method    MethodRow::key
/// @throws InputError if there is no such method
std::string encodeMaterial(const MaterialDefinition& material, std::string_view method);
/// Parses the text that encodeMaterial() writes. Values that the text omits keep their defaults.
/// @return a material without a name
/// @throws InputError "line N: why", with a suggestion, if the text is no material of this method or a value
///         is out of range; also if there is no such method
MaterialDefinition decodeMaterial(std::string_view text, std::string_view method);

/// Parses `KEY=VALUE` or `KEY=X,Y,Z`. A bare parameter key means METHOD.KEY. Neither the target nor the
/// number of values is validated; World::submit() does that.
/// @param method  MethodRow::key, for bare keys
/// @throws InputError if the text is not of that form, or the key is an action or takes a text
Command parseAssignment(std::string_view text, std::string_view method);

}  // namespace ooze
