// Skeleton of an articulated character, an artist's mannequin: its bones, and their poses in a stance.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/solid_shape.h"

#include <array>
#include <cstddef>
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

}  // namespace ooze
