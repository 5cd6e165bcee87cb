// Tests that other programs and libraries read the files that Ooze exports: Assimp, VTK (Debian:
// python3-vtk9), Blender (Debian: blender) and TinyUSDZ (npm: tinyusdz). third_party/setup.sh installs them;
// a test whose reader is missing is skipped.
#include "ooze/export/liquid_files.h"

#include "base/file.h"
#include "export_fixtures.h"
#include "fixtures/places.h"

#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <cstdlib>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <span>
#include <sys/wait.h>

namespace ooze::export_readers_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using ooze::export_tests::coordinatesOfOctahedron;
using ooze::export_tests::initialOfOctahedron;
using ooze::export_tests::octahedron;
using ooze::export_tests::octahedronIn;
using ooze::export_tests::twoParticles;
using ::testing::HasSubstr;

constexpr int kNotInstalled = 77;

class ForeignReader : public ooze::export_tests::ExportTest {
 protected:
  void SetUp() override {
    ExportTest::SetUp();
    for (const char* extension : {"ply", "obj", "usda", "vtk"}) {
      writeParticles(folder_ / fmt::format("p.{}", extension), twoParticles());
      writeParticles(folder_ / fmt::format("none.{}", extension), {});
      writeSurface(folder_ / fmt::format("s.{}", extension), octahedron(), {3, 0.125, 24.0});
      const SurfaceTexture texture{coordinatesOfOctahedron(), initialOfOctahedron()};
      writeSurface(folder_ / fmt::format("textured.{}", extension), octahedron(), {3, 0.125, 24.0}, {},
                   nullptr, {}, &texture);
    }
  }
  /// Runs a command in the folder.
  /// @return the exit code; the command's output goes to the file "out"
  [[nodiscard]] int run(const std::string& command) const {
    const std::string line = fmt::format("cd '{}' && {} > out 2> err < /dev/null", folder_.string(), command);
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] std::string printed() const { return readText(folder_ / "out"); }
  [[nodiscard]] std::string complaint() const { return readText(folder_ / "err"); }
  static std::string script(const char* name) {
    return fmt::format("'{}/tests/readers/{}'", sourceFolder(), name);
  }
};

void expectNear(const std::vector<float>& found, const Vec3& wanted, const std::string& what) {
  ASSERT_EQ(found.size(), 3u) << what;
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(found[static_cast<std::size_t>(k)], wanted[k], 1e-6f + 1e-6f * std::abs(wanted[k])) << what;
}

/// A corner of a triangle as Assimp reads it. Assimp makes a mesh for each material, and may make a separate
/// vertex for each corner.
struct ReadCorner {
  const aiMesh* mesh;
  unsigned vertex;
};

/// Returns the corners of all triangles of a scene, mesh by mesh.
std::vector<ReadCorner> cornersOf(const aiScene& scene) {
  std::vector<ReadCorner> corners;
  for (const aiMesh* mesh : std::span(scene.mMeshes, scene.mNumMeshes))
    for (const aiFace& face : std::span(mesh->mFaces, mesh->mNumFaces))
      for (unsigned k = 0; k < face.mNumIndices; ++k) corners.push_back({mesh, face.mIndices[k]});
  return corners;
}

TEST_F(ForeignReader, AssimpReadsTheSurface) {
  for (const char* name : {"s.ply", "s.obj"}) {
    const SurfaceMesh m = octahedronIn(name);
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile((folder_ / name).string(), 0);
    ASSERT_NE(scene, nullptr) << name << importer.GetErrorString();
    const bool isObj = std::string_view(name).ends_with(".obj");
    ASSERT_EQ(scene->mNumMeshes, isObj ? 2u : 1u) << name;
    const std::vector<ReadCorner> found = cornersOf(*scene);
    ASSERT_EQ(found.size(), 3 * m.triangles.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto [mesh, corner] = found[i];
      ASSERT_TRUE(mesh->HasNormals()) << name;
      ASSERT_TRUE(mesh->HasVertexColors(0)) << name;
      const std::uint32_t wanted = m.triangles[i / 3][i % 3];
      const aiVector3D &p = mesh->mVertices[corner], &n = mesh->mNormals[corner];
      const aiColor4D& c = mesh->mColors[0][corner];
      expectNear({p.x, p.y, p.z}, m.positions[wanted], name);
      expectNear({n.x, n.y, n.z}, m.normals[wanted], name);
      expectNear(
          {c.r, c.g, c.b},
          Vec3(m.colours[wanted] & 255, m.colours[wanted] >> 8 & 255, m.colours[wanted] >> 16 & 255) / 255.f,
          name);
    }
  }
}

