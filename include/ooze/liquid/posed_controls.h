// Control particles at a moment: where they are, and what they make of a place (Rasmussen et al. 2004,
// section 3). A place asks only those that are near.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/controls.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// What a control says at a moment.
struct PosedControl {
  const Control* control;                                 ///< never null
  std::uint32_t number;                                   ///< in the list of controls
  Pose pose;                                              ///< of its particles' frame, in the world
  float scale = 1.f;                                      ///< of its particles' places: the body's [1]
  Vec3 value{0.f};                                        ///< in the world's axes
  float strength = 0.f;                                   ///< alpha
  Vec3 velocity{0.f}, angularVelocity{0.f}, centre{0.f};  ///< of what carries it

  /// Returns the value at a position: the control's own plus the velocity of the followed body.
  [[nodiscard]] Vec3 valueAt(const Vec3& place) const {
    return value + velocity + glm::cross(angularVelocity, place - centre);
  }
};

/// @param number  of the control in its list
/// @param bodies  as they are at that time
/// @return nothing if it does not act then [s]
[[nodiscard]] std::optional<PosedControl> poseOf(const Control& control, std::uint32_t number,
                                                 const std::vector<Body>& bodies, double time);

/// The fastest that it makes liquid: as a control of velocity asks for, or as one that swells blows [m/s].
[[nodiscard]] float fastestOf(const PosedControl& control);

/// One particle at a moment.
struct ControlParticle {
  Vec3 place;              ///< [m]
  Vec3 axis;               ///< unit
  Vec3 value;              ///< as Control::value, in the world's axes
  const PosedControl* of;  ///< control of the particle; never null
  std::uint32_t number;    ///< among those of its control

  /// alpha at a place: the control's, less what is lost towards the rim.
  [[nodiscard]] float strengthAt(const Vec3& x) const;
};

/// What control particles come to at a place.
struct ControlInfluence {
  float strength = 0.f;       ///< alpha, of several the largest; 0: nothing acts here
  bool hard = false;          ///< the value holds as it is, and nothing may change it
  Vec3 value{0.f};            ///< of the particles
  std::uint32_t control = 0;  ///< of a hard one, its number

  /// (1 - alpha) V_liquid + alpha V_particle (eq. 4), of this component of the value.
  [[nodiscard]] float blend(float liquid, int component = 0) const;
};

/// Several soft ones are blended, sum alpha_k V_k / sum alpha_k with the largest alpha; of hard ones the last
/// holds, and nothing soft beside it.
/// @param particles  of one field, in the order in which near() gives them; more than are near change nothing
[[nodiscard]] ControlInfluence influenceAt(std::span<const ControlParticle> particles, const Vec3& x);

/// phi with the shapes of particles of the level set, control after control: min(phi, phi_s) where they add,
/// max(phi, -phi_s) where they erase; of soft ones of a control what they make of it in the mean, blended by
/// eq. 4. phi_s is the distance to the sphere, and within a cylinder that to the plane through its middle.
/// @param particles  as for influenceAt()
/// @param phi   there, negative in the liquid [m]
/// @param band  spheres whose falloff is a box count so far beyond their rim too, so that phi crosses 0 at
///              it [m]
[[nodiscard]] float controlledLevelSet(std::span<const ControlParticle> particles, const Vec3& x, float phi,
                                       float band);

/// Two hard controls that want different things at one place.
struct ControlContradiction {
  std::uint32_t earlier, later;  ///< numbers in the list; the later one wins
  Vec3 place;                    ///< [m]
};

/// The controls that act at a moment.
class PosedControls {
 public:
  /// @param controls  outlive this, unchanged
  /// @param bodies    as they are at that time
  void pose(std::span<const Control> controls, const std::vector<Body>& bodies, double time);

  /// Returns true if no control is active.
  [[nodiscard]] bool empty() const { return list_.empty(); }
  /// Returns true if an active control changes this field.
  [[nodiscard]] bool has(ControlField field) const;
  /// Returns the active controls, in the order of the world's list.
  [[nodiscard]] std::span<const PosedControl> list() const { return list_; }
  /// A box that holds all that particles of this field reach.
  [[nodiscard]] Aabb bounds(ControlField field) const;

  /// Particles of this field that may reach into the box, in the order of the list and of their numbers: some
  /// more than do, and none less; for controlledLevelSet() the box is wider by its band. Safe on several
  /// threads.
  /// @param found  becomes them
  void near(ControlField field, const Aabb& box, std::vector<ControlParticle>& found) const;
  /// All of this field.
  void all(ControlField field, std::vector<ControlParticle>& found) const;

  /// The first two hard controls of one field that meet and differ, if there are some.
  [[nodiscard]] std::optional<ControlContradiction> contradiction() const;

 private:
  std::vector<PosedControl> list_;
};

}  // namespace ooze
