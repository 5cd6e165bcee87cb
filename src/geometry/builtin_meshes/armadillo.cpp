#include "geometry/builtin_meshes.h"
#include "geometry/builtin_meshes/parts.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

using namespace builtin_meshes;

float trunk(const Vec3& p) {
  float d = ellipsoid(p, Vec3(-0.02f, 0.45f, 0.f), Vec3(0.18f, 0.23f, 0.19f));             // belly
  d = blend(d, ellipsoid(p, Vec3(-0.03f, 0.61f, 0.f), Vec3(0.13f, 0.12f, 0.16f)), 0.08f);  // chest
  d = blend(d, ellipsoid(p, Vec3(0.08f, 0.50f, 0.f), Vec3(0.17f, 0.27f, 0.215f)), 0.03f);  // shell
  for (const float y : {0.36f, 0.44f, 0.52f, 0.60f, 0.68f})  // bands of the shell
    d = blend(d, ellipsoid(p, Vec3(0.095f, y, 0.f), Vec3(0.172f, 0.022f, 0.205f)), 0.02f);
  d = blend(d, capsule(p, Vec3(0.12f, 0.31f, 0.f), Vec3(0.30f, 0.17f, 0.f), 0.070f), 0.06f);  // tail
  d = blend(d, capsule(p, Vec3(0.30f, 0.17f, 0.f), Vec3(0.46f, 0.10f, 0.f), 0.048f), 0.04f);
  return blend(d, capsule(p, Vec3(0.46f, 0.10f, 0.f), Vec3(0.58f, 0.12f, 0.f), 0.032f), 0.03f);
}

float headWithEars(const Vec3& p) {
  float d = ellipsoid(p, Vec3(-0.10f, 0.80f, 0.f), Vec3(0.12f, 0.10f, 0.105f));
  d = blend(d, capsule(p, Vec3(-0.17f, 0.78f, 0.f), Vec3(-0.30f, 0.735f, 0.f), 0.048f), 0.05f);  // snout
  d = blend(d, ellipsoid(p, Vec3(-0.335f, 0.735f, 0.f), Vec3(0.030f, 0.028f, 0.036f)), 0.02f);   // nose
  d = blend(d, ellipsoid(p, Vec3(-0.165f, 0.835f, 0.072f), Vec3(0.032f)), 0.015f);               // eyes
  const Quat lean = glm::angleAxis(0.55f, Vec3(1.f, 0.f, 0.f));
  const Vec3 q = glm::conjugate(lean) * (p - Vec3(-0.05f, 0.87f, 0.075f));
  const float ear = carve(ellipsoid(q, Vec3(0.f, 0.085f, 0.f), Vec3(0.038f, 0.115f, 0.055f)),
                          ellipsoid(q, Vec3(-0.035f, 0.09f, 0.f), Vec3(0.026f, 0.075f, 0.030f)), 0.02f);
  return blend(d, ear, 0.03f);
}

// Distance to an arm that is raised to the side, with three claws.
float arm(const Vec3& p) {
  float d = capsule(p, Vec3(-0.03f, 0.65f, 0.12f), Vec3(-0.04f, 0.62f, 0.31f), 0.068f);
  d = blend(d, capsule(p, Vec3(-0.04f, 0.62f, 0.31f), Vec3(-0.12f, 0.79f, 0.39f), 0.055f), 0.04f);
  d = blend(d, ellipsoid(p, Vec3(-0.14f, 0.83f, 0.40f), Vec3(0.055f, 0.065f, 0.055f)), 0.03f);
  for (const float z : {0.365f, 0.405f, 0.445f})
    d = blend(d, capsule(p, Vec3(-0.15f, 0.86f, z), Vec3(-0.185f, 0.935f, z), 0.018f), 0.02f);
  return d;
}

float leg(const Vec3& p) {
  float d = capsule(p, Vec3(0.02f, 0.34f, 0.12f), Vec3(-0.06f, 0.21f, 0.20f), 0.105f);
  d = blend(d, capsule(p, Vec3(-0.06f, 0.21f, 0.20f), Vec3(0.02f, 0.07f, 0.21f), 0.070f), 0.04f);
  d = blend(d, capsule(p, Vec3(0.03f, 0.045f, 0.21f), Vec3(-0.12f, 0.04f, 0.235f), 0.052f), 0.03f);  // foot
  for (const float z : {0.195f, 0.24f, 0.285f})
    d = blend(d, capsule(p, Vec3(-0.13f, 0.035f, z), Vec3(-0.20f, 0.025f, z + 0.005f), 0.020f), 0.02f);
  return d;
}

float armadillo(const Vec3& point) {
  const Vec3 p(point.x, point.y, std::abs(point.z));
  float d = blend(trunk(p), headWithEars(p), 0.06f);
  d = blend(d, arm(p), 0.05f);
  d = blend(d, leg(p), 0.05f);
  return std::max(d, -p.y);  // a flat sole
}

}  // namespace

Mesh makeArmadillo() {
  return builtin_meshes::model([](const Vec3& p) { return armadillo(p); },
                               Aabb{Vec3(-0.5f, -0.1f, -0.6f), Vec3(0.75f, 1.25f, 0.6f)}, 0.023f);
}

}  // namespace ooze
