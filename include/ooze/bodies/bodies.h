// Solids that the liquid meets: static ones, kinematic ones, and dynamic ones that the liquid moves (Clavet
// 2005, section 6).
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

/// How a body moves.
enum class Motion {
  Static,     ///< never moves
  Kinematic,  ///< follows its keyframes, whatever pushes
  Dynamic     ///< moved by gravity, liquid, other bodies and the mouse
};

/// How a body's solid is drawn; the simulation never reads it.
struct BodyLook {
  std::uint32_t colour = 0xffb8bcc0;  ///< 0xAABBGGRR, sRGB
  bool visible = true;                ///< false: the body is not drawn
};

/// A spring from a point of a body to a place, as the mouse holds it.
struct Pull {
  Vec3 anchor{0.f};  ///< in the body's frame [m]
  Vec3 target{0.f};  ///< [m]
};

/// A solid body with its shape, motion and contact values.
struct Body {
  std::string name;                ///< unique in a world
  SolidShape solid;                ///< what other bodies and pictures know of its shape
  ShapePtr shape;                  ///< what the liquid knows of it
  float scale = 1.f;               ///< of both over what they were made with [1]
  std::filesystem::path meshFile;  ///< of a mesh that a command brought in
  Motion motion = Motion::Static;  ///< how the body moves
  bool present = true;             ///< an absent body is kept, and nothing meets it
  std::vector<PoseKey> keys;       ///< kinematic: ascending in time, as interpolate() takes them

  // Contact with the liquid; unset: the liquid material's own value holds.
  std::optional<float> friction;       ///< 0 slides .. 1 holds (mu, eq. 11) [1]
  std::optional<float> stickiness;     ///< k_stick (eq. 12) [1/s^2]
  std::optional<float> stickDistance;  ///< d_stick (eq. 12) [m]

  // Contact with other bodies.
  float bodyFriction = 0.5f;  ///< Coulomb's; of two bodies the geometric mean holds [1]
  float restitution = 0.f;    ///< 0 stays .. 1 bounces; of two bodies the larger holds [1]

  // Of dynamic bodies.
  float density = 1000.f;    ///< [kg/m^3]
  MassProperties unitMass;   ///< of the shape at density 1
  std::optional<Pull> pull;  ///< spring to a target, if somebody holds the body
  bool wet = false;          ///< liquid touched it in this step

  Pose pose;                  ///< at the end of the current step
  Pose previousPose;          ///< at its start; if keys jump in it, as if they had jumped before
  Vec3 velocity{0.f};         ///< of the centre of mass over the step [m/s]
  Vec3 angularVelocity{0.f};  ///< [rad/s]
  BodyLook look;              ///< how the body is drawn

  /// Whether forces move it.
  [[nodiscard]] bool isMoved() const { return present && motion == Motion::Dynamic; }
  /// Returns true if the body is present and visible.
  [[nodiscard]] bool isDrawn() const { return present && look.visible; }
  [[nodiscard]] double mass() const { return density * unitMass.volume; }  ///< [kg]
  /// The centre of mass, in the world; the origin for a body that is not dynamic.
  [[nodiscard]] Vec3 centre() const { return pose.toWorld(Vec3(unitMass.centre)); }
  /// Velocity of the material point of the body that is at `p` (world) now.
  [[nodiscard]] Vec3 velocityAt(const Vec3& p) const {
    return velocity + glm::cross(angularVelocity, p - centre());
  }
};

/// A body at the origin with its distance field and, if it is dynamic, its mass.
/// @param cell, cacheFolder  as for makeDistance()
/// @throws InputError as makeDistance(), and if it is dynamic as massProperties()
Body makeBody(std::string name, const SolidShape& solid, Motion motion, float cell = 0.f,
              const std::filesystem::path& cacheFolder = {});

class ContactSolver;

/// The bodies of a world. A step saves their poses and moves them; where the liquid changes the velocities of
/// dynamic ones, it moves these again from the saved poses (Clavet 2005, Algorithm 6).
struct Bodies {
  /// Takes the bodies as they stand.
  explicit Bodies(std::vector<Body> bodies = {});
  ~Bodies();
  Bodies(Bodies&&) noexcept;
  Bodies& operator=(Bodies&&) noexcept;

  std::vector<Body> list;  ///< all bodies, absent ones too, in the order of the specification

  /// Saves every pose, moves kinematic bodies to their keyframed pose at `time`, sets their velocities, and
  /// moves dynamic ones on by the velocities that they have. Of keys that jump, velocities leave the jump
  /// out.
  /// @param time  at the end of the step [s]
  /// @param dt    length of the step [s]
  void advance(double time, float dt);

  /// Moves dynamic bodies again from where they were before advance(), now with contacts between bodies
  /// resolved, which changes their velocities. A body that neither liquid nor body touches falls along the
  /// exact parabola.
  /// @param gravity  already in the velocities [m/s^2]
  /// @throws RunError if a body is no longer finite, or farther than 1000 km from the origin
  void advanceAgain(float dt, const Vec3& gravity);

 private:
  std::unique_ptr<ContactSolver> contacts_;  // made when the first dynamic body moves; keeps shapes only
};

}  // namespace ooze
