// Control particles: what directs liquid by hand, as a scene gives it (Rasmussen et al. 2004, section 3).
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/keyframes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// What a control changes.
enum class ControlKind {
  Velocity,     ///< [m/s]
  Viscosity,    ///< kinematic [m^2/s]
  AddLiquid,    ///< of the level set: liquid joins
  EraseLiquid,  ///< of the level set: liquid goes
  Divergence,   ///< liquid swells, or shrinks below 0 [1/s]
  Temperature   ///< [degrees Celsius]
};

/// What several kinds act on together.
enum class ControlField { Velocity, Viscosity, LevelSet, Divergence, Temperature };
/// Returns the field that controls of this kind change.
[[nodiscard]] ControlField fieldOf(ControlKind kind);

/// Shape of control particles.
enum class ControlShape {
  Sphere,   ///< s is the distance to the centre over the radius
  Cylinder  ///< with flat ends; s is the distance to the axis over the radius
};

/// How far a particle still counts at s = 0 .. 1: wholly up to the rim, 1 - s, or 1 - 3 s^2 + 2 s^3.
enum class Falloff { Box, Hat, Cubic };

/// Beyond the rim, s > 1, nothing is left.
[[nodiscard]] float falloffAt(Falloff falloff, float s);

/// The most particles that one control may have.
inline constexpr std::size_t kMostControlPoints = 1'000'000;

/// What counts for more than this at a place is a hard constraint there; anything else is blended.
inline constexpr float kHardAbove = 0.9f;

/// Where a particle of a control is, in the control's frame.
struct ControlPoint {
  Vec3 place{0.f};           ///< [m]
  Vec3 axis{0.f, 1.f, 0.f};  ///< unit; of cylinders, out of the liquid where they shape it
};

/// The particles of a control, with a tree of boxes over them. They never change, so copies share them.
class ControlPoints {
 public:
  /// Builds the hierarchy. @param points  positions [m] and unit axes
  explicit ControlPoints(std::vector<ControlPoint> points);

  /// Returns all points, in the order passed to the constructor.
  [[nodiscard]] std::span<const ControlPoint> list() const { return points_; }
  [[nodiscard]] const Aabb& bounds() const { return bounds_; }  ///< of their places
  /// Calls f with the index of each whose place is in the box, in no order that means something.
  void within(const Aabb& box, FunctionRef<void(std::uint32_t)> f) const;

 private:
  struct Node {
    Aabb box;
    std::uint32_t begin, end;  ///< in order_
    std::uint32_t right = 0;   ///< the second half; the first one is the next node; 0 of a leaf
  };
  void divide(std::uint32_t begin, std::uint32_t end);

  std::vector<ControlPoint> points_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  Aabb bounds_;
};

/// One description that many particles share: "ridges of the face, hard, moving with it".
struct Control {
  std::string name = "control";               ///< unique in a world
  ControlKind kind = ControlKind::Velocity;   ///< what the control changes
  ControlShape shape = ControlShape::Sphere;  ///< shape of each particle
  Falloff falloff = Falloff::Hat;             ///< how the strength falls with distance
  float radius = 0.01f;                       ///< [m]
  float length = 0.02f;                       ///< of a cylinder, its middle being the particle [m]
  float strength = 0.5f;                      ///< alpha, 0 .. 1; hard above kHardAbove [1]
  Vec3 value{0.f};                            ///< velocity; of other kinds the first number
  Vec3 position{0.f};                         ///< of the particles' frame in the world, or in the body's [m]
  Quat orientation{1.f, 0.f, 0.f, 0.f};       ///< likewise
  std::shared_ptr<const ControlPoints> points{};  ///< null: one particle, at the origin of the frame
  std::string body{};   ///< the name of the body that it follows; "": none. A velocity turns with the body
  bool carried = true;  ///< the body's own velocity comes on top
  double start = 0.0;   ///< [s]
  double stop = 1e9;    ///< [s]
  bool enabled = true;  ///< false: the control does nothing

  // Keys, ascending in time, as interpolate() takes them, in place of the value above. A command that sets
  // that drops them.
  std::vector<PoseKey> placeKeys{};       ///< override position and orientation
  std::vector<VectorKey> valueKeys{};     ///< override `value`
  std::vector<VectorKey> strengthKeys{};  ///< the first number

  [[nodiscard]] Pose poseAt(double time) const;  ///< in the world, or in the body's frame
  /// Returns the value at this time [s], from the keyframes if there are any.
  [[nodiscard]] Vec3 valueAt(double time) const;
  /// Returns alpha at this time [s], from the keyframes if there are any.
  [[nodiscard]] float strengthAt(double time) const;
  /// Whether it acts at all at this time.
  [[nodiscard]] bool isActive(double time) const;
  /// Whether something of it changes with the time.
  [[nodiscard]] bool isKeyed() const;
};

/// Particles along a smooth curve through these places, evenly, no farther apart than the spacing [m].
/// @param places  two at least
/// @throws InputError if they would be more than the limit
std::vector<ControlPoint> controlsAlong(const std::vector<Vec3>& places, float spacing, std::size_t limit);

}  // namespace ooze
