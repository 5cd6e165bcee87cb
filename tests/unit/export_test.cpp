// Tests files of particles and surfaces by reading them back byte by byte and word by word.
// export_readers_test.cpp uses readers of other projects.
#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"

#include "base/file.h"
#include "export_fixtures.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <limits>
#include <locale>
#include <sstream>

namespace ooze::export_test {
namespace {

namespace fs = std::filesystem;
using ooze::export_tests::coordinatesOfOctahedron;
using ooze::export_tests::initialOfOctahedron;
using ooze::export_tests::octahedron;
using ooze::export_tests::octahedronIn;
using ooze::export_tests::twoParticles;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ExportedFile : public ooze::export_tests::ExportTest {
 protected:
  std::string particles(const char* name, const Snapshot& s) {
    writeParticles(folder_ / name, s);
    return readText(folder_ / name);
  }
  std::string surface(const char* name, const SurfaceMesh& mesh) {
    writeSurface(folder_ / name, mesh, {3, 0.125, 24.0});
    return readText(folder_ / name);
  }
};

/// Returns the offset just after the first occurrence of `words`.
std::size_t behind(const std::string& bytes, const std::string& words) {
  const std::size_t at = bytes.find(words);
  EXPECT_NE(at, std::string::npos) << words;
  return at == std::string::npos ? 0 : at + words.size();
}

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

template <class T>
T bigEndianAt(const std::string& bytes, std::size_t offset) {
  std::string part = bytes.substr(offset, sizeof(T));
  std::reverse(part.begin(), part.end());
  return at<T>(part, 0);
}
Vec3 bigVectorAt(const std::string& bytes, std::size_t offset) {
  return {bigEndianAt<float>(bytes, offset), bigEndianAt<float>(bytes, offset + 4),
          bigEndianAt<float>(bytes, offset + 8)};
}

/// Returns all numbers of the single time sample of an attribute in a USDA file.
std::vector<float> sampleOf(const std::string& text, const std::string& attribute) {
  const std::size_t begin = behind(text, attribute + ".timeSamples = { 3: [");
  std::string list = text.substr(begin, text.find(']', begin) - begin);
  for (char& c : list)
    if (c == '(' || c == ')' || c == ',') c = ' ';
  std::istringstream stream(list);
  std::vector<float> numbers;
  for (std::string word; stream >> word;) numbers.push_back(std::strtof(word.c_str(), nullptr));
  return numbers;
}
std::vector<float> flat(std::span<const Vec3> vectors) {
  std::vector<float> numbers;
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

TEST_F(ExportedFile, PlyHoldsEveryParticleToTheBit) {
  const Snapshot s = twoParticles();
  const std::string bytes = particles("p.ply", s);
  const std::size_t begin = behind(bytes, "end_header\n");
  EXPECT_THAT(bytes, StartsWith("ply\nformat binary_little_endian 1.0\n"));
  EXPECT_THAT(bytes, HasSubstr("element vertex 2\n"));
  constexpr std::size_t kRecord = 6 * 4 + 4 + 2 + 3 + 4 + 4;  // the sum of the header's properties
  ASSERT_EQ(bytes.size(), begin + 2 * kRecord);
  const std::size_t second = begin + kRecord;
  EXPECT_EQ(at<Vec3>(bytes, second), s.positions[1]);
  EXPECT_EQ(at<Vec3>(bytes, second + 12), s.velocities[1]);
  EXPECT_EQ(at<std::uint32_t>(bytes, second + 24), s.ids[1]);
  EXPECT_EQ(at<std::uint16_t>(bytes, second + 28), 300);
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 30), 0x10);  // red byte of the colour
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 31), 0x20);
  EXPECT_EQ(at<std::uint8_t>(bytes, begin + 32), 0x30);
  EXPECT_EQ(at<float>(bytes, begin + 33), 7.2f);
  EXPECT_EQ(at<float>(bytes, begin + 37), 0.01f);  // radius: half of the rest spacing
}

