#include "bodies/character.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

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

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kStartUp = 0.5;      // duration in which a motion reaches its full speed [s]
constexpr float kHipHeight = 0.502f;  // height of the hip joints, with slightly bent knees
constexpr float kTrack = 0.042f;      // sideways distance from the path to the middle of a walking foot
constexpr double kUnder =
    kGroundFraction / 2;  // half of the ground phase: the foot is beneath the hips in the middle of it

Quat about(const Vec3& axis, float degrees) { return glm::angleAxis(glm::radians(degrees), axis); }
Quat pitch(float degrees) { return about({1.f, 0.f, 0.f}, degrees); }  // positive angle: forward and down
Quat yaw(float degrees) { return about({0.f, 1.f, 0.f}, degrees); }    // positive angle: turns to the left
Quat roll(float degrees) { return about({0.f, 0.f, 1.f}, degrees); }   // positive angle: raises the left side

float wave(double cycles) { return static_cast<float>(std::cos(kTurn * cycles)); }

/// Interpolates evenly spaced keys of a cycle with a periodic Catmull-Rom spline (Catmull and Rom 1974).
template <std::size_t n>
float keyed(const std::array<float, n>& keys, double cycles) {
  const double at = (cycles - std::floor(cycles)) * n;
  const auto i = static_cast<std::size_t>(at) % n;
  const auto u = static_cast<float>(at - std::floor(at));
  const float a = keys[(i + n - 1) % n], b = keys[i], c = keys[(i + 1) % n], d = keys[(i + 2) % n];
  return b + 0.5f * u * (c - a + u * (2.f * a - 5.f * b + 4.f * c - d + u * (3.f * (b - c) + d - a)));
}

/// Eases from 0 to 1 with zero velocity and zero acceleration at both ends.
double ease(double u) {
  u = std::clamp(u, 0.0, 1.0);
  return u * u * u * (10.0 + u * (6.0 * u - 15.0));
}

/// Returns the position and heading of a walk after a distance along a path of constant curvature.
Pose onPath(double distance, double curvature) {
  const double turned = distance * curvature;
  Vec3 at(0.f, 0.f, static_cast<float>(distance));
  if (std::abs(turned) > 1e-6)
    at = {static_cast<float>((1.0 - std::cos(turned)) / curvature), 0.f,
          static_cast<float>(std::sin(turned) / curvature)};
  return {at, glm::angleAxis(static_cast<float>(turned), Vec3(0.f, 1.f, 0.f))};
}

/// Pitches a foot about its ball, or about its heel if the toes are up.
/// Then lifts the foot so that its lowest point is `lift` above the ground.
Pose pitchedFoot(const Pose& flat, float degrees, float lift) {
  const Vec3 pivot(0.f, -kAnkle, degrees > 0.f ? 0.07f : -0.025f);
  Pose ankle{flat.toWorld(pivot), flat.orientation * pitch(degrees)};
  ankle.position -= ankle.orientation * pivot;
  ankle.position.y += lift - lowestPointOfFoot(ankle);
  return ankle;
}

/// Returns the pose of a walking foot.
/// @param cycles  cycles since the foot came down for the first time
/// @param side    1 left, -1 right
Pose walkingFoot(double cycles, double firstPrint, float side, double curvature) {
  // Phases: down with the toes up, flat until the hips are well past the foot, off over the ball, forward.
  constexpr std::array<float, 16> kPitch{-13, -3, 0, 0, 0, 0, 0, 3, 13, 27, 36, 33, 18, 0, -14, -18};
  const double step = std::floor(cycles), part = cycles - step;
  const double swing = std::max(0.0, (part - kGroundFraction) / (1.0 - kGroundFraction));
  const Pose print = onPath(firstPrint + kStride * (step + ease(swing)), curvature);
  const Pose flat{print.toWorld({side * kTrack, kAnkle, 0.f}), print.orientation * yaw(5.f * side)};
  const double up = std::sin(std::numbers::pi * swing);
  return pitchedFoot(flat, keyed(kPitch, part), static_cast<float>(0.045 * up * up));
}

/// Swings one arm.
/// @param swing  from -1 (arm back) to 1 (arm forward)
void swingArm(Stance& stance, Bone upperArm, Bone forearm, float side, float swing) {
  stance[upperArm] = roll(9.f * side) * pitch(-3.f - 26.f * swing);
  stance[forearm] = pitch(-26.f - 14.f * swing);
}

