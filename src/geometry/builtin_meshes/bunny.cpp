#include "geometry/builtin_meshes.h"
#include "geometry/builtin_meshes/parts.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

using namespace builtin_meshes;

// Distance to an ear: a flat spoon that leans back and outward, hollow in front.
float ear(const Vec3& p) {
  const Vec3 root(-0.185f, 0.70f, 0.055f);
  const Quat lean = glm::angleAxis(-0.42f, Vec3(0.f, 0.f, 1.f)) * glm::angleAxis(0.22f, Vec3(1.f, 0.f, 0.f));
  const Vec3 q = glm::conjugate(lean) * (p - root);
  const float spoon = ellipsoid(q, Vec3(0.f, 0.17f, 0.f), Vec3(0.042f, 0.215f, 0.068f));
  const float hollow = ellipsoid(q, Vec3(-0.048f, 0.18f, 0.f), Vec3(0.034f, 0.15f, 0.040f));
  return carve(spoon, hollow, 0.02f);
}

// Distance to a sitting rabbit that faces -x. The shape is symmetric in z, so only one side of each pair is
// modelled.
float bunny(const Vec3& point) {
  const Vec3 p(point.x, point.y, std::abs(point.z));
  float d = ellipsoid(p, Vec3(0.13f, 0.29f, 0.f), Vec3(0.33f, 0.28f, 0.25f));                  // body
  d = blend(d, ellipsoid(p, Vec3(-0.12f, 0.33f, 0.f), Vec3(0.18f, 0.25f, 0.18f)), 0.10f);      // chest
  d = blend(d, ellipsoid(p, Vec3(0.20f, 0.20f, 0.17f), Vec3(0.20f, 0.19f, 0.11f)), 0.04f);     // haunches
  d = blend(d, ellipsoid(p, Vec3(-0.27f, 0.61f, 0.f), Vec3(0.185f, 0.145f, 0.135f)), 0.08f);   // head
  d = blend(d, ellipsoid(p, Vec3(-0.40f, 0.565f, 0.f), Vec3(0.085f, 0.075f, 0.075f)), 0.06f);  // muzzle
  d = blend(d, ellipsoid(p, Vec3(-0.30f, 0.57f, 0.08f), Vec3(0.08f, 0.07f, 0.07f)), 0.06f);    // cheeks
  d = blend(d, ear(p), 0.035f);
  d = blend(d, ellipsoid(p, Vec3(-0.345f, 0.655f, 0.105f), Vec3(0.028f)), 0.012f);               // eyes
  d = blend(d, ellipsoid(p, Vec3(-0.482f, 0.585f, 0.f), Vec3(0.018f, 0.014f, 0.020f)), 0.012f);  // nose
  d = blend(d, capsule(p, Vec3(-0.17f, 0.24f, 0.10f), Vec3(-0.22f, 0.06f, 0.10f), 0.058f),
            0.06f);  // forelegs
  d = blend(d, capsule(p, Vec3(-0.22f, 0.048f, 0.10f), Vec3(-0.30f, 0.045f, 0.105f), 0.045f), 0.03f);  // paws
  d = blend(d, capsule(p, Vec3(0.22f, 0.052f, 0.20f), Vec3(-0.03f, 0.048f, 0.215f), 0.048f),
            0.03f);                                                                         // hind feet
  d = blend(d, ellipsoid(p, Vec3(0.47f, 0.25f, 0.f), Vec3(0.085f, 0.09f, 0.085f)), 0.03f);  // tail
  return std::max(d, -p.y);                                                                 // a flat sole
}

}  // namespace

Mesh makeProceduralBunny() {
  return builtin_meshes::model([](const Vec3& p) { return bunny(p); },
                               Aabb{Vec3(-0.6f, -0.1f, -0.45f), Vec3(0.65f, 1.15f, 0.45f)}, 0.025f);
}

}  // namespace ooze
