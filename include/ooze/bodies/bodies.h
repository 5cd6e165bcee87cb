// Rigid bodies that the liquid collides with: static, kinematic and dynamic ones.
// Source: Clavet 2005, section 6.
#pragma once

#include "ooze/base/math.h"
#include "ooze/bodies/keyframes.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Says how a body moves.
enum class Motion {
  Static,     ///< the body never moves
  Kinematic,  ///< the body follows its keyframes and ignores all forces
  Dynamic     ///< the body is moved by gravity, liquid, other bodies and the mouse
};

/// Drawing properties of a body. The simulation never reads them.
struct BodyLook {
  std::uint32_t colour = 0xffb8bcc0;  ///< colour of the body, 0xAABBGGRR in sRGB
  bool visible = true;                ///< true if the body is drawn
};

/// The spring by which the mouse drags a dynamic body: pulls a point of the body to a target point.
struct Pull {
  Vec3 anchor{0.f};  ///< point of the body that is held, in the body's frame [m]
  Vec3 target{0.f};  ///< place to which the anchor is pulled, in the world [m]
};

/// A rigid body: its shape, its motion, its contact parameters and its present state. Poses and velocities
/// are in world axes.
struct Body {
  std::string name;                ///< name of the body, unique in a world
  SolidShape solid;                ///< shape for rigid-body contacts, mass and drawing
  ShapePtr shape;                  ///< signed distance field for collisions with liquid, in the body's frame
  float scale = 1.f;               ///< factor on the initial size; `solid` and `shape` include the scale [1]
  std::filesystem::path meshFile;  ///< mesh file imported by a command; empty otherwise
  Motion motion = Motion::Static;  ///< kind of motion: static, kinematic or dynamic
  bool present = true;  ///< true if the body takes part in collisions; false keeps the body in the list only
  std::vector<PoseKey> keys;  ///< keyframes of a kinematic body, ascending in time (interpolate())

  // Contact parameters with liquid (Clavet et al. 2005, eq. 11 and 12). An unset value means that the liquid
  // material's own value applies.
  std::optional<float> friction;       ///< friction mu in eq. 11, 0 .. 1: 0 slides freely, 1 sticks [1]
  std::optional<float> stickiness;     ///< stiffness k_stick of sticking (eq. 12), 0 .. 1e6 [1/s^2]
  std::optional<float> stickDistance;  ///< distance d_stick within which liquid sticks (eq. 12), 0 .. 1 [m]

  // Contact parameters with other bodies.
  /// Coulomb friction coefficient, 0 .. 10; a pair of bodies uses the geometric mean [1].
  float bodyFriction = 0.5f;
  float restitution = 0.f;  ///< bounce, 0 none .. 1 elastic; a pair of bodies uses the larger value [1]

  // Fields for dynamic bodies only.
  float density = 1000.f;    ///< mass density of the body, 1 .. 1e5 [kg/m^3]
  MassProperties unitMass;   ///< mass properties of the shape at density 1
  std::optional<Pull> pull;  ///< spring that pulls the body to a target; unset if nobody holds the body
  bool wet = false;          ///< true if liquid touched the body in this time step

  Pose pose;  ///< pose at the end of the current time step
  /// Pose at the start of the time step; a jump of the keys within the step counts as done before the start.
  Pose previousPose;
  Vec3 velocity{0.f};         ///< velocity of the centre of mass over the time step [m/s]
  Vec3 angularVelocity{0.f};  ///< angular velocity over the time step, in world axes [rad/s]
  BodyLook look;              ///< colour and visibility

  /// Returns true if forces move the body: present and dynamic.
  [[nodiscard]] bool isMoved() const { return present && motion == Motion::Dynamic; }
  /// Returns true if the body is present and visible.
  [[nodiscard]] bool isDrawn() const { return present && look.visible; }
  [[nodiscard]] double mass() const { return density * unitMass.volume; }  ///< mass of the body [kg]
  /// Returns the centre of mass in world space [m]; for a body that is not dynamic, the origin of its frame.
  [[nodiscard]] Vec3 centre() const { return pose.toWorld(Vec3(unitMass.centre)); }
  /// Returns the velocity of the body's material point that is now at `p` (world space) [m/s].
  [[nodiscard]] Vec3 velocityAt(const Vec3& p) const {
    return velocity + glm::cross(angularVelocity, p - centre());
  }
};

/// Makes a resting body at the origin with its signed distance field and, if dynamic, its mass properties.
/// @param cell, cacheFolder  as for makeDistance()
/// @throws InputError as makeDistance(), and for a dynamic body as massProperties()
Body makeBody(std::string name, const SolidShape& solid, Motion motion, float cell = 0.f,
              const std::filesystem::path& cacheFolder = {});

class ContactSolver;

/// The rigid bodies of a world.
/// A time step first saves all poses and moves the bodies (advance()). Liquid then changes the velocities of
/// dynamic bodies. Finally advanceWithContacts() moves these bodies again from the saved poses (Clavet 2005,
/// Algorithm 6).
struct Bodies {
  /// Takes the bodies as they stand, without validation.
  explicit Bodies(std::vector<Body> bodies = {});
  ~Bodies();
  Bodies(Bodies&&) noexcept;
  Bodies& operator=(Bodies&&) noexcept;

  std::vector<Body> list;  ///< all bodies, absent ones too, in the order of the specification

  /// Saves every pose, then moves kinematic bodies along their keys and dynamic bodies by their velocities.
  /// Kinematic bodies get the pose of their keys at `time` and the matching velocities. A jump between keys
  /// does not count as velocity.
  /// @param time  end of the time step [s]
  /// @param dt    length of the time step, 0 or more [s]; with 0, kinematic bodies get no velocity
  void advance(double time, float dt);

  /// Repeats the motion of dynamic bodies from the poses that advance() saved. Their velocities now include
  /// the change by the liquid. Resolves the contacts between bodies.
  /// Contact resolution changes the velocities. A body that touches neither liquid nor another body falls
  /// along the exact parabola.
  /// @param dt       length of the time step; the same as for advance() [s]
  /// @param gravity  already included in the velocities [m/s^2]
  /// @throws RunError if a present body is no longer finite, or farther than 1000 km from the origin; the
  ///         bodies are then partly moved
  void advanceWithContacts(float dt, const Vec3& gravity);

  /// Returns the bodies with the velocities that contacts between them would give, without moving any body.
  /// @param moving   copies of `list` with the velocities before contacts, gravity included
  /// @param dt       as for advanceWithContacts()
  /// @param gravity  as for advanceWithContacts()
  /// @param touched  receives for each body whether another body pushes it
  [[nodiscard]] std::vector<Body> predictContacts(std::vector<Body> moving, float dt, const Vec3& gravity,
                                                  std::vector<bool>& touched);

 private:
  // Made when the first dynamic body moves; keeps collision shapes only between time steps.
  std::unique_ptr<ContactSolver> contacts_;
};

}  // namespace ooze