Stance walkStance(double cycles, double curvature) {
  Stance stance;
  const Pose path = onPath(kStride * cycles, curvature);
  const double up = cycles - kUnder;  // phase at which the hips are highest, over either foot
  // On a curved path the outer steps are longer and the legs reach farther, so the hips are lower.
  const auto lower = static_cast<float>(0.0022 * std::abs(curvature));
  const Vec3 hips(0.011f * wave(up), kHipHeight - lower + 0.009f * wave(2.0 * up), 0.f);
  stance.hips = {path.toWorld(hips),
                 path.orientation * yaw(-7.f * wave(cycles)) * roll(3.f * wave(up)) * pitch(3.f)};
  stance.feet.left = walkingFoot(cycles, kStride * kUnder, 1.f, curvature);
  stance.feet.right = walkingFoot(cycles + 0.5, kStride * (kUnder - 0.5), -1.f, curvature);
  stance[Bone::Waist] = yaw(7.f * wave(cycles)) * roll(-3.f * wave(up));
  stance[Bone::Chest] = yaw(7.f * wave(cycles)) * pitch(1.f);
  stance[Bone::Neck] = yaw(-4.f * wave(cycles));
  stance[Bone::Head] = yaw(-3.f * wave(cycles)) * pitch(-4.f + 2.f * wave(2.0 * up));
  swingArm(stance, Bone::LeftUpperArm, Bone::LeftForearm, 1.f, -wave(cycles));
  swingArm(stance, Bone::RightUpperArm, Bone::RightForearm, -1.f, wave(cycles));
  return stance;
}

/// Returns the pose of a dancing foot, which steps out to its side and back while the other foot carries.
/// @param cycles  phase of this foot, 0 for the left foot at the start
Pose dancingFoot(double cycles, float side) {
  const double part = cycles - std::floor(cycles);
  const double out = (part - 0.56) / 0.18, back = (part - 0.78) / 0.18;
  const double away = ease(out) - ease(back);
  const auto hop = [](double u) {
    return u > 0.0 && u < 1.0 ? std::pow(std::sin(std::numbers::pi * u), 2) : 0.0;
  };
  const Vec3 at(side * static_cast<float>(0.075 + 0.06 * away), kAnkle, static_cast<float>(0.03 * away));
  const auto lift = static_cast<float>(hop(out) + hop(back));
  return pitchedFoot({at, yaw(14.f * side)}, 16.f * lift, 0.035f * lift);
}

/// Poses one arm of the dance.
/// @param cycles  phase of this arm, 0 for the left arm at the start
void danceArm(Stance& stance, Bone upperArm, Bone forearm, Bone hand, float side, double cycles) {
  constexpr std::array<float, 8> kRaise{28, 50, 95, 138, 128, 80, 45, 28};
  constexpr std::array<float, 8> kArmReach{10, -5, -25, -20, -30, -25, 0, 15};
  constexpr std::array<float, 8> kElbow{30, 55, 50, 15, 25, 60, 40, 25};
  stance[upperArm] = roll(side * keyed(kRaise, cycles)) * pitch(keyed(kArmReach, cycles));
  stance[forearm] = roll(side * keyed(kElbow, cycles)) * pitch(-20.f);
  stance[hand] = roll(side * 15.f * wave(2.0 * cycles));
}

Stance danceStance(double cycles) {
  constexpr std::array<float, 8> kSway{0.f, 0.028f, 0.04f, 0.03f, 0.f, -0.028f, -0.04f, -0.03f};
  constexpr std::array<float, 8> kTwist{0, 10, 16, 10, 0, -10, -16, -10};
  Stance stance;
  const float sway = keyed(kSway, cycles), twist = keyed(kTwist, cycles), beat = wave(4.0 * cycles);
  const float lean = 160.f * sway;  // tilt of the hips to the side [degrees]
  stance.hips = {{sway, 0.487f - 0.012f * beat, 0.f}, yaw(twist) * roll(lean) * pitch(5.f)};
  stance.feet = {dancingFoot(cycles, 1.f), dancingFoot(cycles + 0.5, -1.f)};
  stance[Bone::Waist] = roll(-1.6f * lean) * yaw(-0.9f * twist);
  stance[Bone::Chest] = roll(-1.2f * lean) * yaw(-1.1f * twist) * pitch(3.f + 4.f * beat);
  stance[Bone::Neck] = roll(0.9f * lean) * yaw(0.6f * twist);
  stance[Bone::Head] = roll(0.9f * lean) * pitch(-4.f + 7.f * beat);
  danceArm(stance, Bone::LeftUpperArm, Bone::LeftForearm, Bone::LeftHand, 1.f, cycles);
  danceArm(stance, Bone::RightUpperArm, Bone::RightForearm, Bone::RightHand, -1.f, cycles + 0.5);
  return stance;
}

Stance standStance() {
  Stance stance;
  stance.hips.position = {0.f, kHipHeight + 0.01f, 0.f};
  const auto foot = [](float side) { return Pose{{side * 0.06f, kAnkle, 0.f}, yaw(10.f * side)}; };
  stance.feet = {foot(1.f), foot(-1.f)};
  swingArm(stance, Bone::LeftUpperArm, Bone::LeftForearm, 1.f, -0.3f);
  swingArm(stance, Bone::RightUpperArm, Bone::RightForearm, -1.f, -0.3f);
  return stance;
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

Stance computeStance(const Gait& gait, double cycles) {
  switch (gait.kind) {
    case GaitKind::Walk:
      return walkStance(cycles, gait.curvature);
    case GaitKind::Dance:
      return danceStance(cycles);
    case GaitKind::Stand:
      break;
  }
  return standStance();
}

double cyclesAt(const Gait& gait, double seconds) {
  const double t = std::max(0.0, seconds);
  const double even = t < kStartUp ? 0.5 * t * t / kStartUp : t - 0.5 * kStartUp;
  return gait.cyclesPerSecond * even;
}

}  // namespace ooze
