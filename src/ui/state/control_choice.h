// Settings of the brush for control particles, and the name of the chosen control.
#pragma once

#include "ooze/liquid/controls.h"

#include "ui/state/tool_options.h"

#include <optional>
#include <string>

namespace ooze::ui {

/// The direction of a painted velocity control.
enum class ControlAim { Still, Up, Down, AlongStroke, IntoSurface, OutOfSurface };

struct ControlChoice {
  ControlKind kind = ControlKind::Velocity;
  ControlShape shape = ControlShape::Sphere;
  Falloff falloff = Falloff::Hat;
  ToolLength radius{{}, 2.5f, 0.5f, 60.f};
  ToolLength length{{}, 5.f, 0.5f, 60.f};  ///< length of a cylinder
  float strength = 0.5f;                   ///< strength of a new control, 0 .. 1 [1]
  ControlAim aim = ControlAim::AlongStroke;
  float speed = 0.5f;         ///< magnitude of a velocity control [m/s]
  float viscosity = 1.f;      ///< value of a viscosity control [m^2/s]
  float divergence = 2.f;     ///< value of a divergence control [1/s]
  float temperature = 90.f;   ///< value of a temperature control [degrees Celsius]
  float spacing = 0.7f;       ///< distance between the particles of a stroke [control radii]
  bool keyed = false;         ///< a drag during playback is recorded as position keys and played again
  std::string chosen;         ///< name of the control whose values the panel shows; "": none
  std::string shapeFollowed;  ///< name of the body that "Follow this shape" fills; "": the first body
  std::optional<bool> shown;  ///< the view draws control particles; unset: only while they are in use
};

}  // namespace ooze::ui
