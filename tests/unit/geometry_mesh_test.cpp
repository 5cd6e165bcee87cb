// Tests mesh files, valid and broken.
#include "ooze/base/error.h"
#include "ooze/geometry/mesh.h"

#include "base/file.h"
#include "geometry/builtin_meshes.h"
#include "geometry/gltf_check.h"
#include "geometry_fixtures.h"

#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <sys/stat.h>

namespace ooze::geometry_mesh_test {
namespace {

using testing::HasSubstr;
using testing_support::TemporaryFolder;

class MeshFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, std::string_view content) {
    const auto path = folder_.path() / name;
    writeFile(path, content);
    return path;
  }
  // Returns the message of the refusal, or "" if the mesh was accepted.
  static std::string errorMessageOf(const std::filesystem::path& path) {
    try {
      loadMesh(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  static void expectRefused(const std::filesystem::path& path, const std::string& why) {
    const std::string message = errorMessageOf(path);
    EXPECT_THAT(message, HasSubstr(path.string() + ": "));
    EXPECT_THAT(message, HasSubstr(why));
    EXPECT_EQ(message.find('\n'), std::string::npos) << "not one line";
  }

  TemporaryFolder folder_;
};

// Makes a glTF file with a single mesh. All faces are the triangle (0,0,0) (1,0,0) (0,1,0), and nodes come as
// JSON.
std::string gltf(std::size_t faces, const std::string& nodes, const std::string& roots) {
  std::string indices;
  // Indices 0, 1, 2 as 16-bit numbers in base64.
  for (std::size_t i = 0; i < faces; ++i) indices += "AAABAAIA";
  const std::string bytes = std::to_string(6 * faces), count = std::to_string(3 * faces);
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes +
         R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":1},"indices":0}]}],"buffers":[)"
         R"({"uri":"data:application/octet-stream;base64,)" +
         indices + R"(","byteLength":)" + bytes +
         R"(},{"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",)"
         R"("byteLength":36}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" +
         bytes +
         R"(},{"buffer":1,"byteOffset":0,"byteLength":36}],"accessors":[{"bufferView":0,"byteOffset":0,)"
         R"("componentType":5123,"count":)" +
         count +
         R"(,"type":"SCALAR","max":[2],"min":[0]},{"bufferView":1,"byteOffset":0,"componentType":5126,)"
         R"("count":3,"type":"VEC3","max":[1,1,0],"min":[0,0,0]}]})";
}

TEST_F(MeshFile, EqualPositionsBecomeOneVertexAndPolygonsTriangles) {
  const Mesh mesh = loadMesh(write("a.obj",
                                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                                   "v 1 0 0\nv -0 0 0\nv 0 0 1\n"
                                   "f 1 2 3 4\nf 5 6 7\n"));
  EXPECT_EQ(mesh.positions.size(), 5u);
  EXPECT_EQ(mesh.triangles.size(), 3u);
  EXPECT_EQ(mesh.normals.size(), 5u);
}

TEST_F(MeshFile, ReadsPlyAndStl) {
  const Mesh ply =
      loadMesh(write("a.ply",
                     "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                     "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                     "end_header\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n"));
  EXPECT_EQ(ply.triangles.size(), 1u);
  EXPECT_EQ(ply.bounds().upper, Vec3(2, 3, 0));
  const Mesh stl = loadMesh(write("a.stl",
                                  "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\n"
                                  "vertex 0 3 0\nendloop\nendfacet\nendsolid a\n"));
  EXPECT_EQ(stl.triangles.size(), 1u);
  EXPECT_EQ(stl.bounds().upper, Vec3(2, 3, 0));
}

TEST_F(MeshFile, AppliesNodeTransformsAndKeepsMirroredTrianglesFacingOut) {
  const Mesh mesh = loadMesh(write("a.gltf", gltf(1,
                                                  R"({"children":[1],"translation":[0,0,5]},)"
                                                  R"({"mesh":0,"scale":[-2,1,1],"translation":[10,0,0]})",
                                                  "0")));
  ASSERT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.bounds().lower, Vec3(8, 0, 5));
  EXPECT_EQ(mesh.bounds().upper, Vec3(10, 1, 5));
  EXPECT_EQ(mesh.normals[0], Vec3(0, 0, 1));  // mirroring in x keeps the orientation of the triangle
}

