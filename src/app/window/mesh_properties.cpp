#include "app/window/mesh_properties.h"

#include "ooze/base/error.h"

#include "geometry/mesh_sides.h"
#include "geometry/mesh_work.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <set>
#include <utility>

namespace ooze {
namespace {

// Largest mesh file [bytes], about the size of the 10 million triangles that loadMesh() accepts.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{512} << 20;
constexpr int kContours = 11;               // number of horizontal contours
constexpr std::size_t kMostLines = 20'000;  // drawing more lines would take longer than a frame
constexpr float kPixel = 1.f / 64;          // resolution of the contours [fraction of the height]

using Cell = std::array<int, 3>;

Cell cellOf(const Vec3& p) {
  return {static_cast<int>(std::lround(p.x / kPixel)), static_cast<int>(std::lround(p.y / kPixel)),
          static_cast<int>(std::lround(p.z / kPixel))};
}

Vec3 pointOf(const Cell& cell) {
  return kPixel * Vec3(static_cast<float>(cell[0]), static_cast<float>(cell[1]), static_cast<float>(cell[2]));
}

// Adds the intersection of the plane p[axis] = level with a mesh of height 1.
void addContour(const Mesh& mesh, int axis, float level, std::set<std::pair<Cell, Cell>>& lines) {
  for (const auto& triangle : mesh.triangles) {
    if (lines.size() >= kMostLines) return;
    std::array<Vec3, 2> ends{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < 3 && count < 2; ++k) {
      const Vec3 &a = mesh.positions[triangle[k]], &b = mesh.positions[triangle[(k + 1) % 3]];
      if ((a[axis] < level) == (b[axis] < level)) continue;
      ends[count++] = glm::mix(a, b, (level - a[axis]) / (b[axis] - a[axis]));
    }
    if (count < 2) continue;
    Cell from = cellOf(ends[0]), to = cellOf(ends[1]);
    if (to < from) std::swap(from, to);
    if (from != to) lines.insert({from, to});
  }
}

// Returns a line drawing of the solid: horizontal contours and the two vertical middle sections.
std::vector<ui::Stroke> drawingOf(const Mesh& mesh, const CancellationToken& work) {
  std::set<std::pair<Cell, Cell>> lines;
  for (const int axis : {0, 2}) addContour(mesh, axis, 1e-4f, lines);
  for (int i = 0; i < kContours; ++i) {
    throwIfCancelled(&work);
    addContour(mesh, 1, (static_cast<float>(i) + 0.5f) / kContours - 0.5f, lines);
  }
  std::vector<ui::Stroke> strokes;
  for (const auto& [from, to] : lines) strokes.push_back({{pointOf(from), pointOf(to)}});
  return strokes;
}

}  // namespace

Mesh readDroppedMesh(const std::filesystem::path& file, CancellationToken& work) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_regular_file(status)) {
    if (const std::uintmax_t size = std::filesystem::file_size(file, ignored); size > kMostBytes)
      throw InputError(fmt::format("{}: {:.1f} GB is too large for a mesh; at most {} MB", file.string(),
                                   static_cast<double>(size) / 1e9, kMostBytes >> 20));
    if (!std::ifstream(file))
      throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  return loadMesh(file, work);
}

ui::MeshProperties computeMeshProperties(const Mesh& mesh, const CancellationToken& work) {
  ui::MeshProperties facts;
  facts.triangles = mesh.triangles.size();
  facts.size = mesh.bounds().size();
  requireSound(mesh);
  const Mesh repaired = findSides(mesh, std::numeric_limits<float>::infinity()).mesh;
  Mesh scaled = repaired;
  standWithHeight(scaled, 1.f);
  for (Vec3& p : scaled.positions) p.y -= 0.5f;
  facts.volume = enclosedVolume(scaled) * std::pow(static_cast<double>(facts.size.y), 3.0);
  facts.shape = drawingOf(scaled, work);
  throwIfCancelled(&work);
  try {
    requireClosed(repaired);
  } catch (const InputError& error) {
    facts.open = error.what();
    if (!facts.open.empty()) facts.open[0] = static_cast<char>(std::toupper(facts.open[0]));
  }
  return facts;
}

}  // namespace ooze
