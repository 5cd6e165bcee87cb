#include "geometry/builtin_meshes.h"

#include "ooze/base/threads.h"

#include "geometry/marching_cubes_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace ooze {
namespace builtin_meshes {
namespace {

/// Extracts the zero isosurface by marching cubes.
/// @param field  negative inside; must be positive on the border of the box
/// @param box    region to search [m]
/// @param cell   lattice spacing [m]
/// @return triangles facing outward (to positive values), with normals
Mesh polygonise(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell) {
  constexpr float kMargin = 0.02f;  // keeps crossings off the nodes, so that triangles there have some area
  constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  const glm::ivec3 size = glm::ivec3(glm::ceil(box.size() / cell)) + 1;
  // The lattice is a mirror image of itself in z, so that symmetric figures become symmetric meshes.
  const auto place = [&](const Vec3& at) {
    const float z = box.centre().z + cell * (at.z - 0.5f * static_cast<float>(size.z - 1));
    return Vec3(box.lower.x + cell * at.x, box.lower.y + cell * at.y, z);
  };
  const auto node = [](const glm::ivec3& cube, unsigned corner) {
    return cube + glm::ivec3(corner & 1u, corner >> 1 & 1u, corner >> 2);
  };
  const auto index = [&](const glm::ivec3& n) {
    return static_cast<std::size_t>((n.z * size.y + n.y) * size.x + n.x);
  };
  const auto forNodes = [](const glm::ivec3& count, const auto& visit) {
    for (int z = 0; z < count.z; ++z)
      for (int y = 0; y < count.y; ++y)
        for (int x = 0; x < count.x; ++x) visit(glm::ivec3(x, y, z));
  };
  std::vector<float> depths;  // positive inside, as the table expects
  forNodes(size, [&](const glm::ivec3& n) { depths.push_back(-field(place(Vec3(n)))); });

  Mesh mesh;
  std::vector<std::array<std::uint32_t, 3>> crossings(depths.size(), {kUnknown, kUnknown, kUnknown});
  std::vector<std::uint32_t> vertices;  // crossings and interior points of a cube
  const auto addVertex = [&](const Vec3& position) {
    mesh.positions.push_back(position);
    return static_cast<std::uint32_t>(mesh.positions.size() - 1);
  };
  forNodes(size - 1, [&](const glm::ivec3& cube) {
    std::array<float, 8> values;
    unsigned signs = 0;
    for (unsigned k = 0; k < 8; ++k) {
      values[k] = depths[index(node(cube, k))];
      signs |= static_cast<unsigned>(values[k] > 0.f) << k;
    }
    const MarchingCubesCase& cut = MarchingCubesTable::table().cut(signs, values);
    vertices.assign(kMarchingCubesEdges.size(), kUnknown);
    for (std::size_t e = 0; e < kMarchingCubesEdges.size(); ++e) {
      const auto [lower, upper, axis] = kMarchingCubesEdges[e];
      if ((signs >> lower & 1u) == (signs >> upper & 1u)) continue;
      const glm::ivec3 from = node(cube, lower);
      std::uint32_t& vertex = crossings[index(from)][axis];
      if (vertex == kUnknown) {
        Vec3 crossing(from);
        crossing[axis] += std::clamp(values[lower] / (values[lower] - values[upper]), kMargin, 1.f - kMargin);
        vertex = addVertex(place(crossing));
      }
      vertices[e] = vertex;
    }
    for (const std::uint16_t edges : cut.interiorPoints) {
      Vec3 sum(0.f);
      for (std::size_t e = 0; e < kMarchingCubesEdges.size(); ++e)
        if ((edges >> e & 1u) != 0) sum += mesh.positions[vertices[e]];
      vertices.push_back(addVertex(sum / static_cast<float>(std::popcount(edges))));
    }
    for (const auto& [a, b, c] : cut.triangles)
      mesh.triangles.push_back({vertices[a], vertices[b], vertices[c]});
  });
  computeNormals(mesh);
  return mesh;
}

// Approximate distances to soft parts, and their blends.

/// Returns the distance to an ellipsoid: exact on its surface, first order in the gradient near it.
float ellipsoid(const Vec3& p, const Vec3& centre, const Vec3& radii) {
  const Vec3 q = p - centre;
  const float scaled = glm::length(q / radii);
  const float gradient = glm::length(q / (radii * radii));
  return gradient > 1e-6f ? scaled * (scaled - 1.f) / gradient : -std::min({radii.x, radii.y, radii.z});
}

/// Returns the exact distance to a capsule from a to b.
float capsule(const Vec3& p, const Vec3& a, const Vec3& b, float radius) {
  const Vec3 ap = p - a, ab = b - a;
  const float t = std::clamp(glm::dot(ap, ab) / glm::dot(ab, ab), 0.f, 1.f);
  return glm::length(ap - t * ab) - radius;
}

/// Returns the exact distance to a box with edges rounded by `radius`; the half extents include the radius.
float roundBox(const Vec3& p, const Vec3& centre, const Vec3& half, float radius) {
  const Vec3 q = glm::abs(p - centre) - (half - radius);
  return glm::length(glm::max(q, Vec3(0.f))) + std::min(std::max({q.x, q.y, q.z}), 0.f) - radius;
}

/// Returns the union with a fillet of about this width (polynomial smooth minimum).
float blend(float a, float b, float width) {
  const float h = std::max(width - std::abs(a - b), 0.f) / width;
  return std::min(a, b) - 0.25f * width * h * h;
}

/// Returns `a` minus `b`, with the new edge rounded by about this width.
float carve(float a, float b, float width) { return -blend(-a, b, width); }

/// Extracts the zero isosurface of a field as a mesh, one unit tall and standing on y = 0.
Mesh model(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell) {
  Mesh mesh = polygonise(field, box, cell);
  standWithHeight(mesh, 1.f);
  return mesh;
}

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
}  // namespace builtin_meshes

Mesh makeProceduralBunny() {
  return builtin_meshes::model([](const Vec3& p) { return builtin_meshes::bunny(p); },
                               Aabb{Vec3(-0.6f, -0.1f, -0.45f), Vec3(0.65f, 1.15f, 0.45f)}, 0.02f);
}

Mesh makeMoai() {
  return builtin_meshes::model([](const Vec3& p) { return builtin_meshes::moai(p); },
                               Aabb{Vec3(-0.4f, -0.1f, -0.4f), Vec3(0.4f, 1.15f, 0.4f)}, 0.0153846f);
}

Mesh makeArmadillo() {
  return builtin_meshes::model([](const Vec3& p) { return builtin_meshes::armadillo(p); },
                               Aabb{Vec3(-0.5f, -0.1f, -0.6f), Vec3(0.75f, 1.25f, 0.6f)}, 0.0171429f);
}

Mesh makeSkeleton() {
  return builtin_meshes::model([](const Vec3& p) { return builtin_meshes::skeleton(p); },
                               Aabb{Vec3(-0.3f, 0.f, -0.35f), Vec3(0.25f, 1.05f, 0.35f)}, 0.014f);
}

}  // namespace ooze
