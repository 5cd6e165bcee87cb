#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/geometry/mesh.h"

#include "base/isolated_call.h"
#include "geometry/mesh_folder.h"
#include "geometry/mesh_work.h"

#include <algorithm>
#include <array>
#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <memory>
#include <sstream>
#include <unordered_map>

namespace ooze {
namespace {

constexpr std::size_t kMaxTriangles = 10'000'000;
// Largest coordinate that is accepted. Squares and cubes of coordinates stay far inside float's range.
constexpr float kMaxCoordinate = 1e9f;

struct PositionHash {
  std::size_t operator()(const Vec3& p) const { return hashBytes(std::as_bytes(std::span(&p, 1))); }
};

// Collects triangles and welds vertices at equal positions.
class Welder {
 public:
  explicit Welder(std::string file) : file_(std::move(file)) {}

  void add(const aiMesh& part, const aiMatrix4x4& transform) {
    // A mirroring transform would turn triangles inside out.
    const bool mirrored = aiMatrix3x3(transform).Determinant() < 0;
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // skips points and line segments
      std::array<std::uint32_t, 3> triangle{};
      for (unsigned k = 0; k < 3; ++k) {
        if (face.mIndices[k] >= part.mNumVertices) fail("a face refers to a vertex that does not exist");
        triangle[k] = indexOf(transform * part.mVertices[face.mIndices[k]]);
      }
      if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) continue;
      if (mirrored) std::swap(triangle[1], triangle[2]);
      mesh_.triangles.push_back(triangle);
    }
  }

  Mesh finish() {
    if (mesh_.triangles.empty()) fail("no triangles");
    return std::move(mesh_);
  }

  [[noreturn]] void fail(std::string_view why) const { throw InputError(fmt::format("{}: {}", file_, why)); }

 private:
  std::uint32_t indexOf(const aiVector3D& v) {
    const Vec3 p = Vec3(v.x, v.y, v.z) + 0.f;  // -0 becomes 0, so that equal positions have equal bits
    if (!isFinite(p)) fail("a vertex is not a finite number");
    if (glm::any(glm::greaterThan(glm::abs(p), Vec3(kMaxCoordinate))))
      fail("a coordinate of a vertex is beyond 1e9");
    const auto [place, isNew] = indices_.try_emplace(p, static_cast<std::uint32_t>(mesh_.positions.size()));
    if (isNew) mesh_.positions.push_back(p);
    return place->second;
  }

  std::string file_;
  Mesh mesh_;
  std::unordered_map<Vec3, std::uint32_t, PositionHash> indices_;
};

struct PlacedMesh {
  const aiMesh* part;
  aiMatrix4x4 transform;
};

// Returns every mesh of the node tree with its transform, once for each node that uses it.
std::vector<PlacedMesh> placedMeshes(const aiScene& scene, const Welder& welder) {
  struct NodeVisit {
    const aiNode* node;
    aiMatrix4x4 parent;
  };
  std::vector<PlacedMesh> placed;
  std::vector<NodeVisit> open{{scene.mRootNode, aiMatrix4x4()}};
  std::size_t faces = 0;
  while (!open.empty()) {
    const auto [node, parent] = open.back();
    open.pop_back();
    const aiMatrix4x4 transform = parent * node->mTransformation;
    for (unsigned m = 0; m < node->mNumMeshes; ++m) {
      placed.push_back({scene.mMeshes[node->mMeshes[m]], transform});
      faces += placed.back().part->mNumFaces;
      if (faces > kMaxTriangles) welder.fail("more than 10 million triangles");
    }
    for (unsigned c = node->mNumChildren; c-- > 0;) open.push_back({node->mChildren[c], transform});
  }
  return placed;
}

// Turns an Assimp error message into one line; these messages contain line breaks.
std::string oneLine(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text.empty() ? "not a mesh" : text;
}

bool isOffered(const aiImporterDesc& importer) {
  const std::span<const std::string_view> offered = meshExtensions();
  std::istringstream extensions(importer.mFileExtensions);
  for (std::string one; extensions >> one;)
    if (std::find(offered.begin(), offered.end(), "." + one) != offered.end()) return true;
  return false;
}

