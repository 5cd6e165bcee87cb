#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "base/file.h"
#include "geometry/distance_grid.h"
#include "geometry/mesh_sides.h"
#include "geometry/mesh_work.h"
#include "geometry/wall_thickness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace ooze {
namespace {

// Format version, raised whenever the sampling changes, so that grids of older programs are not used.
constexpr std::uint32_t kVersion = 3;
// Size limit of the cache folder [bytes]; 1 GB together with the thumbnails.
constexpr std::uintmax_t kMostKept = 900u << 20;
// Cells that the thinnest wall of an obstacle needs, so that the distance changes its sign wherever a path
// crosses the wall.
constexpr float kCellsOfWall = 2.8f;
constexpr float kFinestCell = 0.25f;   // finest cell for thin walls, over the cell that was asked for
constexpr double kMostRefined = 32e6;  // most samples of a grid with finer cells for thin walls
// Shares of the surface from which thin walls, or walls of a quarter of that thickness, are thickened. Less
// are single thin places of a bulky body, such as an ear.
constexpr double kThinWalled = 0.25, kVeryThinWalled = 0.02;
constexpr double kSameVolume = 0.05;  // difference of volumes that needs no word
constexpr std::array<char, 8> kMagic{'O', 'O', 'Z', 'E', 'S', 'D', 'F', '\n'};

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::array<std::int32_t, 3> size{};
  std::array<float, 3> origin{};
  float cell = 0.f;
  GridWalls walls;
  std::uint64_t checksum = 0;  // XXH3 hash of the samples
};
static_assert(sizeof(GridWalls) == 16 && sizeof(Header) == 64, "written as it lies in memory: no gaps");

Header describe(const GridLayout& layout, const std::vector<float>& distances, const GridWalls& walls) {
  Header header;
  header.size = {layout.size.x, layout.size.y, layout.size.z};
  header.origin = {layout.origin.x, layout.origin.y, layout.origin.z};
  header.cell = layout.cell;
  header.walls = walls;
  header.checksum = hashBytes(std::as_bytes(std::span(distances)));
  return header;
}

Aabb boundsOfTriangles(const Mesh& mesh) {
  Aabb box;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle) box.include(mesh.positions[i]);
  return box;
}

/// Returns the layout of a grid around a mesh whose walls act this thick.
GridLayout layoutFor(const Aabb& solid, float cell, const GridWalls& walls) {
  return GridLayout::around(walls.thickness > 0.f ? solid.expanded(0.5f * walls.thickness) : solid, cell);
}

Mesh triangleSubset(const Mesh& mesh, const std::vector<std::uint8_t>& isLeftOut) {
  Mesh rest;
  rest.positions = mesh.positions;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (isLeftOut[t] == 0) rest.triangles.push_back(mesh.triangles[t]);
  return rest;
}

double volumeInside(const GridLayout& layout, const std::vector<float>& distances) {
  double cells = 0;
  for (const float d : distances) cells += std::clamp(0.5 - static_cast<double>(d / layout.cell), 0.0, 1.0);
  return cells * std::pow(static_cast<double>(layout.cell), 3.0);
}

/// Returns the walls of a grid and changes the cell to one that resolves thin walls.
GridWalls findWalls(const SidedMesh& sided, const TriangleTree& tree, const MeshSampling& sampling,
                    const Aabb& solid, float& cell) {
  const float limit = std::max(sampling.leastWall, kCellsOfWall * cell);
  const WallSurvey survey = surveyWalls(sided.mesh, tree, limit);
  const bool hasSheets = !sided.isSheet.empty();
  if (survey.thin < kThinWalled && survey.veryThin < kVeryThinWalled && !hasSheets) return {};
  const auto samples = [&](float spacing) {
    const glm::dvec3 n = glm::dvec3(solid.size()) / static_cast<double>(spacing) + 9.0;
    return n.x * n.y * n.z;
  };
  GridWalls walls;
  walls.thinnest = hasSheets ? 0.f : survey.thinnest;
  const float wanted = cell;
  cell = std::clamp(0.25f * std::max(walls.thinnest, sampling.leastWall), kFinestCell * wanted, wanted);
  while (cell < wanted && samples(cell) > kMostRefined) cell = std::min(wanted, 1.1f * cell);
  walls.thickness = std::max(sampling.leastWall, kCellsOfWall * cell);
  return walls;
}

SampledGrid sample(const SidedMesh& sided, const MeshSampling& sampling, const Aabb& solid) {
  const TriangleTree tree(sided.mesh);
  SampledGrid grid;
  float cell = sampling.cell;
  if (sampling.isObstacle) grid.walls = findWalls(sided, tree, sampling, solid, cell);
  grid.layout = layoutFor(solid, cell, grid.walls);
  const bool hasSheets = !sided.isSheet.empty();
  const TriangleTree closed(hasSheets ? triangleSubset(sided.mesh, sided.isSheet) : Mesh());
  grid.distances =
      sampleSignedDistances(tree, grid.layout, Threads(), sampling.work, hasSheets ? &closed : nullptr);
  grid.walls.enclosed = volumeInside(grid.layout, grid.distances);
  if (grid.walls.thickness > 0.f)
    thickenWalls(tree, sided.isSheet, grid.layout, grid.walls.thickness, Threads(), grid.distances,
                 sampling.work);
  if (std::ranges::none_of(grid.distances, [](float d) { return d < 0.f; }))
    throw InputError("the mesh encloses no volume: it is open, or thinner than the grid spacing");
  return grid;
}

