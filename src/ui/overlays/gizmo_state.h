// State of the transform gizmo: the selected object and the mode.
#pragma once

#include "ooze/base/math.h"

#include <cstddef>

namespace ooze::ui {

enum class GizmoMode { Move, Turn, Scale };

struct GizmoState {
  /// The selected kind of object: InterfaceState::body, InterfaceState::emitter, or a nozzle that is about to
  /// be added.
  enum class Chosen { Body, Nozzle, NewNozzle } chosen = Chosen::Body;
  GizmoMode mode = GizmoMode::Move;
  std::size_t nozzles = 0;  ///< number of nozzles before the new nozzle
  Vec3 typed{0.f};  ///< Euler angles typed last; several sets of angles give the same rotation [degrees]
};

}  // namespace ooze::ui