TEST_F(ExportedFile, PlyHoldsWhatWasGatheredToo) {
  Snapshot s = twoParticles();
  test::addField(s, "pressure", {100.f, -5.f});
  test::addField(s, "strain", {0.f, 0.25f});
  const std::string bytes = particles("p.ply", s);
  EXPECT_THAT(bytes, HasSubstr("property float density\nproperty float pressure\nproperty float strain\n"));
  EXPECT_EQ(at<float>(bytes, bytes.size() - 12), -5.f);
  EXPECT_EQ(at<float>(bytes, bytes.size() - 8), 0.25f);
}

TEST_F(ExportedFile, PlyHoldsEveryTriangle) {
  const SurfaceMesh m = octahedron();
  const std::string bytes = surface("s.ply", m);
  EXPECT_THAT(bytes, HasSubstr("property float nx\nproperty float ny\nproperty float nz\nproperty float vx"));
  EXPECT_THAT(bytes, HasSubstr("element face 8\nproperty list uchar uint vertex_indices\n"));
  const std::size_t begin = behind(bytes, "end_header\n");
  constexpr std::size_t kVertex = 9 * 4 + 2 + 3, kFace = 1 + 3 * 4;
  ASSERT_EQ(bytes.size(), begin + 6 * kVertex + 8 * kFace);
  EXPECT_EQ(at<Vec3>(bytes, begin + kVertex), m.positions[1]);
  EXPECT_EQ(at<Vec3>(bytes, begin + kVertex + 12), m.normals[1]);
  EXPECT_EQ(at<Vec3>(bytes, begin + kVertex + 24), m.velocities[1]);
  const std::size_t face = begin + 6 * kVertex + kFace;
  EXPECT_EQ(bytes[face], 3);
  EXPECT_EQ((at<std::array<std::uint32_t, 3>>(bytes, face + 1)), m.triangles[1]);
}

TEST_F(ExportedFile, ObjReadsBackToTheBit) {
  const SurfaceMesh m = octahedronIn("s.obj");
  std::istringstream lines(surface("s.obj", octahedron()));
  std::vector<float> places, normals;
  std::vector<std::uint32_t> corners;
  std::vector<float> reds;
  std::vector<std::string> materials;  // the name of each, with the number of corners before it
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    std::vector<std::string> rest;
    for (std::string w; words >> w;) rest.push_back(w);
    const auto number = [&](std::size_t k) { return std::strtof(rest.at(k).c_str(), nullptr); };
    if (word == "v")
      places.insert(places.end(), {number(0), number(1), number(2)}), reds.push_back(number(3));
    if (word == "usemtl") materials.push_back(fmt::format("{} at {}", rest.at(0), corners.size()));
    if (word == "vn") normals.insert(normals.end(), {number(0), number(1), number(2)});
    if (word == "f")
      for (const std::string& corner : rest) {
        const auto index = static_cast<std::uint32_t>(std::stoul(corner));
        EXPECT_EQ(corner, fmt::format("{0}//{0}", index));
        corners.push_back(index - 1);
      }
  }
  EXPECT_EQ(places, flat(m.positions));
  EXPECT_EQ(normals, flat(m.normals));
  EXPECT_THAT(materials, ElementsAre("material_0 at 0", "material_1 at 12"));
  ASSERT_EQ(corners.size(), 24u);
  EXPECT_TRUE(std::equal(corners.begin(), corners.end(), m.triangles.front().begin()));
  EXPECT_EQ(reds[5], static_cast<float>(m.colours[5] & 255) / 255.f);
}