// Unregisters all formats that are not offered. Assimp knows about fifty formats and detects the format from
// the content.
void unregisterOtherFormats(Assimp::Importer& importer) {
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    const std::unique_ptr<Assimp::BaseImporter> other(
        isOffered(*importer.GetImporterInfo(i)) ? nullptr : importer.GetImporter(i));
    if (other) importer.UnregisterLoader(other.get());
  }
}

Mesh import(const std::filesystem::path& path, const Isolation& isolation) {
  Welder welder(path.string());
  Assimp::Importer importer;
  unregisterOtherFormats(importer);
  const std::filesystem::path file = std::filesystem::absolute(path).lexically_normal();
  auto* const folder = new MeshFolder(file);
  importer.SetIOHandler(folder);  // the importer takes ownership
  // Only the geometry matters: everything else is dropped before post-processing.
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                  aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                  aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
  const aiScene* scene = importer.ReadFile(file.string(), aiProcess_RemoveComponent | aiProcess_Triangulate);
  isolation.forbidOpening();
  if (!scene || !scene->mRootNode) {
    const std::string outside =
        folder->refused().empty()
            ? ""
            : fmt::format(" (there is no regular file {} in its folder)", folder->refused());
    welder.fail(oneLine(importer.GetErrorString()) + outside);
  }
  for (const auto& [part, transform] : placedMeshes(*scene, welder)) welder.add(*part, transform);
  return welder.finish();
}

// Imports a mesh and serializes the result for the parent process: the error message (empty on success),
// positions and triangles.
std::vector<std::byte> importToBytes(const std::filesystem::path& path, const Isolation& isolation) {
  std::string refusal;
  Mesh mesh;
  try {
    mesh = import(path, isolation);
  } catch (const InputError& e) {
    refusal = e.what();
  } catch (const std::exception& e) {
    refusal = path.string() + ": " + oneLine(e.what());
  }
  ByteWriter bytes;
  bytes.text(refusal);
  bytes.array(mesh.positions);
  bytes.array(mesh.triangles);
  return bytes.bytes();
}

// Returns the time and memory limits of the importing process.
// A damaged file can make Assimp loop or allocate all memory. A valid file stays below a tenth of these
// limits.
IsolatedLimits limitsFor(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::uint64_t size = std::filesystem::file_size(path, ignored);
  const std::uint64_t seconds = 1 + (size >> 20);
  return {.seconds = seconds,
          .memory = (std::uint64_t{64} << 20) + 200 * size,
          .clockSeconds = 10 + 4 * seconds};  // generous, because other processes share the machine
}

void requireRegularFile(const std::filesystem::path& path) {
  const auto fail = [&](const char* why) { throw InputError(fmt::format("{}: {}", path.string(), why)); };
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail("no such file");
  if (std::filesystem::is_directory(status)) fail("is a directory, not a mesh");
  if (!std::filesystem::is_regular_file(status)) fail("not a regular file");
  if (std::filesystem::file_size(path, error) == 0) fail("the file is empty");
}

Mesh load(const std::filesystem::path& path, const CancellationToken* work) {
  requireRegularFile(path);
  // Assimp 5.2 crashes on some damaged files, so it runs in a separate process.
  std::vector<std::byte> bytes;
  try {
    bytes = callIsolated(
        limitsFor(path), [&](const Isolation& isolation) { return importToBytes(path, isolation); }, work);
  } catch (const RunError& error) {
    throw InputError(
        fmt::format("{}: the file is damaged or too large to import: {}", path.string(), error.what()));
  }
  ByteReader reader(bytes);
  if (const std::string refusal = reader.text(); !refusal.empty()) throw InputError(refusal);
  Mesh mesh;
  mesh.positions = reader.array<Vec3>();
  mesh.triangles = reader.array<std::array<std::uint32_t, 3>>();
  computeNormals(mesh);
  return mesh;
}

}  // namespace

std::span<const std::string_view> meshExtensions() {
  static constexpr std::array<std::string_view, 7> kExtensions{".obj", ".ply", ".stl", ".gltf",
                                                               ".glb", ".3ds", ".off"};
  return kExtensions;
}

Mesh loadMesh(const std::filesystem::path& path) { return load(path, nullptr); }

Mesh loadMesh(const std::filesystem::path& path, CancellationToken& work) { return load(path, &work); }

}  // namespace ooze