TEST_F(MeshFile, RefusesMoreThanTenMillionTriangles) {
  std::string nodes, roots;
  for (int i = 0; i < 1001; ++i) {
    nodes.append(i ? "," : "").append(R"({"mesh":0})");
    roots.append(i ? "," : "").append(std::to_string(i));
  }
  expectRefused(write("many.gltf", gltf(10'000, nodes, roots)), "more than 10 million triangles");
}

TEST_F(MeshFile, RefusesWhatIsNotAMesh) {
  expectRefused(folder_.path() / "absent.obj", "no such file");
  expectRefused(folder_.path(), "directory");
  expectRefused(write("empty.obj", ""), "empty");
  for (const char* name : {"garbage.obj", "garbage.ply", "garbage.stl", "garbage.glb", "garbage.gltf",
                           "garbage.3ds", "garbage.dae", "garbage.xyz", "garbage"}) {
    std::string noise;
    for (std::uint64_t i = 0; i < 4000; ++i) noise += static_cast<char>(randomBits(1, i));
    expectRefused(write(name, noise), "");
    expectRefused(write(name, "this is a letter, not a mesh\n"), "");
  }
}

/// Makes a glTF triangle whose positions lie in a separate file.
std::string gltfWithBuffer(const std::string& uri) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":)"
         R"([{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"uri":")" +
         uri +
         R"(","byteLength":36}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36}],"accessors":)"
         R"([{"bufferView":0,"byteOffset":0,"componentType":5126,"count":3,"type":"VEC3"}]})";
}

TEST_F(MeshFile, ReadsWhatLiesBesideIt) {
  std::filesystem::create_directory(folder_.path() / "parts");
  const std::array<float, 9> triangle{0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::string bytes(reinterpret_cast<const char*>(triangle.data()), sizeof triangle);
  write("beside.bin", bytes);
  write("parts/below.bin", bytes);
  std::filesystem::create_symlink("parts/below.bin", folder_.path() / "link.bin");
  for (const char* uri : {"beside.bin", "parts/below.bin", "parts/../beside.bin", "link.bin"})
    EXPECT_EQ(loadMesh(write("a.gltf", gltfWithBuffer(uri))).triangles.size(), 1u) << uri;
}

TEST_F(MeshFile, ReadsNothingOutsideItsFolder) {
  const std::filesystem::path inner = folder_.path() / "inner";
  std::filesystem::create_directory(inner);
  std::filesystem::create_directory(inner / "folder");
  const std::filesystem::path secret = write("secret.bin", std::string(36, '\0'));
  write("secret.mtl", "newmtl a\n");
  std::filesystem::create_symlink(secret, inner / "link.bin");
  std::filesystem::create_symlink("..", inner / "up");
  ASSERT_EQ(::mkfifo((inner / "pipe.bin").c_str(), 0600), 0);
  for (const std::string& uri :
       {std::string("../secret.bin"), secret.string(), std::string("link.bin"), std::string("up/secret.bin"),
        std::string("pipe.bin"), std::string("folder"), std::string("/dev/zero"), std::string("/etc/passwd")})
    expectRefused(write("inner/a.gltf", gltfWithBuffer(uri)), "there is no regular file");
}

TEST_F(MeshFile, DoesNotWaitForAPipeThatItNames) {
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe.mtl").c_str(), 0600), 0);
  const auto begin = std::chrono::steady_clock::now();
  const Mesh mesh =
      loadMesh(write("a.obj", "mtllib pipe.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"));
  EXPECT_EQ(mesh.triangles.size(), 1u) << "a missing material file is no error";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(MeshFile, MayItselfBeALink) {
  std::filesystem::create_directory(folder_.path() / "inner");
  write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  std::filesystem::create_symlink("../a.obj", folder_.path() / "inner" / "b.obj");
  EXPECT_EQ(loadMesh(folder_.path() / "inner" / "b.obj").triangles.size(), 1u);
}

TEST_F(MeshFile, IsOfAFormatThatIsOffered) {
  // Assimp itself can read this format, but Ooze does not offer the format.
  expectRefused(write("a.raw", "A\n0 0 0 1 0 0 0 1 0\n"), "");
  for (const std::string_view extension : meshExtensions()) EXPECT_EQ(extension.front(), '.');
}

std::string bytesOf(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

/// Returns the corners of triangles in a row along x, a metre apart.
std::vector<float> rowOfTriangles(std::size_t count) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    numbers.insert(numbers.end(), {x, 0, 0, x + 1, 0, 0, x, 1, 0});
  }
  return numbers;
}

std::string repeated(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i ? "," : "") + text;
  return all;
}

