#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/geometry/mesh.h"

#include "base/file.h"
#include "base/isolated_call.h"
#include "geometry/gltf_check.h"
#include "geometry/mesh_work.h"

#include <algorithm>
#include <array>
#include <assimp/BaseImporter.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <cctype>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace ooze {
namespace fs = std::filesystem;
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Opens a regular file. Never waits for the other end of a pipe, nor makes a terminal the controlling
/// terminal.
File openRegular(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
  struct stat is {};
  if (descriptor < 0 || ::fstat(descriptor, &is) != 0 || !S_ISREG(is.st_mode)) {
    if (descriptor >= 0) ::close(descriptor);
    return {nullptr, std::fclose};
  }
  return {::fdopen(descriptor, "rb"), std::fclose};
}

class ReadStream final : public Assimp::IOStream {
 public:
  explicit ReadStream(File file) : file_(std::move(file)) {}
  std::size_t Read(void* to, std::size_t size, std::size_t count) override {
    return std::fread(to, size, count, file_.get());
  }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const int from = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return std::fseek(file_.get(), static_cast<long>(offset), from) == 0 ? aiReturn_SUCCESS
                                                                         : aiReturn_FAILURE;
  }
  [[nodiscard]] std::size_t Tell() const override {
    return static_cast<std::size_t>(std::ftell(file_.get()));
  }
  [[nodiscard]] std::size_t FileSize() const override {
    struct stat is {};
    return ::fstat(::fileno(file_.get()), &is) == 0 ? static_cast<std::size_t>(is.st_size) : 0;
  }
  void Flush() override {}

 private:
  File file_;
};

bool isWithin(const fs::path& file, const fs::path& folder) {
  const auto [ofFolder, ofFile] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return ofFolder == folder.end() && ofFile != file.end();
}

/// An Assimp file system that allows a mesh file to refer only to regular files in its own folder or below.
/// Paths that leave the folder, by a path, by ".." or by a link, count as missing. Anything but a regular
/// file counts as missing too, because a pipe or a device would block the reader. Nothing is ever written.
class MeshFolder final : public Assimp::IOSystem {
 public:
  /// @param mesh  absolute path; may be a link to anywhere, because the user chose this file
  explicit MeshFolder(fs::path mesh);

  [[nodiscard]] bool Exists(const char* path) const override;
  [[nodiscard]] char getOsSeparator() const override;
  Assimp::IOStream* Open(const char* path, const char* mode = "rb") override;
  void Close(Assimp::IOStream* file) override;
  bool CreateDirectory(const std::string& path) override;
  bool ChangeDirectory(const std::string& path) override;
  bool DeleteFile(const std::string& path) override;

  /// Returns the last path that was requested and refused; "" if there was none.
  [[nodiscard]] const std::string& refused() const { return refused_; }

 private:
  /// Returns the canonical path of a request; empty if the file must not be read.
  [[nodiscard]] fs::path allowed(const char* path) const;

  fs::path mesh_, folder_;  ///< the mesh file, and its folder with symbolic links resolved
  std::string refused_;
};

MeshFolder::MeshFolder(fs::path mesh)
    : mesh_(std::move(mesh)), folder_(fs::weakly_canonical(mesh_.parent_path())) {}

fs::path MeshFolder::allowed(const char* path) const {
  std::error_code failed;
  const fs::path asked(path);
  fs::path file = fs::canonical(asked, failed);
  if (failed || (asked != mesh_ && !isWithin(file, folder_)) || !fs::is_regular_file(file, failed)) return {};
  return file;
}

bool MeshFolder::Exists(const char* path) const { return !allowed(path).empty(); }

char MeshFolder::getOsSeparator() const { return '/'; }

Assimp::IOStream* MeshFolder::Open(const char* path, const char* mode) {
  File file(nullptr, std::fclose);
  if (std::string_view(mode).find_first_of("wa+") == std::string_view::npos)
    if (const fs::path there = allowed(path); !there.empty()) file = openRegular(there);
  if (file) return new ReadStream(std::move(file));  // Assimp takes ownership
  refused_ = path;
  return nullptr;
}

void MeshFolder::Close(Assimp::IOStream* file) { delete file; }

