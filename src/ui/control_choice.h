// What the brush for control particles is set to, and which control is chosen.
#pragma once

#include "ooze/liquid/controls.h"

#include "ui/tool_options.h"

#include <optional>
#include <string>

namespace ooze::ui {

/// Where a velocity that is painted points.
enum class ControlAim { Still, Up, Down, AlongStroke, IntoSurface, OutOfSurface };

struct ControlChoice {
  ControlKind kind = ControlKind::Velocity;
  ControlShape shape = ControlShape::Sphere;
  Falloff falloff = Falloff::Hat;
  ToolLength radius{{}, 2.5f, 0.5f, 60.f};
  ToolLength length{{}, 5.f, 0.5f, 60.f};  ///< of cylinders
  float strength = 0.5f;                   ///< [1]
  ControlAim aim = ControlAim::AlongStroke;
  float speed = 0.5f;         ///< of a velocity [m/s]
  float viscosity = 1.f;      ///< [m^2/s]
  float divergence = 2.f;     ///< [1/s]
  float temperature = 90.f;   ///< [degrees Celsius]
  float spacing = 0.7f;       ///< between the particles of a stroke, in radii
  bool keyed = false;         ///< a drag while time goes is played again
  std::string chosen;         ///< the control whose values the panel shows; "": none
  std::string shapeFollowed;  ///< the body that "Follow this shape" is about; "": the first
  std::optional<bool> shown;  ///< whether the view draws controls; unset: while they are in use
};

}  // namespace ooze::ui
