// An articulated figure, an artist's mannequin: its bones, and where they are in a stance.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/solid_shape.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace ooze {

// All lengths here are in body heights. The figure stands at the origin, y up, and looks along z; its left is
// x.

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

struct BoneForm {
  std::string_view name;  ///< "left foot"
  Bone parent;            ///< of the hips: the hips
  Vec3 joint;             ///< where it turns, in the parent's frame
  SolidShape::Kind kind;  ///< capsule or ellipsoid
  Vec3 size;              ///< as in SolidShape
  Vec3 centre;            ///< of the solid, in the bone's frame, whose origin is the joint
};
const std::array<BoneForm, kBoneCount>& boneForms();

/// The ankle's height over a flat sole.
inline constexpr float kAnkle = 0.042f;

/// Where a foot is and how it is turned: the pose of the ankle.
struct Feet {
  Pose left, right;
};

/// What a motion decides: the legs follow from the hips and the feet.
struct Stance {
  Pose hips;
  Feet feet;
  std::array<Quat, kBoneCount> turn;  ///< of spine, neck and arms, each in its parent's frame

  Stance() { turn.fill(Quat(1.f, 0.f, 0.f, 0.f)); }
  Quat& operator[](Bone bone) { return turn[indexOf(bone)]; }
};

/// The poses of all bones, in the figure's frame: forward kinematics from the hips up, and for each leg the
/// one bend of hip and knee that puts the ankle in its place, the knee in front. An ankle out of reach comes
/// as near as a nearly straight leg lets it.
std::array<Pose, kBoneCount> posesOf(const Stance& stance);

/// The height of the lowest point of a foot, which is an ellipsoid, over y = 0.
float lowestPointOfFoot(const Pose& ankle);

}  // namespace ooze
