// Fuzz tests of damaged mesh files. A file is loaded or refused in one line, and never crashes the program.
#include "ooze/base/error.h"
#include "ooze/geometry/mesh.h"

#include "base/file.h"
#include "base/random.h"
#include "unit/geometry_fixtures.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze::mesh_file_fuzz_test {
namespace {

struct Seed {
  const char* name;
  std::string content;
};
void PrintTo(const Seed& s, std::ostream* out) { *out << s.name; }

std::string obj() {
  std::string text = "# a box\no box\n";
  for (const char* v : {"0 0 0", "1 0 0", "0 1 0", "1 1 0", "0 0 1", "1 0 1", "0 1 1", "1 1 1"})
    text += std::string("v ") + v + "\n";
  return text + "vn 0 0 1\nf 1//1 3//1 4//1 2//1\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

std::string binaryPly() {
  std::string text =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
      "float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  text.append(reinterpret_cast<const char*>(positions), sizeof positions);
  return text.append("\x03\0\0\0\0\x01\0\0\0\x02\0\0\0", 13);
}

std::string binaryStl() {
  std::string text(80, ' ');
  text.append("\x02\0\0\0", 4);
  for (int i = 0; i < 2; ++i) {
    const float facet[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, static_cast<float>(i)};
    text.append(reinterpret_cast<const char*>(facet), sizeof facet).append("\0\0", 2);
  }
  return text;
}

class DamagedMeshFile : public testing::TestWithParam<Seed> {};
INSTANTIATE_TEST_SUITE_P(All, DamagedMeshFile,
                         testing::Values(Seed{"obj", obj()}, Seed{"ply", binaryPly()},
                                         Seed{"stl", binaryStl()}),
                         [](const auto& seed) { return seed.param.name; });

TEST_P(DamagedMeshFile, IsLoadedOrRefusedInOneLine) {
  const testing_support::TemporaryFolder folder;
  const auto path = folder.path() / (std::string("mesh.") + GetParam().name);
  int refused = 0;
  constexpr std::uint64_t kRounds = 24;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    std::string content = GetParam().content;
    const auto random = [&](std::uint64_t i, std::size_t below) { return randomBits(round, i) % below; };
    for (std::uint64_t i = 0; i <= random(0, 6); ++i)
      content[random(3 * i + 1, content.size())] = static_cast<char>(random(3 * i + 2, 256));
    if (round % 4 == 0) content.resize(random(100, content.size()));
    writeFile(path, content);
    try {
      const Mesh mesh = loadMesh(path);
      ASSERT_FALSE(mesh.triangles.empty());
      for (const Vec3& p : mesh.positions) ASSERT_TRUE(isFinite(p));
      for (const auto& t : mesh.triangles)
        for (const std::uint32_t i : t) ASSERT_LT(i, mesh.positions.size());
    } catch (const InputError& e) {
      ++refused;
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(refused, 3);  // every fourth file is truncated, so the damage must reach the loader
}

}  // namespace
}  // namespace ooze::mesh_file_fuzz_test
