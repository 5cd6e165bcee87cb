// Options and state of the mouse tools: brush, nozzle, control brush, gizmo and microscope. Lengths without a
// chosen value scale with the liquid's interaction radius h.
#pragma once

#include "ooze/base/math.h"
#include "ooze/liquid/controls.h"
#include "ooze/world/snapshot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ooze::ui {

/// A length that the user may choose, with a default and limits relative to the interaction radius h.
struct ToolLength {
  std::optional<float> chosen;  ///< length chosen by the user [m]; unset: `usual`
  float usual;                  ///< default length [h]
  float least, most;            ///< limits of the length [h]

  /// Returns the length for this world, clamped to its limits. A length chosen in another scene may lie
  /// outside.
  /// @return length [m]
  [[nodiscard]] float in(const Snapshot& snapshot) const {
    const float h = snapshot.interactionRadius;
    return std::clamp(chosen.value_or(usual * h), least * h, most * h);
  }
  void scale(const Snapshot& snapshot, float factor) {
    chosen = in(snapshot)*factor;
    chosen = in(snapshot);
  }
};

struct ToolOptions {
  ToolLength brush{{}, 2.5f, 1.f, 40.f};     ///< brush radius of push, freeze, erase and suction
  ToolLength grip{{}, 2.5f, 1.f, 60.f};      ///< radius of the liquid that the grab tool holds
  ToolLength nozzle{{}, 0.8f, 0.5f, 15.f};   ///< radius of the pour tool's nozzle
  ToolLength height{{}, 6.f, 2.f, 80.f};     ///< height of that nozzle above the surface below
  ToolLength collider{{}, 2.f, 0.5f, 25.f};  ///< half size of a collider
  float pourSpeed = 0.8f;                    ///< speed of poured liquid at the nozzle [m/s]
  float push = 40.f;                         ///< acceleration at the centre of the brush [m/s^2]
  float part = 0.3f;                         ///< speed at which the sides of a cut move apart [m/s]
  std::size_t colliderShape = 0;             ///< index into dropShapes()
};

/// The direction of a painted velocity control.
enum class ControlAim { Still, Up, Down, AlongStroke, IntoSurface, OutOfSurface };

/// Settings of the brush for control particles, and the name of the chosen control.
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

enum class GizmoMode { Move, Turn, Scale };

/// State of the transform gizmo: the selected object and the mode.
struct GizmoState {
  /// The selected kind of object: InterfaceState::body, InterfaceState::emitter, or a nozzle that is about to
  /// be added.
  enum class Chosen { Body, Nozzle, NewNozzle } chosen = Chosen::Body;
  GizmoMode mode = GizmoMode::Move;
  std::size_t nozzles = 0;  ///< number of nozzles before the new nozzle
  std::string stoppedBy;    ///< solid that stopped the last move of the selected body; "": none
  Vec3 typed{0.f};  ///< Euler angles typed last; several sets of angles give the same rotation [degrees]
};

/// Title of the microscope panel, which is a tab below the view.
inline constexpr const char* kMicroscopeTab = "Microscope";

/// State of the microscope that persists between frames.
struct MicroscopeState {
  std::size_t stage = 0;                  ///< index into the record's stages
  std::optional<std::uint32_t> particle;  ///< id of the chosen particle; unset: none
  bool closeUp = false;  ///< draws only particles near the chosen particle, as balls and sticks
  /// Scale of displacements; 0: chosen so that the stage's displacements are visible.
  float exaggeration = 0.f;
};

}  // namespace ooze::ui
