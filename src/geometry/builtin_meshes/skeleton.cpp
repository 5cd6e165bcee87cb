#include "geometry/builtin_meshes.h"
#include "geometry/builtin_meshes/parts.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

using namespace builtin_meshes;

float skull(const Vec3& p) {
  float d = ellipsoid(p, Vec3(0.005f, 0.895f, 0.f), Vec3(0.112f, 0.100f, 0.086f));
  d = blend(d, roundBox(p, Vec3(-0.062f, 0.835f, 0.f), Vec3(0.048f, 0.050f, 0.054f), 0.03f), 0.03f);  // face
  d = blend(d, capsule(p, Vec3(-0.098f, 0.882f, 0.f), Vec3(-0.075f, 0.880f, 0.060f), 0.016f),
            0.015f);  // brow
  d = blend(d, capsule(p, Vec3(-0.080f, 0.825f, 0.050f), Vec3(0.010f, 0.840f, 0.072f), 0.012f),
            0.012f);  // cheekbone
  d = carve(d, ellipsoid(p, Vec3(-0.112f, 0.850f, 0.033f), Vec3(0.040f, 0.021f, 0.021f)), 0.01f);  // eyes
  d = carve(d, capsule(p, Vec3(-0.118f, 0.828f, 0.f), Vec3(-0.118f, 0.812f, 0.010f), 0.013f),
            0.008f);  // nose
  // An open jaw.
  d = blend(d, capsule(p, Vec3(-0.005f, 0.815f, 0.058f), Vec3(-0.012f, 0.745f, 0.052f), 0.014f), 0.012f);
  d = blend(d, capsule(p, Vec3(-0.012f, 0.745f, 0.052f), Vec3(-0.095f, 0.722f, 0.022f), 0.016f), 0.012f);
  return blend(d, capsule(p, Vec3(-0.095f, 0.722f, 0.022f), Vec3(-0.098f, 0.722f, 0.f), 0.018f), 0.012f);
}

float spine(const Vec3& p) {
  // The spine is thicker at each vertebra.
  const float thick = 0.028f + 0.005f * std::cos(6.2831853f * p.y / 0.045f);
  float d = capsule(p, Vec3(0.050f, 0.12f, 0.f), Vec3(0.010f, 0.27f, 0.f), thick);
  d = blend(d, capsule(p, Vec3(0.010f, 0.27f, 0.f), Vec3(0.080f, 0.46f, 0.f), thick), 0.02f);
  d = blend(d, capsule(p, Vec3(0.080f, 0.46f, 0.f), Vec3(0.070f, 0.66f, 0.f), thick), 0.02f);
  return blend(d, capsule(p, Vec3(0.070f, 0.66f, 0.f), Vec3(0.025f, 0.84f, 0.f), thick), 0.02f);
}

/// Returns the distance to a rib: a flat ring around the chest, lower in front.
/// Ribs that do not reach the breastbone end at `front`.
float rib(const Vec3& p, float height, const Vec2& radii, float front) {
  constexpr float kMiddle = -0.030f, kSlope = 0.28f, kThick = 0.0185f;
  const Vec2 q(p.x - kMiddle, p.z);
  const float scaled = glm::length(q / radii), gradient = glm::length(q / (radii * radii));
  const float aside = gradient > 1e-6f ? scaled * (scaled - 1.f) / gradient : -radii.x;
  const float ring = std::hypot(aside, p.y - height - kSlope * q.x) - kThick;
  return std::max(ring, front - p.x);
}

float chest(const Vec3& p) {
  constexpr float kWhole = -1.f;
  float d = rib(p, 0.645f, Vec2(0.085f, 0.100f), kWhole);
  d = std::min(d, rib(p, 0.570f, Vec2(0.110f, 0.145f), kWhole));
  d = std::min(d, rib(p, 0.495f, Vec2(0.122f, 0.168f), kWhole));
  d = std::min(d, rib(p, 0.420f, Vec2(0.125f, 0.176f), kWhole));
  d = std::min(d, rib(p, 0.345f, Vec2(0.118f, 0.168f), -0.110f));
  float bone = capsule(p, Vec3(-0.108f, 0.635f, 0.f), Vec3(-0.158f, 0.375f, 0.f), 0.025f);  // breastbone
  bone = std::min(bone, capsule(p, Vec3(-0.112f, 0.640f, 0.012f), Vec3(-0.020f, 0.690f, 0.205f), 0.0185f));
  return blend(d, bone, 0.015f);
}

float armBones(const Vec3& p) {
  float d = ellipsoid(p, Vec3(0.088f, 0.575f, 0.125f), Vec3(0.020f, 0.095f, 0.062f));  // shoulder blade
  d = blend(d, capsule(p, Vec3(0.070f, 0.640f, 0.140f), Vec3(-0.005f, 0.685f, 0.205f), 0.018f), 0.02f);
  d = blend(d, ellipsoid(p, Vec3(0.f, 0.672f, 0.222f), Vec3(0.032f)), 0.02f);
  d = blend(d, capsule(p, Vec3(0.f, 0.665f, 0.228f), Vec3(0.045f, 0.395f, 0.262f), 0.020f), 0.02f);
  d = blend(d, ellipsoid(p, Vec3(0.045f, 0.390f, 0.262f), Vec3(0.030f)), 0.02f);
  d = blend(d, capsule(p, Vec3(0.045f, 0.385f, 0.262f), Vec3(-0.080f, 0.185f, 0.215f), 0.019f), 0.02f);
  return blend(d, ellipsoid(p, Vec3(-0.090f, 0.150f, 0.190f), Vec3(0.045f, 0.026f, 0.045f)), 0.02f);  // hand
}

float hips(const Vec3& p) {
  float d = ellipsoid(p, Vec3(0.030f, 0.125f, 0.105f), Vec3(0.075f, 0.085f, 0.055f));
  d = carve(d, ellipsoid(p, Vec3(-0.030f, 0.175f, 0.085f), Vec3(0.060f, 0.075f, 0.048f)), 0.02f);
  d = blend(d, capsule(p, Vec3(0.060f, 0.12f, 0.f), Vec3(0.055f, 0.11f, 0.085f), 0.045f), 0.03f);
  d = blend(d, capsule(p, Vec3(-0.045f, 0.060f, 0.f), Vec3(0.010f, 0.075f, 0.095f), 0.030f), 0.02f);
  return blend(d, capsule(p, Vec3(-0.010f, 0.060f, 0.085f), Vec3(-0.190f, 0.045f, 0.120f), 0.034f),
               0.03f);  // thigh
}

float skeleton(const Vec3& point) {
  const Vec3 p(point.x, point.y, std::abs(point.z));
  float d = blend(skull(p), spine(p), 0.02f);
  d = blend(d, chest(p), 0.015f);
  d = blend(d, armBones(p), 0.015f);
  return std::max(blend(d, hips(p), 0.02f), 0.025f - p.y);  // a flat seat
}

}  // namespace

Mesh makeSkeleton() {
  return builtin_meshes::model([](const Vec3& p) { return skeleton(p); },
                               Aabb{Vec3(-0.3f, 0.f, -0.35f), Vec3(0.25f, 1.05f, 0.35f)}, 0.0172f);
}

}  // namespace ooze
