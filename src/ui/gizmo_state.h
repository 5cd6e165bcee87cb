// What the gizmo holds, and what it does with it.
#pragma once

#include "ooze/base/math.h"

#include <cstddef>

namespace ooze::ui {

enum class GizmoMode { Move, Turn, Scale };

struct GizmoState {
  /// InterfaceState::body or ::emitter; or the nozzle that will be there soon.
  enum class Chosen { Body, Nozzle, NewNozzle } chosen = Chosen::Body;
  GizmoMode mode = GizmoMode::Move;
  std::size_t nozzles = 0;  ///< that there were before the new one
  Vec3 typed{0.f};          ///< the angles that were typed last: several come to one turn [degrees]
};

}  // namespace ooze::ui
