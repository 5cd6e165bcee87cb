// Meshes and exact answers for the geometry tests. The functions are deliberately slow and simple, compute in
// double, and are independent of the code under test.
#pragma once

#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"

#include "base/random.h"
#include "fixtures/places.h"
#include "geometry/builtin_meshes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <unistd.h>

namespace ooze::testing_support {

/// Loads the scanned bunny where installed, else makes the procedural bunny. The bunny is 0.2 m tall.
inline Mesh bunny() {
  const std::string scanned = scannedBunny();
  Mesh mesh = scanned.empty() ? makeProceduralBunny() : loadMesh(scanned);
  standWithHeight(mesh, 0.2f);
  return mesh;
}

/// Makes the twelve triangles of a box, facing outward.
inline Mesh boxMesh(const Vec3& lower, const Vec3& upper) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back(
        {i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z});
  mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return mesh;
}

/// Makes a sphere of `rings` latitude rings and keeps the lowest `keep` rings. Fewer rings leave a round hole
/// at the top.
inline Mesh sphereMesh(float radius, std::uint32_t rings, std::uint32_t keep) {
  Mesh mesh;
  const std::uint32_t around = 2 * rings;
  for (std::uint32_t i = 0; i <= rings; ++i)
    for (std::uint32_t j = 0; j < around; ++j) {
      const double theta = std::numbers::pi * i / rings, phi = 2 * std::numbers::pi * j / around;
      mesh.positions.push_back(
          radius * Vec3(std::sin(theta) * std::cos(phi), -std::cos(theta), std::sin(theta) * std::sin(phi)));
    }
  for (std::uint32_t i = 0; i < keep; ++i)
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t a = i * around + j, b = i * around + (j + 1) % around;
      mesh.triangles.push_back({a, a + around, b});
      mesh.triangles.push_back({b, a + around, b + around});
    }
  return mesh;
}

inline double squaredToSegment(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b) {
  const double length = glm::dot(b - a, b - a);
  const double t = length > 0 ? std::clamp(glm::dot(p - a, b - a) / length, 0.0, 1.0) : 0.0;
  const glm::dvec3 closest = a + t * (b - a);
  return glm::dot(p - closest, p - closest);
}

/// Returns the squared distance to a triangle, from the barycentric coordinates of the foot of the
/// perpendicular.
inline double squaredToTriangle(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b,
                                const glm::dvec3& c) {
  const glm::dvec3 u = b - a, v = c - a, w = p - a;
  const double uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v);
  const double determinant = uu * vv - uv * uv;
  if (determinant > 0) {
    const double s = (vv * glm::dot(w, u) - uv * glm::dot(w, v)) / determinant;
    const double t = (uu * glm::dot(w, v) - uv * glm::dot(w, u)) / determinant;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      const glm::dvec3 rest = w - s * u - t * v;
      return glm::dot(rest, rest);
    }
  }
  return std::min({squaredToSegment(p, a, b), squaredToSegment(p, b, c), squaredToSegment(p, c, a)});
}

inline double exactDistance(const Mesh& mesh, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : mesh.triangles)
    best = std::min(best, squaredToTriangle(p, mesh.positions[a], mesh.positions[b], mesh.positions[c]));
  return std::sqrt(best);
}

/// Computes the generalized winding number: the sum of the solid angles of all triangles over 4 pi.
inline double exactWinding(const Mesh& mesh, const Vec3& p) {
  double sum = 0;
  for (const auto& triangle : mesh.triangles) {
    glm::dvec3 r[3];
    for (int k = 0; k < 3; ++k)
      r[k] =
          glm::normalize(glm::dvec3(mesh.positions[triangle[static_cast<std::size_t>(k)]]) - glm::dvec3(p));
    const double above = glm::dot(r[0], glm::cross(r[1], r[2]));
    const double below = 1 + glm::dot(r[0], r[1]) + glm::dot(r[1], r[2]) + glm::dot(r[2], r[0]);
    sum += 2 * std::atan2(above, below);
  }
  return sum / (4 * std::numbers::pi);
}

inline Vec3 randomIn(const Aabb& box, std::uint64_t seed, std::uint64_t i) {
  return box.lower +
         box.size() * Vec3(randomUnit(seed, 3 * i), randomUnit(seed, 3 * i + 1), randomUnit(seed, 3 * i + 2));
}

/// An empty temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ooze_test_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace ooze::testing_support
