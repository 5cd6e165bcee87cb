// Control particles evaluated at one time: their poses, and their influence on a position (Rasmussen et al.
// 2004, section 3). Evaluation considers only the control particles near the position.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/controls.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// A control with pose, value and strength evaluated at one time.
struct PosedControl {
  const Control* control;  ///< the control, never null; points into the list of controls
  std::uint32_t number;    ///< index of the control in the list of controls
  Pose pose;               ///< pose of the particles' frame in the world
  float scale = 1.f;       ///< scale of the followed body, applied to the points [1]
  Vec3 value{0.f};         ///< Control::value in world axes, in the unit of the kind
  float strength = 0.f;    ///< blending weight of the control at the centre of each particle, 0 .. 1 [1]
  /// Rigid motion of the followed body [m/s, rad/s, m]; 0 unless a velocity control is carried.
  Vec3 velocity{0.f}, angularVelocity{0.f}, centre{0.f};

  /// Returns the value at a position in the world [m]: the control's own plus the velocity of the followed
  /// body, in the unit of the kind.
  [[nodiscard]] Vec3 valueAt(const Vec3& place) const {
    return value + velocity + glm::cross(angularVelocity, place - centre);
  }
};

/// Evaluates a control at one time.
/// @param control  must outlive the result
/// @param number  index of the control in the list
/// @param bodies  bodies posed at that time
/// @param time    simulated time [s]
/// @return empty if the control is not active at that time, or the body that it follows is absent
[[nodiscard]] std::optional<PosedControl> poseOf(const Control& control, std::uint32_t number,
                                                 const std::vector<Body>& bodies, double time);

/// Returns an upper bound of the speed that a control gives the liquid [m/s]: the speed of a velocity
/// control, or the outflow speed of a divergence control. 0 for all other kinds.
[[nodiscard]] float maxSpeedOf(const PosedControl& control);

/// One control particle evaluated at one time.
struct ControlParticle {
  Vec3 place;  ///< position of the control particle in the world [m]
  Vec3 axis;   ///< axis of a cylinder, a unit vector in world axes
  Vec3 value;  ///< value of the control at this place (PosedControl::valueAt()), in the unit of the kind
  const PosedControl* of;  ///< control that owns the particle, never null; valid until PosedControls::pose()
  std::uint32_t number;    ///< index of the particle within its control

  /// Returns the blending weight, 0 .. 1, at a position in the world [m]: the control's strength times the
  /// falloff.
  [[nodiscard]] float strengthAt(const Vec3& x) const;
};

/// Combined influence of control particles on one position.
struct ControlInfluence {
  float strength = 0.f;       ///< largest blending weight of all particles, 0 .. 1; 0 if none acts here [1]
  bool hard = false;          ///< true if the value is a hard constraint that nothing may change
  Vec3 value{0.f};            ///< combined value of the control particles, in the unit of the kind
  std::uint32_t control = 0;  ///< index of the control that sets a hard constraint

  /// Blends one component with the liquid's value by alpha = `strength`: (1 - alpha) V_liquid + alpha
  /// V_particle (Rasmussen et al. 2004, section 3, eq. 4). A hard constraint replaces the value.
  /// @param liquid     the liquid's value, in the unit of the kind
  /// @param component  0 .. 2 for a velocity, 0 for all other kinds
  [[nodiscard]] float blend(float liquid, int component = 0) const;
};

/// Combines the control particles at a position. Soft particles are blended by their weights alpha_k
/// (strengthAt()): sum alpha_k V_k / sum alpha_k with the largest alpha. Among hard particles the last one
/// wins, and soft particles have no effect beside them (Rasmussen et al. 2004, section 3, extended to several
/// soft particles).
/// @param particles  particles of one field in the order of near(); particles out of reach have no effect
/// @param x          position in the world [m]
[[nodiscard]] ControlInfluence influenceAt(std::span<const ControlParticle> particles, const Vec3& x);

/// Applies the level set controls to phi, one control after another: min(phi, phi_s) for AddLiquid and
/// max(phi, -phi_s) for EraseLiquid. The results of a control's soft particles are averaged and blended by
/// eq. 4. phi_s is the distance to the sphere, or inside a cylinder the distance to the plane through its
/// centre.
/// @param particles  as for influenceAt(), of ControlField::LevelSet
/// @param x     position in the world [m]
/// @param phi   signed distance of the liquid at x, negative inside [m]
/// @param band  width beyond the rim in which spheres with Falloff::Box still act, so that phi crosses 0 at
///              the rim [m]
/// @return the changed signed distance [m]; phi itself where no particle acts
[[nodiscard]] float controlledLevelSet(std::span<const ControlParticle> particles, const Vec3& x, float phi,
                                       float band);

/// Two hard controls that demand different values at one position.
struct ControlConflict {
  std::uint32_t earlier, later;  ///< indices of the two controls in the list; the later control wins
  Vec3 place;                    ///< place where both controls act, in the world [m]
};

/// All controls that are active at one time. Const member functions are safe to call from several threads.
class PosedControls {
 public:
  /// Evaluates all controls at one time [s].
  /// @param controls  must outlive this object unchanged
  /// @param bodies    bodies posed at that time
  void pose(std::span<const Control> controls, const std::vector<Body>& bodies, double time);

  /// Returns true if no control is active.
  [[nodiscard]] bool empty() const { return list_.empty(); }
  /// Returns true if an active control changes this field.
  [[nodiscard]] bool has(ControlField field) const;
  /// Returns the active controls, in the order of the world's list.
  [[nodiscard]] std::span<const PosedControl> list() const { return list_; }
  /// Returns a box in the world that contains the reach of all particles of this field [m]; empty if there
  /// are none.
  [[nodiscard]] Aabb bounds(ControlField field) const;

  /// Finds all particles of this field that may reach into the box, ordered by control and by index. The
  /// result is conservative: it may contain some particles that do not reach the box. For
  /// controlledLevelSet() the caller must widen the box by the band.
  /// @param box    in the world [m]
  /// @param found  replaced by the result
  void near(ControlField field, const Aabb& box, std::vector<ControlParticle>& found) const;
  /// Collects all particles of this field, ordered by control and by index.
  /// @param found  replaced by the result
  void all(ControlField field, std::vector<ControlParticle>& found) const;

  /// Returns the first two overlapping hard controls of one field with different values, or empty if there
  /// are none among the first million overlaps.
  [[nodiscard]] std::optional<ControlConflict> contradiction() const;

 private:
  std::vector<PosedControl> list_;
};

}  // namespace ooze
