// Whatever changes a running world is a Command: applied at a step boundary and logged with its step number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Sets the thing that `target` names to `values` (1 number, or 3 for a vector). Targets:
///   METHOD.PARAMETER             in every material            clavet.yield_ratio_stretch
///   material.NAME.PARAMETER      in one material              material.honey.viscosity_linear
///   world.gravity_x|y|z, world.substeps                       world.substeps (0 = auto)
///   emitter.NAME.enabled|speed|radius|position|direction      emitter.nozzle.position
struct Command {
  std::string target;
  std::vector<float> values;
};

struct LoggedCommand {
  std::uint64_t step;  ///< applied before this step was taken
  Command command;
};

/// A command of the scene's timeline.
struct TimedCommand {
  double time;  ///< [s]
  Command command;
};

/// Parses `KEY=VALUE` or `KEY=X,Y,Z`. A bare parameter key means METHOD.KEY.
/// @throws InputError if it is not of that form
Command parseAssignment(std::string_view text, std::string_view method);

}  // namespace ooze