TEST_F(ForeignReader, AssimpReadsTextureCoordinates) {
  for (const char* name : {"textured.ply", "textured.obj"}) {
    const SurfaceMesh m = octahedronIn(name);
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile((folder_ / name).string(), 0);
    ASSERT_NE(scene, nullptr) << name << importer.GetErrorString();
    const std::vector<ReadCorner> found = cornersOf(*scene);
    ASSERT_EQ(found.size(), 3 * m.triangles.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto [mesh, corner] = found[i];
      ASSERT_TRUE(mesh->HasTextureCoords(0)) << name;
      EXPECT_TRUE(mesh->HasNormals() && mesh->HasVertexColors(0)) << name;
      const std::uint32_t wanted = m.triangles[i / 3][i % 3];
      const aiVector3D &p = mesh->mVertices[corner], &st = mesh->mTextureCoords[0][corner];
      expectNear({p.x, p.y, p.z}, m.positions[wanted], name);
      expectNear({st.x, st.y, 0.f}, Vec3(coordinatesOfOctahedron()[wanted], 0.f), name);
    }
  }
}

TEST_F(ForeignReader, VtkReadsEverything) {
  const int code = run("/usr/bin/python3 " + script("vtk_reader.py") + " p.vtk s.vtk none.vtk");
  if (code == kNotInstalled || code == 127) GTEST_SKIP() << "python3-vtk9 is not installed";
  ASSERT_EQ(code, 0) << complaint();
  EXPECT_EQ(complaint(), "") << "VTK has something to say";
  const Json found = Json::parse(printed());
  const Snapshot s = twoParticles();
  const Json &points = found[0], &surface = found[1];
  EXPECT_EQ(points["time"], 0.125);
  expectNear(points["points"][1], s.positions[1], "position");
  EXPECT_EQ(points["cells"], Json::parse("[[0], [1]]"));
  expectNear(points["arrays"]["velocity"]["values"][1], s.velocities[1], "velocity");
  EXPECT_EQ(points["arrays"]["id"]["type"], "unsigned int");
  EXPECT_EQ(points["arrays"]["id"]["values"][1][0], 4'000'000'000u);
  EXPECT_EQ(points["arrays"]["material"]["values"][1][0], 300);
  EXPECT_EQ(points["arrays"]["colour"]["values"][1], Json::parse("[221, 238, 255]"));
  EXPECT_FLOAT_EQ(points["arrays"]["density"]["values"][0][0].get<float>(), 7.2f);

  const SurfaceMesh m = octahedron();
  EXPECT_EQ(surface["cells"], Json(m.triangles));
  EXPECT_EQ(surface["normals"], true);
  for (std::size_t i = 0; i < m.positions.size(); ++i) {
    expectNear(surface["points"][i], m.positions[i], "position");
    expectNear(surface["arrays"]["normals"]["values"][i], m.normals[i], "normal");
    expectNear(surface["arrays"]["velocity"]["values"][i], m.velocities[i], "velocity");
  }
  EXPECT_EQ(found[2]["points"].size(), 0u);
  for (const Json& file : found) EXPECT_EQ(file["errors"], 0);
}

TEST_F(ForeignReader, BlenderImportsPlyAndObj) {
  if (run("command -v blender") != 0) GTEST_SKIP() << "blender is not installed";
  ASSERT_EQ(run("HOME=\"$PWD\" blender -b --python-exit-code 1 --python " + script("blender_reader.py") +
                " -- p.ply p.obj s.ply s.obj textured.ply textured.obj none.ply none.obj"),
            0)
      << complaint() << printed();
  const std::string text = printed();
  const std::size_t begin = text.find("FOUND ");
  ASSERT_NE(begin, std::string::npos) << text << complaint();
  const Json found = Json::parse(text.substr(begin + 6, text.find('\n', begin) - begin - 6));
  const Snapshot s = twoParticles();
  int read = 0;
  for (const Json& thing : found) {
    const std::string file = thing["file"];
    const bool isTextured = file.starts_with("textured.");
    const SurfaceMesh m = octahedronIn(file);
    const bool isSurface = isTextured || file.starts_with("s."), isEmpty = file.starts_with("none");
    const auto& wanted = isSurface ? m.positions : s.positions;
    ASSERT_EQ(thing["vertices"].size(), isEmpty ? 0u : wanted.size()) << file;
    for (std::size_t i = 0; !isEmpty && i < wanted.size(); ++i)
      expectNear(thing["vertices"][i], wanted[i], file);
    if (!isSurface) continue;
    ++read;
    EXPECT_EQ(thing["faces"], Json(m.triangles)) << file;
    ASSERT_EQ(thing["uvs"].size(), isTextured ? 24u : 0u) << file;
    for (std::size_t k = 0; k < thing["uvs"].size(); ++k) {
      const Vec2 st = coordinatesOfOctahedron()[m.triangles[k / 3][k % 3]];
      expectNear({thing["uvs"][k][0], thing["uvs"][k][1], 0.f}, Vec3(st, 0.f), file);
    }
    // Colours may belong to vertices or to corners. Exported colours are sRGB, which is Blender's encoding
    // too.
    ASSERT_FALSE(thing["colours"].empty()) << file;
    const bool byCorner = thing["colour_domain"] == "CORNER";
    for (std::size_t k = 0; k < thing["colours"].size(); ++k) {
      const std::uint32_t colour = m.colours[byCorner ? m.triangles[k / 3][k % 3] : k];
      for (unsigned c = 0; c < 3; ++c)
        EXPECT_NEAR(thing["colours"][k][c].get<float>(), static_cast<float>(colour >> 8 * c & 255) / 255.f,
                    0.003f)
            << file;
    }
  }
  EXPECT_EQ(read, 4) << "both surfaces, and both with texture coordinates";
  EXPECT_GE(found.size(), 4u) << "and both sets of particles";
}

TEST_F(ForeignReader, TinyUsdzReadsPointsAndMesh) {
  const std::string folder = sourceFolder() + "/third_party/node_modules/tinyusdz";
  if (!fs::exists(folder + "/tinyusdz.wasm")) GTEST_SKIP() << "the npm package tinyusdz is not installed";
  const std::string files = fmt::format(" '{}' p.usda s.usda none.usda", folder);
  ASSERT_EQ(run("node " + script("usda_reader.mjs") + files), 0) << complaint().substr(0, 2000);
  const Json found = Json::parse(printed());
  for (const Json& file : found) {
    EXPECT_EQ(file["read"], true) << file["error"];
    EXPECT_EQ(file["error"], "");
  }
  const SurfaceMesh m = octahedron();
  const Json& surface = found[1];
  ASSERT_EQ(surface["meshes"], 1);
  ASSERT_EQ(surface["points"].size(), 18u);
  for (std::size_t i = 0; i < 18; ++i)
    EXPECT_FLOAT_EQ(surface["points"][i].get<float>(), m.positions[i / 3][static_cast<int>(i % 3)]);
  ASSERT_EQ(surface["indices"].size(), 24u);
  for (std::size_t k = 0; k < 24; ++k) EXPECT_EQ(surface["indices"][k], m.triangles[k / 3][k % 3]);
  for (const auto& [k, words] :
       {std::pair{0, std::vector{"def Points \"liquid\"", "vector3f[] velocities", "int64[] ids",
                                 "float[] widths = [0.02]", "color3f[] primvars:displayColor",
                                 "timeCodesPerSecond = 24", "startTimeCode = 3", "upAxis = \"Y\""}},
        std::pair{1, std::vector{"def Mesh \"liquid\"", "subdivisionScheme = \"none\"",
                                 "vector3f[] velocities", "normal3f[] normals", "int[] primvars:material"}}})
    for (const char* word : words) EXPECT_THAT(found[k]["layer"].get<std::string>(), HasSubstr(word));
}

}  // namespace
}  // namespace ooze::export_readers_test
