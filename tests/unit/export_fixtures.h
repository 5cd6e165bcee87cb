// Small liquids for the tests of export files.
#pragma once

#include "ooze/surface/surface_mesh.h"
#include "ooze/world/snapshot.h"

#include "fixtures/fields.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::export_tests {

/// A test fixture with a temporary folder for each test.
class ExportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "ooze-export-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

/// Makes two particles with values that text may lose: tiny, long and negative numbers, and the largest
/// integers.
inline Snapshot twoParticles() {
  Snapshot s;
  s.frame = 3;
  s.time = 0.125;
  s.framesPerSecond = 24.0;
  s.restSpacing = 0.02f;
  s.positions = {{1.f, 2.f, 3.f}, {-4.1f, 5e-8f, 0.333333343f}};
  s.velocities = {{0.1f, -0.2f, 0.3f}, {7.f, 8.f, 9e5f}};
  s.ids = {5, 4'000'000'000u};
  s.particleMaterials = {0, 300};
  s.colours = {0xff302010u, 0x80ffeeddu};
  test::addField(s, "density", {7.2f, 0.f});
  return s;
}

/// Makes a closed mesh that faces outward. Each vertex has different values.
inline SurfaceMesh octahedron() {
  SurfaceMesh m;
  m.normals = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    const auto k = static_cast<float>(i);
    m.positions.push_back(0.1f * m.normals[i] + Vec3(0.f, 1.f / 3.f, 0.f));
    m.velocities.push_back({k, -0.1f * k, 1.f / 7.f});
    m.colours.push_back(0xff000000u | i * 0x280c05u);
    m.materials.push_back(static_cast<std::uint16_t>(i % 2));
  }
  m.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  return m;
}

/// Returns the triangles of the octahedron as files hold them. OBJ holds them material by material: first
/// those with most corners, or the first corner, of material 0.
inline SurfaceMesh octahedronIn(std::string_view file) {
  SurfaceMesh m = octahedron();
  const std::vector<std::array<std::uint32_t, 3>> all = m.triangles;
  if (file.ends_with(".obj")) m.triangles = {all[0], all[1], all[3], all[4], all[2], all[5], all[6], all[7]};
  return m;
}

/// Texture coordinates for each vertex of the octahedron, and the initial position of the vertex's liquid.
inline const std::vector<Vec2>& coordinatesOfOctahedron() {
  static const std::vector<Vec2> all{{0.f, 0.f},     {1.f, 0.25f},      {0.5f, 1.f},
                                     {-3.5f, 1e-6f}, {0.1f, 1.f / 3.f}, {70000.f, -0.125f}};
  return all;
}
inline const std::vector<Vec3>& initialOfOctahedron() {
  static const std::vector<Vec3> all{{0.f, 1.f, 2.f},   {-1.f, 0.1f, 0.f}, {3.f, 3.f, 3.f},
                                     {0.f, -40.f, 0.f}, {1e-7f, 0.f, 5.f}, {1.f / 3.f, 2.f, 1.f}};
  return all;
}

}  // namespace ooze::export_tests