bool MeshFolder::CreateDirectory(const std::string&) { return false; }
bool MeshFolder::ChangeDirectory(const std::string&) { return false; }
bool MeshFolder::DeleteFile(const std::string&) { return false; }

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
    welded_.assign(part.mNumVertices, kNotYet);
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // skips points and line segments
      std::array<std::uint32_t, 3> triangle{};
      for (unsigned k = 0; k < 3; ++k) {
        const unsigned corner = face.mIndices[k];
        if (corner >= part.mNumVertices) fail("a face refers to a vertex that does not exist");
        if (welded_[corner] == kNotYet) welded_[corner] = indexOf(transform * part.mVertices[corner]);
        triangle[k] = welded_[corner];
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

  static constexpr std::uint32_t kNotYet = ~std::uint32_t{0};
  std::vector<std::uint32_t> welded_;  ///< index in mesh_ of each vertex of the present part, or kNotYet
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

const std::string kTooMuchMemory = "the mesh asks for more memory than a file of this kind and size may take";

// Turns an Assimp error message into one line; these messages contain line breaks.
std::string oneLine(std::string text) {
  if (text.find("std::bad_alloc") != std::string::npos) return kTooMuchMemory;  // Assimp caught the exception
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

/// Returns "Ooze reads .obj, ... and .off".
std::string readableFormats() {
  const std::span<const std::string_view> all = meshExtensions();
  return fmt::format("Ooze reads {} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

bool isOfferedName(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::span<const std::string_view> all = meshExtensions();
  return std::find(all.begin(), all.end(), extension) != all.end();
}

bool hasGltfName(const fs::path& path) {
  return isOfferedName(path) && std::tolower(static_cast<unsigned char>(path.extension().string()[1])) == 'g';
}

bool hasStridedSparse(const fs::path& file) {
  const std::vector<std::byte> bytes = readBytes(file);
  return hasStridedSparseAccessor({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Mesh import(const fs::path& path, const Isolation& isolation) {
  Welder welder(path.string());
  Assimp::Importer importer;
  unregisterOtherFormats(importer);
  const fs::path file = fs::absolute(path).lexically_normal();
  if (hasGltfName(path) && hasStridedSparse(file))
    welder.fail("sparse accessors with a stride cannot be read; export the mesh without them");
  auto* const folder = new MeshFolder(file);
  importer.SetIOHandler(folder);  // the importer takes ownership
  // Only the geometry matters: everything else is dropped before post-processing.
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                  aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                  aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
  const aiScene* scene = importer.ReadFile(file.string(), aiProcess_RemoveComponent | aiProcess_Triangulate);
  isolation.forbidOpening();
  if ((!scene || !scene->mRootNode) && !isOfferedName(path))
    welder.fail(fmt::format("\"{}\" files cannot be read; {}", path.extension().string(), readableFormats()));
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
std::vector<std::byte> importToBytes(const fs::path& path, const Isolation& isolation) {
  std::string refusal;
  Mesh mesh;
  try {
    mesh = import(path, isolation);
  } catch (const InputError& e) {
    refusal = e.what();
  } catch (const std::bad_alloc&) {
    refusal = path.string() + ": " + kTooMuchMemory;
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
IsolatedLimits limitsFor(const fs::path& path) {
  std::error_code ignored;
  const std::uint64_t size = fs::file_size(path, ignored);
  std::uint64_t seconds = 1 + (size >> 20), memory = (std::uint64_t{64} << 20) + 200 * size;
  if (hasGltfName(path)) {
    // A glTF file refers to buffers, and its meshes to parts of them, so that its own size says little.
    // Ten million triangles fit in these limits.
    seconds += 30;
    memory += std::uint64_t{4} << 30;
  }
  return {.seconds = seconds,
          .memory = memory,
          .clockSeconds = 10 + 4 * seconds};  // generous, because other processes share the machine
}

void requireRegularFile(const fs::path& path) {
  const auto fail = [&](const char* why) { throw InputError(fmt::format("{}: {}", path.string(), why)); };
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) fail("no such file");
  if (fs::is_directory(status)) fail("is a directory, not a mesh");
  if (!fs::is_regular_file(status)) fail("not a regular file");
  if (fs::file_size(path, error) == 0) fail("the file is empty");
}

Mesh load(const fs::path& path, const CancellationToken* work) {
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

Mesh loadMesh(const fs::path& path) { return load(path, nullptr); }

Mesh loadMesh(const fs::path& path, CancellationToken& work) { return load(path, &work); }

}  // namespace ooze
