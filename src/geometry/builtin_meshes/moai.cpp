#include "geometry/builtin_meshes.h"
#include "geometry/builtin_meshes/parts.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

using namespace builtin_meshes;

float bust(const Vec3& p) {
  float d = roundBox(p, Vec3(0.02f, 0.16f, 0.f), Vec3(0.19f, 0.26f, 0.25f), 0.12f);
  const float arm = capsule(p, Vec3(0.02f, 0.33f, 0.23f), Vec3(-0.02f, 0.09f, 0.245f), 0.055f);
  d = blend(d, arm, 0.03f);
  return blend(d, capsule(p, Vec3(-0.02f, 0.07f, 0.245f), Vec3(-0.165f, 0.05f, 0.06f), 0.035f),
               0.03f);  // hand
}

// Distance to the head, which leans back a little and is broader at the jaw than at the forehead.
float head(const Vec3& point) {
  const float rise = point.y - 0.68f;
  const Vec3 p(point.x - 0.10f * rise, point.y, point.z / (1.f - 0.22f * rise));
  float d = roundBox(p, Vec3(0.f, 0.69f, 0.f), Vec3(0.125f, 0.30f, 0.14f), 0.07f);
  d = carve(d, ellipsoid(p, Vec3(-0.16f, 0.755f, 0.07f), Vec3(0.065f, 0.04f, 0.055f)), 0.03f);       // eyes
  d = carve(d, ellipsoid(p, Vec3(-0.17f, 0.60f, 0.105f), Vec3(0.055f, 0.10f, 0.045f)), 0.04f);       // cheeks
  d = blend(d, capsule(p, Vec3(-0.125f, 0.81f, 0.f), Vec3(-0.105f, 0.80f, 0.115f), 0.033f), 0.02f);  // brow
  d = blend(d, capsule(p, Vec3(-0.135f, 0.80f, 0.f), Vec3(-0.185f, 0.625f, 0.f), 0.030f), 0.02f);    // nose
  d = blend(d, ellipsoid(p, Vec3(-0.165f, 0.612f, 0.032f), Vec3(0.042f, 0.028f, 0.030f)), 0.02f);  // nostrils
  d = blend(d, capsule(p, Vec3(-0.145f, 0.545f, 0.f), Vec3(-0.125f, 0.54f, 0.065f), 0.020f), 0.012f);  // lips
  d = blend(d, capsule(p, Vec3(-0.148f, 0.50f, 0.f), Vec3(-0.125f, 0.505f, 0.065f), 0.020f), 0.012f);
  d = blend(d, ellipsoid(p, Vec3(-0.10f, 0.435f, 0.f), Vec3(0.075f, 0.05f, 0.105f)), 0.04f);  // chin
  return blend(d, roundBox(p, Vec3(0.02f, 0.67f, 0.15f), Vec3(0.045f, 0.155f, 0.026f), 0.024f),
               0.02f);  // ears
}

float moai(const Vec3& point) {
  const Vec3 p(point.x, point.y, std::abs(point.z));
  return std::max(blend(bust(p), head(p), 0.05f), -p.y);  // a flat sole
}

}  // namespace

Mesh makeMoai() {
  return builtin_meshes::model([](const Vec3& p) { return moai(p); },
                               Aabb{Vec3(-0.4f, -0.1f, -0.4f), Vec3(0.4f, 1.15f, 0.4f)}, 0.02f);
}

}  // namespace ooze
