#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "base/file.h"
#include "geometry/distance_grid.h"
#include "geometry/mesh_work.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace ooze {
namespace {

// Format version, raised whenever the sampling changes, so that grids of older programs are not used.
constexpr std::uint32_t kVersion = 1;
// Size limit of the cache folder [bytes]; 1 GB together with the thumbnails.
constexpr std::uintmax_t kMostKept = 900u << 20;
constexpr std::array<char, 8> kMagic{'O', 'O', 'Z', 'E', 'S', 'D', 'F', '\n'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::array<std::int32_t, 3> size{};
  std::array<float, 3> origin{};
  float cell = 0.f;
  std::uint64_t checksum = 0;  // XXH3 hash of the samples
};
static_assert(sizeof(Header) == 48, "written as it lies in memory: no gaps");

Header describe(const GridLayout& layout, const std::vector<float>& distances) {
  Header header;
  header.size = {layout.size.x, layout.size.y, layout.size.z};
  header.origin = {layout.origin.x, layout.origin.y, layout.origin.z};
  header.cell = layout.cell;
  header.checksum = hashBytes(std::as_bytes(std::span(distances)));
  return header;
}

Aabb boundsOfTriangles(const Mesh& mesh) {
  Aabb box;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle) box.include(mesh.positions[i]);
  return box;
}

ShapePtr make(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
              CancellationToken* work) {
  requireSound(mesh);
  const GridLayout layout = GridLayout::around(boundsOfTriangles(mesh), cell);
  const auto file = cacheFolder.empty() ? cacheFolder : gridCacheFile(cacheFolder, mesh, cell);
  if (!file.empty())
    if (auto distances = readGrid(file, layout))
      return std::make_shared<DistanceGrid>(layout, *std::move(distances));

  const TriangleTree tree(mesh);
  std::vector<float> distances = sampleSignedDistances(tree, layout, Threads(), work);
  if (std::none_of(distances.begin(), distances.end(), [](float d) { return d < 0.f; }))
    throw InputError("the mesh encloses no volume: it is open, or thinner than the grid spacing");
  if (!file.empty()) writeGrid(file, layout, distances);
  return std::make_shared<DistanceGrid>(layout, std::move(distances));
}

}  // namespace

std::filesystem::path gridCacheFile(const std::filesystem::path& folder, const Mesh& mesh, float cell) {
  struct Key {
    std::uint64_t positions, triangles;
    std::uint32_t version;
    float cell;
  };
  static_assert(sizeof(Key) == 24, "hashed as it lies in memory: no gaps");
  const Key key{hashBytes(std::as_bytes(std::span(mesh.positions))),
                hashBytes(std::as_bytes(std::span(mesh.triangles))), kVersion, cell};
  return folder / fmt::format("{:016x}.sdf", hashBytes(std::as_bytes(std::span(&key, 1))));
}

std::optional<std::vector<float>> readGrid(const std::filesystem::path& file, const GridLayout& layout) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size != sizeof(Header) + layout.count() * sizeof(float)) return std::nullopt;
  try {
    const std::vector<std::byte> bytes = readBytes(file);
    std::vector<float> distances(layout.count());
    if (bytes.size() != size) return std::nullopt;
    std::memcpy(distances.data(), bytes.data() + sizeof(Header), distances.size() * sizeof(float));
    const Header expected = describe(layout, distances);
    if (std::memcmp(bytes.data(), &expected, sizeof(Header)) != 0) return std::nullopt;
    touch(file);
    return distances;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void writeGrid(const std::filesystem::path& file, const GridLayout& layout,
               const std::vector<float>& distances) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  const Header header = describe(layout, distances);
  const auto samples = std::as_bytes(std::span(distances));
  std::vector<std::byte> content(sizeof(Header) + samples.size());
  std::memcpy(content.data(), &header, sizeof(Header));
  std::memcpy(content.data() + sizeof(Header), samples.data(), samples.size());
  try {
    writeFile(file, content);
    pruneFolder(file.parent_path(), kMostKept);
  } catch (const RunError&) {
    // Ignored: the grid is computed again next time.
  }
}

ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder) {
  return make(mesh, cell, cacheFolder, nullptr);
}

ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          CancellationToken& work) {
  return make(mesh, cell, cacheFolder, &work);
}

}  // namespace ooze
