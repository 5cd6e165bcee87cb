#include "bodies/character.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

constexpr auto kCapsule = SolidShape::SolidKind::Capsule, kEllipsoid = SolidShape::SolidKind::Ellipsoid;

// Proportions of an adult (Drillis and Contini 1966), with the rounder limbs and fuller joints of a
// mannequin.
constexpr float kUpperArm = 0.17f, kForearm = 0.145f, kThigh = 0.245f, kShin = 0.243f;
constexpr Vec3 kFootSize{0.033f, 0.026f, 0.075f}, kFootCentre{0.f, kFootSize.y - kAnkle, 0.036f};

/// Makes a capsule bone that hangs from its joint and ends around the next joint.
BoneForm limb(std::string_view name, Bone parent, const Vec3& joint, float length, float radius) {
  return {name, parent, joint, kCapsule, {radius, 0.5f * length, 1.f}, {0.f, -0.5f * length, 0.f}};
}

std::array<BoneForm, kBoneCount> makeForms() {
  const auto arm = [](float side) { return Vec3(side * 0.108f, 0.115f, 0.f); };
  const auto leg = [](float side) { return Vec3(side * 0.053f, 0.f, 0.f); };
  const Vec3 wrist(0.f, -kForearm, 0.f), handSize(0.017f, 0.046f, 0.027f), handCentre(0.f, -0.048f, 0.f);
  const Vec3 elbow(0.f, -kUpperArm, 0.f), knee(0.f, -kThigh, 0.f), ankle(0.f, -kShin, 0.f);
  return {
      BoneForm{"hips", Bone::Hips, Vec3(0.f), kEllipsoid, {0.093f, 0.062f, 0.064f}, {0.f, 0.018f, 0.f}},
      BoneForm{
          "waist", Bone::Hips, {0.f, 0.075f, 0.f}, kEllipsoid, {0.07f, 0.06f, 0.052f}, {0.f, 0.02f, 0.f}},
      BoneForm{
          "chest", Bone::Waist, {0.f, 0.08f, 0.f}, kEllipsoid, {0.098f, 0.1f, 0.065f}, {0.f, 0.06f, 0.f}},
      BoneForm{"neck", Bone::Chest, {0.f, 0.145f, 0.f}, kCapsule, {0.026f, 0.02f, 1.f}, {0.f, 0.025f, 0.f}},
      BoneForm{
          "head", Bone::Neck, {0.f, 0.05f, 0.f}, kEllipsoid, {0.053f, 0.07f, 0.062f}, {0.f, 0.06f, 0.01f}},
      limb("left upper arm", Bone::Chest, arm(1.f), kUpperArm, 0.028f),
      limb("left forearm", Bone::LeftUpperArm, elbow, kForearm, 0.023f),
      BoneForm{"left hand", Bone::LeftForearm, wrist, kEllipsoid, handSize, handCentre},
      limb("right upper arm", Bone::Chest, arm(-1.f), kUpperArm, 0.028f),
      limb("right forearm", Bone::RightUpperArm, elbow, kForearm, 0.023f),
      BoneForm{"right hand", Bone::RightForearm, wrist, kEllipsoid, handSize, handCentre},
      limb("left thigh", Bone::Hips, leg(1.f), kThigh, 0.042f),
      limb("left shin", Bone::LeftThigh, knee, kShin, 0.031f),
      BoneForm{"left foot", Bone::LeftShin, ankle, kEllipsoid, kFootSize, kFootCentre},
      limb("right thigh", Bone::Hips, leg(-1.f), kThigh, 0.042f),
      limb("right shin", Bone::RightThigh, knee, kShin, 0.031f),
      BoneForm{"right foot", Bone::RightShin, ankle, kEllipsoid, kFootSize, kFootCentre}};
}

/// Returns the orientation of a bone that hangs along `down`, with its front as near to `front` as possible.
Quat hangingOrientation(const Vec3& down, const Vec3& front) {
  const Vec3 y = -glm::normalize(down);
  const Vec3 x = glm::normalize(glm::cross(y, front));
  return glm::normalize(glm::quat_cast(glm::mat3(x, y, glm::cross(x, y))));
}

/// Solves the leg's inverse kinematics by the law of cosines: bends hip and knee so that the ankle reaches
/// its pose.
void solveLeg(std::array<Pose, kBoneCount>& poses, Bone thigh, Bone shin, Bone foot, const Pose& ankle) {
  const Pose& hips = poses[indexOf(Bone::Hips)];
  const Vec3 hip = hips.toWorld(boneForms()[indexOf(thigh)].joint);
  const Vec3 front = hips.orientation * Vec3(0.f, 0.f, 1.f) + ankle.orientation * Vec3(0.f, 0.f, 1.f);
  const Vec3 line = ankle.position - hip;
  const Vec3 down = glm::normalize(line);
  const float distance =
      std::clamp(glm::length(line), 1.05f * std::abs(kThigh - kShin), 0.9995f * (kThigh + kShin));
  const float along = (distance * distance + kThigh * kThigh - kShin * kShin) / (2.f * distance);
  const float ahead = std::sqrt(std::max(0.f, kThigh * kThigh - along * along));
  const Vec3 forward = glm::normalize(front - glm::dot(front, down) * down);
  const Vec3 knee = hip + along * down + ahead * forward, end = hip + distance * down;
  poses[indexOf(thigh)] = {hip, hangingOrientation(knee - hip, front)};
  poses[indexOf(shin)] = {knee, hangingOrientation(end - knee, front)};
  poses[indexOf(foot)] = {end, ankle.orientation};
}

}  // namespace

const std::array<BoneForm, kBoneCount>& boneForms() {
  static const std::array<BoneForm, kBoneCount> forms = makeForms();
  return forms;
}

std::array<Pose, kBoneCount> computeBonePoses(const Stance& stance) {
  std::array<Pose, kBoneCount> poses;
  poses[indexOf(Bone::Hips)] = stance.hips;
  // Parents come before their children.
  for (std::size_t b = indexOf(Bone::Waist); b <= indexOf(Bone::RightHand); ++b) {
    const Pose& parent = poses[indexOf(boneForms()[b].parent)];
    poses[b] = {parent.toWorld(boneForms()[b].joint), glm::normalize(parent.orientation * stance.turn[b])};
  }
  solveLeg(poses, Bone::LeftThigh, Bone::LeftShin, Bone::LeftFoot, stance.feet.left);
  solveLeg(poses, Bone::RightThigh, Bone::RightShin, Bone::RightFoot, stance.feet.right);
  return poses;
}

float lowestPointOfFoot(const Pose& ankle) {
  // Evaluates the support function of an ellipsoid in the direction that is down in its own frame.
  const Vec3 down = glm::conjugate(ankle.orientation) * Vec3(0.f, -1.f, 0.f);
  return ankle.toWorld(kFootCentre).y - glm::length(kFootSize * down);
}

}  // namespace ooze