/// Makes a glTF file whose positions lie in the file a.bin.
std::string gltfOf(std::size_t triangles, const std::string& nodes, const std::string& roots,
                   const std::string& primitives) {
  const std::string bytes = std::to_string(36 * triangles), count = std::to_string(3 * triangles);
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes +
         R"(],"meshes":[{"primitives":[)" + primitives + R"(]}],"buffers":[{"uri":"a.bin","byteLength":)" +
         bytes + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + bytes +
         R"(}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" + count + R"(,"type":"VEC3"}]})";
}

/// The size of the main file says nothing of the buffers.
TEST_F(MeshFile, ReadsGltfWithALargeBufferManyInstancesAndManyParts) {
  const std::string part = R"({"attributes":{"POSITION":0}})";
  write("a.bin", bytesOf(rowOfTriangles(20'000)));
  EXPECT_EQ(loadMesh(write("a.gltf", gltfOf(20'000, R"({"mesh":0})", "0", part))).triangles.size(), 20'000u);

  std::string roots;
  for (int i = 0; i < 100; ++i) roots += (i ? "," : "") + std::to_string(i);
  const std::string instances =
      gltfOf(100, repeated(100, R"({"mesh":0,"translation":[0,0,1]})"), roots, part);
  EXPECT_EQ(loadMesh(write("b.gltf", instances)).triangles.size(), 100u * 100u);
  const std::string parts = gltfOf(100, R"({"mesh":0})", "0", repeated(500, part));
  EXPECT_EQ(loadMesh(write("c.gltf", parts)).triangles.size(), 500u * 100u);
}

TEST_F(MeshFile, RefusesGltfThatAsksForTooMuch) {
  const std::string part = R"({"attributes":{"POSITION":0}})";
  write("a.bin", bytesOf(rowOfTriangles(20'000)));
  expectRefused(write("many.gltf", gltfOf(20'000, R"({"mesh":0})", "0", repeated(501, part))),
                "more than 10 million triangles");
  write("a.bin", bytesOf(rowOfTriangles(2)));
  // A circle of nodes has no end.
  expectRefused(write("circle.gltf", gltfOf(2, R"({"children":[0]})", "0", part)), "");
  expectRefused(write("short.gltf", gltfOf(3, R"({"mesh":0})", "0", part)), "");
  expectRefused(write("missing.gltf", gltfOf(2, R"({"mesh":0})", "0", R"({"attributes":{"POSITION":7}})")),
                "");
  std::string huge = gltfOf(2, R"({"mesh":0})", "0", part);
  huge.replace(huge.find(R"("count":6)"), 9, R"("count":9000000000)");
  expectRefused(write("huge.gltf", huge), "");
}

/// Each node has the next node twice, which makes 2^40 instances. The importing process ends at its limit of
/// memory.
TEST_F(MeshFile, RefusesGltfThatDoublesAtEachNode) {
  write("a.bin", bytesOf(rowOfTriangles(2)));
  std::string chain;
  for (int i = 0; i < 40; ++i) chain += fmt::format(R"({{"children":[{},{}]}},)", i + 1, i + 1);
  const std::string part = R"({"attributes":{"POSITION":0}})";
  expectRefused(write("chain.gltf", gltfOf(2, chain + R"({"mesh":0})", "0", part)), "more memory");
}

TEST_F(MeshFile, ReadsEveryLayoutOfGltf) {
  // Strips, fans, indices of each width, strides, and a binary file.
  const std::vector<float> square{0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9, 1, 1, 0, 9};  // a stride of 16 bytes
  const std::string indices("\0\1\2\3\0\0\1\0\2\0\3\0\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0", 28);
  const std::string data = bytesOf(square) + indices;
  const auto file = [&](int mode, int width) {
    constexpr std::array kTypes{0, 5121, 5123, 0, 5125};
    constexpr std::array kOffsets{0, 0, 4, 0, 12};
    const auto w = static_cast<std::size_t>(width);
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":
        [{{"mode":{},"attributes":{{"POSITION":0}},"indices":1}}]}}],"buffers":[{{"byteLength":{}}}],"bufferViews":
        [{{"buffer":0,"byteLength":64,"byteStride":16}},{{"buffer":0,"byteOffset":64,"byteLength":28}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":1,"byteOffset":{},"componentType":{},"count":4,"type":"SCALAR"}}]}})",
        mode, data.size(), kOffsets[w], kTypes[w]);
  };
  const auto glb = [&](std::string json) {
    while (json.size() % 4 != 0) json += ' ';
    const auto word = [](std::size_t n) {
      std::string bytes(4, '\0');
      for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<char>(n >> (8 * i) & 0xff);
      return bytes;
    };
    return "glTF" + word(2) + word(28 + json.size() + data.size()) + word(json.size()) + "JSON" + json +
           word(data.size()) + std::string("BIN\0", 4) + data;
  };
  for (const int width : {1, 2, 4}) {
    const Mesh strip = loadMesh(write("a.glb", glb(file(5, width))));
    EXPECT_EQ(strip.triangles.size(), 2u);
    for (const Vec3& normal : strip.normals) EXPECT_EQ(normal, Vec3(0, 0, 1)) << "a strip alternates";
    EXPECT_EQ(loadMesh(write("a.glb", glb(file(6, width)))).triangles.size(), 2u);
    EXPECT_EQ(loadMesh(write("a.glb", glb(file(4, width)))).triangles.size(), 1u);
    expectRefused(write("a.glb", glb(file(1, width))), "no triangles");
  }
  for (std::size_t length = 0; length < data.size() + 400; length += 37)
    (void)errorMessageOf(write("cut.glb", glb(file(5, 2)).substr(0, length)));
}

/// Makes a glTF file of two triangles, whose second one is moved by a sparse accessor.
/// @param stride  distance of the positions in the file a.bin [bytes]
std::string sparseGltf(int stride) {
  const int size = 6 * stride;
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
      "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
      "buffers":[{{"uri":"a.bin","byteLength":{}}}],"bufferViews":[
      {{"buffer":0,"byteLength":{}{}}},{{"buffer":0,"byteOffset":{},"byteLength":4}},
      {{"buffer":0,"byteOffset":{},"byteLength":12}}],"accessors":[{{"bufferView":0,"componentType":5126,
      "count":6,"type":"VEC3","sparse":{{"count":1,"indices":{{"bufferView":1,"componentType":5125}},
      "values":{{"bufferView":2}}}}}}]}})",
      size + 16, size, stride == 12 ? "" : fmt::format(R"(,"byteStride":{})", stride), size, size + 4);
}

TEST_F(MeshFile, ReadsSparseGltfAndRefusesOneWithAStride) {
  for (const int stride : {12, 16, 24}) {
    std::vector<float> numbers;
    for (std::size_t corner = 0; corner < 6; ++corner) {
      const float x = corner / 3 * 5.f;
      const std::array<float, 3> p{x + (corner % 3 == 1), float(corner % 3 == 2), 0.f};
      numbers.insert(numbers.end(), p.begin(), p.end());
      numbers.resize(numbers.size() + static_cast<std::size_t>(stride) / 4 - 3, 77.f);
    }
    const std::vector<float> moved{9.f, 0.f, 0.f};
    write("a.bin", bytesOf(numbers) + std::string("\4\0\0\0", 4) + bytesOf(moved));
    const auto file = write("sparse.gltf", sparseGltf(stride));
    if (stride > 12) {
      expectRefused(file, "sparse accessors with a stride cannot be read");
      continue;
    }
    const Mesh mesh = loadMesh(file);
    ASSERT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.positions[mesh.triangles[1][1]], Vec3(9.f, 0.f, 0.f));
    EXPECT_EQ(mesh.positions[mesh.triangles[1][2]], Vec3(5.f, 1.f, 0.f));
  }
}

TEST(GltfCheck, DamagedFilesHaveNoSparseAccessor) {
  std::string text = sparseGltf(16);
  EXPECT_TRUE(hasStridedSparseAccessor(text));
  const auto length = static_cast<char>(text.size() & 0xff), high = static_cast<char>(text.size() >> 8);
  const std::string binary =
      std::string("glTF\2\0\0\0....", 12) + length + high + std::string("\0\0JSON", 6) + text;
  EXPECT_TRUE(hasStridedSparseAccessor(binary));
  for (std::size_t n = 0; n < text.size(); ++n) EXPECT_FALSE(hasStridedSparseAccessor(text.substr(0, n)));
  for (std::size_t n = 0; n < binary.size(); ++n) EXPECT_FALSE(hasStridedSparseAccessor(binary.substr(0, n)));
  for (const char* other :
       {"[]", "{}", "7", R"({"accessors":{}})", R"({"accessors":[7,{"sparse":{},"bufferView":-1}]})",
        R"({"accessors":[{"sparse":{},"bufferView":9}],"bufferViews":[]})",
        R"({"accessors":[{"sparse":{},"bufferView":0}],"bufferViews":[3]})"})
    EXPECT_FALSE(hasStridedSparseAccessor(other)) << other;
}

TEST_F(MeshFile, SaysWhichFormatsCanBeRead) {
  for (const char* name : {"a.fbx", "a.dae", "a.x3d", "a.FBX", "a.blend"})
    expectRefused(write(name, "<?xml version=\"1.0\"?>\n<COLLADA/>"),
                  "files cannot be read; Ooze reads .obj, .ply, .stl, .gltf, .glb, .3ds and .off");
}

TEST_F(MeshFile, RefusesNumbersThatAreNotFiniteOrAbsurd) {
  expectRefused(write("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), "");
  expectRefused(write("inf.obj", "v 0 0 0\nv inf 0 0\nv 0 1 0\nf 1 2 3\n"), "");
  expectRefused(write("huge.obj", "v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"), "");
  std::string binary =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
      "float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::array<float, 9> positions{0, 0, 0, NAN, 0, 0, 0, 1, 0};
  binary.append(reinterpret_cast<const char*>(positions.data()), sizeof positions);
  binary.append("\x03\0\0\0\0\x01\0\0\0\x02\0\0\0", 13);
  expectRefused(write("nan.ply", binary), "not a finite number");
}

TEST_F(MeshFile, RefusesAMeshWithoutTriangles) {
  expectRefused(write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"), "");
  expectRefused(write("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"), "no triangles");
  expectRefused(write("collapsed.obj", "v 0 0 0\nv 1 0 0\nf 1 2 1\n"), "no triangles");
}

TEST_F(MeshFile, RefusesFacesThatReferToMissingVertices) {
  expectRefused(write("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"), "");
}

TEST(MeshNormals, PointOutwardAndAreWeightedByArea) {
  Mesh mesh = testing_support::sphereMesh(2.f, 24, 24);
  computeNormals(mesh);
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle)
      // Rings are 7.5 degrees wide. The mean normal of the faces round a vertex leans by less than half a
      // face.
      EXPECT_GT(glm::dot(mesh.normals[i], mesh.positions[i] / 2.f), 0.995f);

  Mesh roof;  // a roof with one side three times as large as the other side
  roof.positions = {{0, 0, 0}, {0, 0, 1}, {3, 0, 0}, {0, 1, 0}};
  roof.triangles = {{0, 1, 2}, {0, 3, 1}};
  computeNormals(roof);
  EXPECT_LT(glm::distance(roof.normals[0], glm::normalize(Vec3(1, 3, 0))), 1e-6f);
}

TEST(MeshStanding, ScalesToTheHeightAndStandsOnTheGround) {
  Mesh mesh = testing_support::boxMesh({3, -4, 5}, {5, 4, 6});
  standWithHeight(mesh, 2.f);
  EXPECT_LT(glm::distance(mesh.bounds().lower, Vec3(-0.25f, 0.f, -0.125f)), 1e-6f);
  EXPECT_LT(glm::distance(mesh.bounds().upper, Vec3(0.25f, 2.f, 0.125f)), 1e-6f);
  Mesh flat = testing_support::boxMesh({0, 1, 0}, {1, 1, 1});
  EXPECT_THROW(standWithHeight(flat, 1.f), InputError);
  Mesh nothing;
  EXPECT_THROW(standWithHeight(nothing, 1.f), InputError);
}

struct BuiltinMeshCase {
  const char* name;
  Mesh (*make)();
  double least, most;  // bounds of the volume of the mesh at a height of one unit
};

class Figures : public testing::TestWithParam<BuiltinMeshCase> {};

TEST_P(Figures, AreOneClosedPieceOutwardAndStandOneUnitTall) {
  const Mesh mesh = GetParam().make();
  EXPECT_GT(mesh.triangles.size(), 10'000u);
  EXPECT_LT(mesh.triangles.size(), 40'000u);
  EXPECT_NEAR(mesh.bounds().lower.y, 0.f, 1e-6f);
  EXPECT_NEAR(mesh.bounds().upper.y, 1.f, 1e-6f);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  std::vector<std::uint32_t> piece(mesh.positions.size());
  std::iota(piece.begin(), piece.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (piece[i] != i) i = piece[i] = piece[piece[i]];
    return i;
  };
  double volume = 0;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      ++edges[{t[k], t[(k + 1) % 3]}];
      piece[root(t[k])] = root(t[0]);
    }
    volume += glm::dot(glm::dvec3(mesh.positions[t[0]]),
                       glm::cross(glm::dvec3(mesh.positions[t[1]]), glm::dvec3(mesh.positions[t[2]]))) /
              6;
  }
  for (const auto& [edge, uses] : edges) {
    ASSERT_EQ(uses, 1);  // each directed edge occurs once, and once in the opposite direction
    ASSERT_TRUE(edges.contains({edge.second, edge.first}));
  }
  for (const auto& t : mesh.triangles) ASSERT_EQ(root(t[0]), root(mesh.triangles[0][0]));
  EXPECT_GT(volume, GetParam().least);  // a positive volume means that triangles face outward
  EXPECT_LT(volume, GetParam().most);
}

TEST_P(Figures, AreSymmetricAndWithoutSlivers) {
  const Mesh mesh = GetParam().make();
  std::vector<Vec3> byPlace = mesh.positions;
  std::sort(byPlace.begin(), byPlace.end(), [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
  for (const Vec3& p : mesh.positions) {
    const Vec3 mirrored(p.x, p.y, -p.z);
    const auto isTwin = [&](const Vec3& q) { return glm::distance(mirrored, q) < 1e-5f; };
    const auto first = std::lower_bound(byPlace.begin(), byPlace.end(), p.x - 1e-5f,
                                        [](const Vec3& q, float x) { return q.x < x; });
    const auto last = std::find_if(first, byPlace.end(), [&](const Vec3& q) { return q.x > p.x + 1e-5f; });
    ASSERT_TRUE(std::any_of(first, last, isTwin)) << p.x << " " << p.y << " " << p.z;
  }
  // The quality of a triangle is 4 sqrt(3) area over the sum of its squared sides: 1 if equilateral.
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    const float sides = glm::dot(b - a, b - a) + glm::dot(c - b, c - b) + glm::dot(a - c, a - c);
    ASSERT_GT(2.f * std::sqrt(3.f) * glm::length(glm::cross(b - a, c - a)) / sides, 0.02f);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Figures,
                         testing::Values(BuiltinMeshCase{"bunny", makeProceduralBunny, 0.05, 0.3},
                                         BuiltinMeshCase{"moai", makeMoai, 0.05, 0.2},
                                         BuiltinMeshCase{"armadillo", makeArmadillo, 0.05, 0.2},
                                         BuiltinMeshCase{"skeleton", makeSkeleton, 0.005, 0.03}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ooze::geometry_mesh_test
