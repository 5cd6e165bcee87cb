// Whatever changes a running world is a Command: applied at a step boundary and logged with its step number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

struct MaterialDefinition;

/// Sets the thing that `target` names to `values`, or does what it names. Targets, with the numbers that they
/// take (1 if none are given):
///   METHOD.PARAMETER             in every material            clavet.yield_ratio_stretch
///   material.NAME.PARAMETER      in one material              material.honey.viscosity_linear
///   world.gravity_x|y|z, world.substeps, world.sleep          world.substeps (0 = auto)
///   pair.A.B.FUNCTION            a function of two liquids, or of one with itself, of a method that has such
///                                (MethodRow::pairFunctions): two numbers for each point, its place and its
///                                value; none: what the method makes of the materials
///   pair.A.B.FUNCTION.N.place|value   of its N-th point, from 1         pair.water.oil.adhesion.3.value
///   pair.A.B.FUNCTION.FAMILY     1: the amplitude of one of the function's families
///   pair_solids.A.*, pair_solid.A.BODY.*   the same of a liquid to every solid, and to one of the scene's
///   material.NAME.add            0, text: a material (encodeMaterial()); a further one of this name, at most
///                                kMostMaterials in a world
///   material.NAME.colour         3: sRGB, 0 to 1; recolours its liquid
///   material.NAME.look           0, text: one of kLooks
///   material.NAME.absorption|cloudiness|roughness|refractive_index    kLookNumbers; none: the look's own
///   again emitter.NAME.enabled|stop|speed|radius|position|direction position, direction: 3; stop: when [s]
///   emitter.NAME.material        the index of what comes out from now on
///   emitters.add                 9: place, direction, radius, speed, material: a round nozzle called
///                                "poured 1", "poured 2", ..., for a hand that pours; with a tenth number
///                                that is 1 one that stays where it is, called "spout 1", ...; one number
///                                runs through both; at most kMostAddedEmitters
///   body.NAME.present            0 takes the body out, 1 puts it back where it was
///   body.NAME.friction|stickiness|stick_distance              with liquid, none: its own again [1, 1/s^2, m]
///   body.NAME.position           3; of a body that does not follow keyframes [m]
///   body.NAME.place              7: position and orientation (w, x, y, z); likewise, and it then stands
///                                still [m, 1]
///   body.NAME.scale              size over what it was made with; not of a plane [1]
///   body.NAME.density|velocity|angular_velocity    of a dynamic body; 1, 3, 3 [kg/m^3, m/s, rad/s]
///   body.NAME.pull               6: a point in the body's frame, held by a spring to a place [m]
///   body.NAME.release            0: ends the pull
///   control.NAME.whole           0, text: all of a control (encodeControl()), whether it is there or not;
///                                "none" takes it out; at most kMostControls in a world
///   control.NAME.enabled|strength|radius|length               of control particles [1, m]
///   control.NAME.position        3; in the world or in the frame of the body that they follow [m]
///   control.NAME.velocity|viscosity|divergence                of such a control; 3, 1, 1 [m/s, m^2/s, 1/s]
///   bodies.add_sphere|add_box|add_capsule|add_cylinder        5: place, size, density: a dynamic body called
///                                "dropped 1", "dropped 2", ...; size: radius, half an edge, radius and half
///                                the straight part, radius and half height [m, kg/m^3]
///   bodies.add_collider_sphere|add_collider_box|add_collider_capsule|add_collider_cylinder
///                                4: place, size: a static body called "placed 1", ...; one number runs
///                                through "dropped" and "placed"
///   bodies.add_mesh              6: place of the middle of its bounds, height, kind (0 collider, 1 mould, 2
///                                dynamic), density; or 9: these and how it is turned (meshTurn()) [degrees];
///                                text: a mesh file. Called as those above
///   bodies.remove_added          0: removes all of those. There are at most kMostAddedBodies; beyond that
///                                nothing comes
///   springs.add, springs.remove  0: deeds of one method (MethodRow::deeds)
///   liquid.push                  5: place, radius, acceleration: away from the place if above 0, towards it
///                                below, falling off to the radius; until it is set to 0 [m, m/s^2]
///   liquid.cut                   13: the corners of what a blade swept (edge before: a b, after: d c) and
///                                the speed at which the sides part; links across it go [m, m/s]
///   liquid.freeze, liquid.thaw   4: place and radius: what is there stands like a wall, or moves again [m]
///   liquid.thaw_all              0
///   liquid.erase                 4: place and radius [m]
///   liquid.add_mesh              5: place of the middle of its bounds, height, material; or 8: these and how
///                                it is turned; text: a mesh file to fill with liquid, where there is neither
///                                liquid nor a body [m, degrees]
///   liquid.grab                  4: place and radius; a hand takes the liquid there [m]
///   liquid.carry                 3: where the hand goes [m]
///   liquid.release               0: the hand lets go
///   edits.take_back              1: n: takes back the n-th of this run's events (World::events()) that add,
///                                remove, erase, cut, freeze, thaw or tie; kMostKeptEvents are kept for it
/// A target without numbers is an action.
struct Command {
  std::string target;         ///< one of the targets above
  std::vector<float> values;  ///< numbers of the target, in the units above
  std::string text{};         ///< of targets that take words beside numbers: a mesh file, a material
};

/// The most bodies that commands may add to a world.
inline constexpr std::size_t kMostAddedBodies = 200;
/// The most nozzles that commands may add.
inline constexpr std::size_t kMostAddedEmitters = 32;
/// The most materials that a world may have before a command that adds one is refused.
inline constexpr std::size_t kMostMaterials = 16;
/// How many events are kept to be taken back.
inline constexpr std::size_t kMostKeptEvents = 32;

/// A command with the step at which it was applied.
struct LoggedCommand {
  std::uint64_t step;  ///< applied before this step was taken
  Command command;     ///< the command
};

/// A command of the scene's timeline.
struct TimedCommand {
  double time;      ///< [s]
  Command command;  ///< the command
};

/// What several commands of one target come to.
enum class CommandEffect {
  Setting,  ///< the last one holds, and makes sense in a world that starts again
  State,    ///< the last one holds, for this run: a place, a speed, a switch
  Event     ///< every one counts
};
/// By the target's form alone; what it names need not exist.
CommandEffect effectOf(std::string_view target);
/// True if commands of this target take neither numbers nor text.
bool isAction(std::string_view target);
/// True if commands of this target take text.
bool takesText(std::string_view target);

/// A material as the text of material.NAME.add: lines "key = value"; its name is in the target.
std::string encodeMaterial(const MaterialDefinition& material, std::string_view method);
/// @throws InputError "line N: why", with a suggestion, if the text is no material of this method
MaterialDefinition decodeMaterial(std::string_view text, std::string_view method);

/// Parses `KEY=VALUE` or `KEY=X,Y,Z`. A bare parameter key means METHOD.KEY.
/// @throws InputError if it is not of that form, or names an action
Command parseAssignment(std::string_view text, std::string_view method);

}  // namespace ooze
