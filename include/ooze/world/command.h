// Whatever changes a running world is a Command: applied at a step boundary and logged with its step number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Sets the thing that `target` names to `values`, or does what it names. Targets, with the numbers that they
/// take (1 if none are given):
///   METHOD.PARAMETER             in every material            clavet.yield_ratio_stretch
///   material.NAME.PARAMETER      in one material              material.honey.viscosity_linear
///   world.gravity_x|y|z, world.substeps                       world.substeps (0 = auto)
///   emitter.NAME.enabled|speed|radius|position|direction      position and direction: 3
///   body.NAME.present            0 takes the body out, 1 puts it back where it was
///   body.NAME.friction|stickiness|stick_distance              with the liquid, instead of the liquid's own
///   body.NAME.position           3; of a body that does not follow keyframes [m]
///   body.NAME.density|velocity|angular_velocity               of a dynamic body; 1, 3, 3 [kg/m^3, m/s,
///   rad/s] body.NAME.pull               6: a point in the body's frame, held by a spring to a place [m]
///   body.NAME.release            0: ends the pull
///   bodies.add_sphere|add_box|add_capsule|add_cylinder        5: place, size, density: a dynamic body called
///                                "dropped 1", "dropped 2", ...; size: radius, half an edge, radius and half
///                                the straight part, radius and half height [m, kg/m^3]. At most
///                                kMostAddedBodies; beyond that nothing comes
///   bodies.remove_added          0: removes all of those
///   springs.add, springs.remove  0: Method::addSprings(), removeSprings()
///   liquid.grab                  4: place and radius; a hand takes the liquid there [m]
///   liquid.carry                 3: where the hand goes [m]
///   liquid.release               0: the hand lets go
/// A target without numbers is an action.
struct Command {
  std::string target;
  std::vector<float> values;
  std::string text{};  ///< of targets that take words beside numbers: a mesh file, a material
};

/// The most bodies that commands may add to a world.
inline constexpr std::size_t kMostAddedBodies = 200;

struct LoggedCommand {
  std::uint64_t step;  ///< applied before this step was taken
  Command command;
};

/// A command of the scene's timeline.
struct TimedCommand {
  double time;  ///< [s]
  Command command;
};

/// What several commands of one target come to.
enum class CommandEffect {
  Setting,  ///< the last one holds, and makes sense in a world that starts again
  State,    ///< the last one holds, for this run: a place, a speed, a switch
  Event     ///< every one counts
};
/// By the target's form alone; what it names need not exist.
CommandEffect effectOf(std::string_view target);
/// True if commands of this target take no numbers.
bool isAction(std::string_view target);

/// Parses `KEY=VALUE` or `KEY=X,Y,Z`. A bare parameter key means METHOD.KEY.
/// @throws InputError if it is not of that form, or names an action
Command parseAssignment(std::string_view text, std::string_view method);

}  // namespace ooze