std::string millimetres(float length) { return fmt::format("{:.3g} mm", 1e3f * length); }

/// Says in one line how the solid differs from its mesh.
std::string describe(const SidedMesh& sided, const SampledGrid& grid, const MeshSampling& sampling,
                     double volume) {
  std::vector<std::string> parts;
  if (sided.turned > 0)
    parts.push_back(fmt::format("{} of {} triangles faced the wrong way and were turned", sided.turned,
                                sided.mesh.triangles.size()));
  const GridWalls& walls = grid.walls;
  const float h = sampling.interactionRadius;
  const bool thickened = walls.thickness > walls.thinnest;
  if (!sided.isSheet.empty())
    parts.push_back(fmt::format("it is open, so it acts as a sheet {} thick at h = {}",
                                millimetres(walls.thickness), millimetres(h)));
  else if (thickened)
    parts.push_back(fmt::format("walls of {} are thin for h = {} and act {} thick; h below {} keeps them",
                                millimetres(walls.thinnest), millimetres(h), millimetres(walls.thickness),
                                millimetres(h * walls.thinnest / walls.thickness)));
  if (!thickened && std::abs(walls.enclosed - volume) > kSameVolume * volume)
    parts.push_back(
        fmt::format("its distance grid encloses {:.3g} l, its triangles {:.3g} l; a \"cell\" below "
                    "{} comes nearer",
                    1e3 * walls.enclosed, 1e3 * volume, millimetres(grid.layout.cell)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

SampledMesh sampleMesh(Mesh mesh, const MeshSampling& sampling) {
  requireSound(mesh);
  const Aabb solid = boundsOfTriangles(mesh);
  (void)GridLayout::around(solid, sampling.cell);  // refuses a grid that is too large before any work
  const float opening = sampling.isObstacle ? sampling.interactionRadius : 0.f;
  SidedMesh sided = findSides(mesh, sampling.isObstacle ? opening : std::numeric_limits<float>::infinity());
  const auto file = sampling.cacheFolder.empty()
                        ? std::filesystem::path()
                        : gridCacheFile(sampling.cacheFolder, mesh, sampling.cell, opening,
                                        sampling.isObstacle ? sampling.leastWall : 0.f);
  std::optional<SampledGrid> grid;
  if (!file.empty()) grid = readGrid(file, solid);
  if (!grid) {
    grid = sample(sided, sampling, solid);
    if (!file.empty()) writeGrid(file, grid->layout, grid->distances, grid->walls);
  }
  SampledMesh sampled;
  sampled.volume = enclosedVolume(sided.mesh, sided.isSheet);
  sampled.note = describe(sided, *grid, sampling, sampled.volume);
  sampled.mesh = std::make_shared<const Mesh>(std::move(sided.mesh));
  sampled.shape = std::make_shared<DistanceGrid>(grid->layout, std::move(grid->distances), grid->walls);
  return sampled;
}

float thickenedTo(const SignedDistance& shape) {
  const auto* grid = dynamic_cast<const DistanceGrid*>(&shape);
  return grid ? grid->walls().thickness : 0.f;
}

float standingOut(const SignedDistance& shape) {
  const auto* grid = dynamic_cast<const DistanceGrid*>(&shape);
  return grid ? std::max(0.f, 0.5f * (grid->walls().thickness - grid->walls().thinnest)) : 0.f;
}

std::filesystem::path gridCacheFile(const std::filesystem::path& folder, const Mesh& mesh, float cell,
                                    float opening, float least) {
  struct Key {
    std::uint64_t positions, triangles;
    std::uint32_t version;
    float cell, opening, least;
  };
  static_assert(sizeof(Key) == 32, "hashed as it lies in memory: no gaps");
  const Key key{hashBytes(std::as_bytes(std::span(mesh.positions))),
                hashBytes(std::as_bytes(std::span(mesh.triangles))),
                kVersion,
                cell,
                opening,
                least};
  return folder / fmt::format("{:016x}.sdf", hashBytes(std::as_bytes(std::span(&key, 1))));
}

std::optional<SampledGrid> readGrid(const std::filesystem::path& file, const Aabb& solid) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error || size < sizeof(Header)) return std::nullopt;
  try {
    const std::vector<std::byte> bytes = readBytes(file);
    if (bytes.size() != size) return std::nullopt;
    Header header;
    std::memcpy(&header, bytes.data(), sizeof(Header));
    if (!(header.walls.thickness >= 0.f)) return std::nullopt;
    SampledGrid grid{layoutFor(solid, header.cell, header.walls), {}, header.walls};
    if (size != sizeof(Header) + grid.layout.count() * sizeof(float)) return std::nullopt;
    grid.distances.resize(grid.layout.count());
    std::memcpy(grid.distances.data(), bytes.data() + sizeof(Header), grid.distances.size() * sizeof(float));
    const Header expected = describe(grid.layout, grid.distances, grid.walls);
    if (std::memcmp(&header, &expected, sizeof(Header)) != 0) return std::nullopt;
    touch(file);
    return grid;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void writeGrid(const std::filesystem::path& file, const GridLayout& layout,
               const std::vector<float>& distances, const GridWalls& walls) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  const Header header = describe(layout, distances, walls);
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
  return sampleMesh(mesh, {.cell = cell, .cacheFolder = cacheFolder}).shape;
}

ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          CancellationToken& work) {
  return sampleMesh(mesh, {.cell = cell, .cacheFolder = cacheFolder, .work = &work}).shape;
}

}  // namespace ooze
