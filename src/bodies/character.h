// An articulated character, an artist's mannequin: the bones of its skeleton, their poses in a stance, and
// procedural motion (standing, walking along a path, dancing on the spot).
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/solid_shape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ooze {

// All lengths in this file are in body heights. The character stands at the origin, y up, and looks along z;
// its left is x.

/// The bones of the skeleton. Parents come before their children.
enum class Bone : std::size_t {
  Hips,
  Waist,
  Chest,
  Neck,
  Head,
  LeftUpperArm,
  LeftForearm,
  LeftHand,
  RightUpperArm,
  RightForearm,
  RightHand,
  LeftThigh,
  LeftShin,
  LeftFoot,
  RightThigh,
  RightShin,
  RightFoot
};
inline constexpr std::size_t kBoneCount = 17;
constexpr std::size_t indexOf(Bone bone) { return static_cast<std::size_t>(bone); }

/// The geometry of one bone and its attachment to the parent bone.
struct BoneForm {
  std::string_view name;       ///< name of the bone in words, such as "left foot"
  Bone parent;                 ///< parent bone; the hips are their own parent
  Vec3 joint;                  ///< joint around which the bone turns, in the parent's frame
  SolidShape::SolidKind kind;  ///< capsule or ellipsoid
  Vec3 size;                   ///< dimensions as in SolidShape
  Vec3 centre;                 ///< centre of the solid, in the bone's frame, whose origin is the joint
};
const std::array<BoneForm, kBoneCount>& boneForms();

/// Height of the ankle over a flat sole.
inline constexpr float kAnkle = 0.042f;

/// The poses of both ankles, which place and orient the feet.
struct Feet {
  Pose left, right;
};

/// The inputs that a motion sets: the pose of the hips, the poses of the feet, and joint rotations.
/// The legs follow from the hips and the feet by inverse kinematics.
struct Stance {
  Pose hips;
  Feet feet;
  /// Rotations of spine, neck and arms, each in the parent bone's frame.
  std::array<Quat, kBoneCount> turn;

  Stance() { turn.fill(Quat(1.f, 0.f, 0.f, 0.f)); }
  Quat& operator[](Bone bone) { return turn[indexOf(bone)]; }
};

/// Returns the poses of all bones, in the character's frame.
/// Spine, neck and arms use forward kinematics from the hips up. Each leg uses inverse kinematics: the unique
/// bend of hip and knee that puts the ankle in its pose with the knee in front. An ankle out of reach comes
/// as near as a nearly straight leg allows.
std::array<Pose, kBoneCount> computeBonePoses(const Stance& stance);

/// Returns the height over y = 0 of the lowest point of a foot, which is an ellipsoid.
float lowestPointOfFoot(const Pose& ankle);

enum class GaitKind : std::uint8_t { Stand, Walk, Dance };

/// The kind and the parameters of a character's motion.
struct Gait {
  GaitKind kind = GaitKind::Stand;
  double cyclesPerSecond = 1.0;  ///< a walk's cycle is two steps, a dance's four beats
  double curvature = 0.0;        ///< curvature of a walk's path, positive to the left [1 / body height]
};

/// Distance covered by one walking cycle of two steps [body heights].
inline constexpr double kStride = 0.55;
/// Fraction of a cycle during which a walking foot is on the ground [1].
inline constexpr double kGroundFraction = 0.62;

/// Returns the character's stance after a number of cycles.
/// A walk begins at the origin along z, with the left foot just down. Feet on the ground do not slide: they
/// stand flat and roll off over the ball of the foot.
Stance computeStance(const Gait& gait, double cycles);

/// Returns the cycles completed at `seconds` after the start. The motion takes half a second to reach full
/// speed.
double cyclesAt(const Gait& gait, double seconds);

}  // namespace ooze