TEST_F(ExportedFile, UsdaHoldsEveryNumberAtTheTimeOfItsFrame) {
  const Snapshot s = twoParticles();
  const std::string text = particles("p.usda", s);
  EXPECT_THAT(text, StartsWith("#usda 1.0\n"));
  for (const char* line : {"    upAxis = \"Y\"\n", "    metersPerUnit = 1\n", "    timeCodesPerSecond = 24\n",
                           "    startTimeCode = 3\n", "    endTimeCode = 3\n", "def Points \"liquid\"\n",
                           "    float[] widths = [0.02] (interpolation = \"constant\")\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_EQ(sampleOf(text, "point3f[] points"), flat(s.positions));
  EXPECT_EQ(sampleOf(text, "vector3f[] velocities"), flat(s.velocities));
  EXPECT_THAT(text, HasSubstr("int64[] ids.timeSamples = { 3: [5, 4000000000] }"));
  EXPECT_EQ(sampleOf(text, "float[] primvars:density"), s.fields.front().values);
  const std::vector<float> colour = sampleOf(text, "color3f[] primvars:displayColor");
  ASSERT_EQ(colour.size(), 6u);
  // The expected value is sRGB 0xdd in linear light, IEC 61966-2-1.
  EXPECT_NEAR(colour[3], std::pow((221.0 / 255.0 + 0.055) / 1.055, 2.4), 1e-6);
  const std::vector<float> extent = sampleOf(text, "float3[] extent");
  EXPECT_FLOAT_EQ(extent[0], -4.11f) << "spheres reach beyond their centres";
  EXPECT_FLOAT_EQ(extent[5], 3.01f);
}

TEST_F(ExportedFile, UsdaMeshesAreNotSubdivided) {
  const SurfaceMesh m = octahedron();
  const std::string text = surface("s.usda", m);
  EXPECT_THAT(text, HasSubstr("def Mesh \"liquid\"\n"));
  EXPECT_THAT(text, HasSubstr("    uniform token subdivisionScheme = \"none\"\n"));
  EXPECT_EQ(sampleOf(text, "point3f[] points"), flat(m.positions));
  EXPECT_EQ(sampleOf(text, "normal3f[] normals"), flat(m.normals));
  EXPECT_EQ(sampleOf(text, "vector3f[] velocities"), flat(m.velocities));
  EXPECT_EQ(sampleOf(text, "int[] faceVertexCounts"), std::vector<float>(8, 3.f));
  const std::vector<float> corners = sampleOf(text, "int[] faceVertexIndices");
  ASSERT_EQ(corners.size(), 24u);
  EXPECT_TRUE(std::equal(corners.begin(), corners.end(), m.triangles.front().begin()));
}

TEST_F(ExportedFile, VtkIsBigEndian) {
  const Snapshot s = twoParticles();
  const std::string bytes = particles("p.vtk", s);
  EXPECT_THAT(bytes, StartsWith("# vtk DataFile Version 3.0\n"));
  EXPECT_THAT(bytes, HasSubstr("\nBINARY\nDATASET POLYDATA\n"));
  EXPECT_EQ(bigEndianAt<double>(bytes, behind(bytes, "TIME 1 1 double\n")), 0.125);
  EXPECT_EQ(bigVectorAt(bytes, behind(bytes, "POINTS 2 float\n") + 12), s.positions[1]);
  EXPECT_EQ(bigEndianAt<std::int32_t>(bytes, behind(bytes, "VERTICES 2 4\n") + 12), 1);
  EXPECT_EQ(bigVectorAt(bytes, behind(bytes, "VECTORS velocity float\n") + 12), s.velocities[1]);
  EXPECT_EQ(bigEndianAt<std::uint32_t>(bytes, behind(bytes, "id 1 2 unsigned_int\n") + 4), s.ids[1]);
  EXPECT_EQ(bigEndianAt<std::uint16_t>(bytes, behind(bytes, "material 1 2 unsigned_short\n") + 2), 300);
  EXPECT_EQ(bytes.substr(behind(bytes, "colour 3 2 unsigned_char\n"), 3), "\x10\x20\x30");
}

TEST_F(ExportedFile, TexturedSurfacesHaveCoordinatesInEveryFormat) {
  const SurfaceMesh m = octahedron();
  const std::vector<Vec2>& st = coordinatesOfOctahedron();
  const SurfaceTexture texture{st, initialOfOctahedron()};
  const auto written = [&](const char* name, const SurfaceMesh& mesh) {
    writeSurface(folder_ / name, mesh, {3, 0.125, 24.0}, {}, nullptr, {}, &texture);
    return readText(folder_ / name);
  };
  std::vector<float> pairs;
  for (const Vec2& v : st) pairs.insert(pairs.end(), {v.x, v.y});
  const std::string usda = written("s.usda", m);
  EXPECT_THAT(usda, HasSubstr("texCoord2f[] primvars:st (interpolation = \"vertex\")"));
  EXPECT_EQ(sampleOf(usda, "texCoord2f[] primvars:st"), pairs);
  EXPECT_EQ(sampleOf(usda, "point3f[] primvars:rest"), flat(initialOfOctahedron()));
  const std::string ply = written("s.ply", m);
  EXPECT_THAT(ply, HasSubstr("property float nz\nproperty float s\nproperty float t\nproperty float vx"));
  constexpr std::size_t kVertex = 11 * 4 + 2 + 3;
  EXPECT_EQ(at<Vec2>(ply, behind(ply, "end_header\n") + kVertex + 24), st[1]);
  EXPECT_THAT(written("s.obj", m), HasSubstr("\nusemtl material_0\nf 1/1/1 3/3/3 5/5/5\n"));
  SurfaceMesh bare = m;
  bare.normals.clear();
  EXPECT_THAT(written("b.obj", bare), HasSubstr("\nf 1/1 3/3 5/5\n"));
  bare.materials.assign(bare.materials.size(), 0);
  EXPECT_THAT(written("b.obj", bare), Not(HasSubstr("usemtl")));
  const std::string vtk = written("s.vtk", m);
  EXPECT_EQ(bigEndianAt<float>(vtk, behind(vtk, "TEXTURE_COORDINATES st 2 float\n") + 8), st[1].x);
  EXPECT_THAT(surface("n.ply", m), ::testing::Not(HasSubstr("property float s\n"))) << "it carries none";
  EXPECT_THAT(surface("n.usda", m), ::testing::Not(HasSubstr("primvars:st")));
}

TEST_F(ExportedFile, NoLiquidIsAValidFileToo) {
  Snapshot none;
  none.restSpacing = 0.01f;
  EXPECT_THAT(particles("p.ply", none), HasSubstr("element vertex 0\n"));
  EXPECT_THAT(surface("s.ply", {}), HasSubstr("element face 0\n"));
  EXPECT_THAT(particles("p.vtk", none), HasSubstr("POINTS 0 float\n"));
  EXPECT_THAT(particles("p.usda", none), HasSubstr("point3f[] points.timeSamples = { 0: [] }"));
  EXPECT_THAT(particles("p.obj", none), HasSubstr("o particles\n"));
}

TEST_F(ExportedFile, DoesNotDependOnTheLocale) {
  struct Comma : std::numpunct<char> {
    [[nodiscard]] char do_decimal_point() const override { return ','; }
    [[nodiscard]] char do_thousands_sep() const override { return '.'; }
    [[nodiscard]] std::string do_grouping() const override { return "\3"; }
  };
  const Snapshot s = twoParticles();
  for (const char* name : {"p.ply", "p.obj", "p.usda", "p.vtk"}) {
    const std::string before = particles(name, s);
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const std::string after = particles(name, s);
    std::locale::global(old);
    EXPECT_EQ(after, before) << name;
  }
}

TEST_F(ExportedFile, RefusesNumbersThatAreNotFinite) {
  Snapshot s = twoParticles();
  s.velocities[1].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(writeParticles(folder_ / "p.usda", s), RunError);
  s = twoParticles();
  s.positions[0].x = std::numeric_limits<float>::infinity();
  EXPECT_THROW(writeParticles(folder_ / "p.ply", s), RunError);
  EXPECT_TRUE(fs::is_empty(folder_)) << "nothing is left behind";
}

TEST_F(ExportedFile, RefusesWhatItDoesNotKnow) {
  try {
    writeParticles(folder_ / "p.usd", twoParticles());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("the name must end in .ply, .obj, .usda or .vtk; did you mean \".usda\"?"));
  }
  EXPECT_THROW(writeParticles(folder_ / "p.vdb", twoParticles()), InputError) << "it is for surfaces";
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExportedFile, ReplacesAnOlderFileWhole) {
  writeFile(folder_ / "p.obj", std::string_view("old"));
  particles("p.obj", twoParticles());
  EXPECT_THAT(readText(folder_ / "p.obj"), StartsWith("# Ooze"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  EXPECT_THROW(writeParticles(folder_ / "missing" / "p.obj", twoParticles()), RunError);
}

}  // namespace
}  // namespace ooze::export_test
