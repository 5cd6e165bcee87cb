// Control particles, with which a scene directs the liquid by hand (Rasmussen et al. 2004, section 3).
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

/// The quantity that a control sets.
enum class ControlKind {
  Velocity,     ///< sets the velocity of the liquid, each component -100 .. 100 [m/s]
  Viscosity,    ///< sets the kinematic viscosity of the liquid, 0 .. 1000 [m^2/s]
  AddLiquid,    ///< level set: adds liquid; needs no value
  EraseLiquid,  ///< level set: removes liquid; needs no value
  Divergence,   ///< divergence -1000 .. 1000 [1/s]; liquid expands where positive, shrinks where negative
  Temperature   ///< sets the temperature of the liquid, -273 .. 3000 [degrees Celsius]
};

/// The field of the simulation that a control changes. Several kinds may change the same field.
enum class ControlField { Velocity, Viscosity, LevelSet, Divergence, Temperature };
/// Returns the field that controls of this kind change.
[[nodiscard]] ControlField fieldOf(ControlKind kind);

/// The region of influence of a control particle. `s` is the relative distance from the particle, 1 at the
/// rim.
enum class ControlShape {
  Sphere,   ///< a ball; s = distance to the centre / radius
  Cylinder  ///< a cylinder with flat ends; s = distance to the axis / radius
};

/// Falloff of a control particle's strength over s = 0 .. 1. Box: 1 up to the rim; Hat: 1 - s;
/// Cubic: 1 - 3 s^2 + 2 s^3.
enum class Falloff { Box, Hat, Cubic };

/// Evaluates the falloff. @param s  relative distance, 0 or more [1]
/// @return 0 .. 1 [1]; 0 beyond the rim, s > 1
[[nodiscard]] float falloffAt(Falloff falloff, float s);

/// Largest number of particles in one control.
inline constexpr std::size_t kMaxControlPoints = 1'000'000;

/// Strength above which a control is a hard constraint [1]. Weaker controls are blended with the liquid's
/// value.
inline constexpr float kHardAbove = 0.9f;

/// Position and axis of a control particle in the control's frame.
struct ControlPoint {
  Vec3 place{0.f};           ///< position of the control particle in the control's frame [m]
  Vec3 axis{0.f, 1.f, 0.f};  ///< unit axis of a cylinder; points out of the liquid for level set controls
};

/// The particles of a control with a bounding volume hierarchy (AABB tree) over their positions. Immutable,
/// so that copies of a control share the points.
class ControlPoints {
 public:
  /// Builds the hierarchy. @param points  positions [m] and unit axes, at most kMaxControlPoints
  explicit ControlPoints(std::vector<ControlPoint> points);

  /// Returns all points, in the order passed to the constructor.
  [[nodiscard]] std::span<const ControlPoint> list() const { return points_; }
  [[nodiscard]] const Aabb& bounds() const { return bounds_; }  ///< bounding box of the positions [m]
  /// Calls f with the index in list() of each point inside the box, in unspecified order. Safe to call from
  /// several threads.
  /// @param box  in the control's frame, boundary included [m]
  void within(const Aabb& box, FunctionRef<void(std::uint32_t)> f) const;

 private:
  struct Node {
    Aabb box;
    std::uint32_t begin, end;  ///< range of the node's points in order_, [begin, end)
    std::uint32_t right = 0;   ///< index of the right child; the left child is the next node. 0 for a leaf
  };
  void divide(std::uint32_t begin, std::uint32_t end);

  std::vector<ControlPoint> points_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  Aabb bounds_;
};

/// A control: one set of values shared by many control particles, for example "ridges of the face, hard,
/// moving with the face". Radius and length are 1e-4 .. 100 m.
struct Control {
  std::string name = "control";               ///< name of the control, unique in a world
  ControlKind kind = ControlKind::Velocity;   ///< quantity that the control sets
  ControlShape shape = ControlShape::Sphere;  ///< shape of each control particle
  Falloff falloff = Falloff::Hat;  ///< decrease of the strength with the distance from a control particle
  float radius = 0.01f;            ///< radius of each control particle [m]
  float length = 0.02f;            ///< length of a cylinder, centred on the control particle [m]
  float strength = 0.5f;  ///< blending weight, 0 none .. 1 full; above kHardAbove a hard constraint [1]
  Vec3 value{0.f};  ///< value that the control sets: a velocity [m/s]; other kinds use x only, in their unit
  Vec3 position{0.f};  ///< origin of the particles' frame in the world, or in the body's frame [m]
  Quat orientation{1.f, 0.f, 0.f,
                   0.f};  ///< orientation of the particles' frame in the world or the body's frame
  std::shared_ptr<const ControlPoints> points{};  ///< control particles; null: one at the frame's origin
  std::string body{};   ///< name of the body to follow, "" for none. A velocity turns with the body
  bool carried = true;  ///< true adds the body's own velocity to a velocity control
  double start = 0.0;   ///< the control acts from this time [s]
  double stop = 1e9;    ///< the control acts before this time [s]
  bool enabled = true;  ///< false: the control does nothing

  // Keyframes, ascending in time, for interpolate(). Keys override the constant value above; a command that
  // sets the constant value deletes its keys.
  std::vector<PoseKey> placeKeys{};       ///< keyframes that override position and orientation; may be empty
  std::vector<VectorKey> valueKeys{};     ///< keyframes that override `value`; may be empty
  std::vector<VectorKey> strengthKeys{};  ///< keyframes of `strength`, in the x component; may be empty

  /// Returns the pose at this time [s], in the world or in the frame of the followed body [m].
  [[nodiscard]] Pose poseAt(double time) const;
  /// Returns the value at this time [s], from the keyframes if there are any; unit as for `value`.
  [[nodiscard]] Vec3 valueAt(double time) const;
  /// Returns the blending weight, 0 .. 1, at this time [s]. Keyframes of the strength override the constant.
  [[nodiscard]] float strengthAt(double time) const;
  /// Returns true if the control acts at this time [s]: enabled, start <= time < stop, and strength above 0.
  [[nodiscard]] bool isActive(double time) const;
  /// Returns true if any property is animated by keyframes.
  [[nodiscard]] bool isKeyed() const;
};

/// Places control points evenly along a smooth curve through the given positions.
/// @param places   at least one position [m]; repeated neighbours count once
/// @param spacing  largest distance between neighbouring points along the curve, above 0 [m]
/// @param limit    largest number of points
/// @return points in the order of the curve, both ends included, with the default axis
/// @throws InputError if the curve needs more points than the limit
std::vector<ControlPoint> controlsAlong(const std::vector<Vec3>& places, float spacing, std::size_t limit);

}  // namespace ooze
