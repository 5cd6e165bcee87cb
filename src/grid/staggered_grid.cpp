#include "grid/staggered_grid.h"

#include "grid/cell_sampler.h"
#include "grid/position_packet.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ooze::grid {
namespace {

constexpr double kFarthestCell = 4194304.0;  // beyond, floats of metres cannot distinguish two cells

/// Returns the coordinates of a block's first cell.
glm::dvec3 firstOf(const BlockCoordinate& at) { return glm::dvec3(kBlock * glm::ivec3(at.x, at.y, at.z)); }

/// Interpolates trilinearly at any place.
/// @param at  position relative to the first value of the array [cells]
float sampleAnywhere(const CellBlocks& cells, const float* values, float outside, const glm::dvec3& at) {
  if (!(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) < kFarthestCell)) return outside;
  const glm::ivec3 low = floorToInt(at);
  const BlockCoordinate home{low.x >> 3, low.y >> 3, low.z >> 3};
  if (const std::uint32_t block = cells.blocks().find(home); block != kNone)
    return static_cast<float>(CellSampler(cells, block).value(values, outside, at - firstOf(home)));
  SampledCells corners;
  corners.part = at - glm::dvec3(low);
  for (int k = 0; k < 8; ++k)
    corners.cells[static_cast<std::size_t>(k)] = cells.find(low + glm::ivec3(k & 1, k >> 1 & 1, k >> 2));
  return static_cast<float>(corners.value(values, outside));
}

void shiftValues(const CellBlocks& cells, std::vector<float>& to, const std::vector<float>& from,
                 float outside, const CellBlocks& ofCells, const glm::ivec3& offset, const Threads& threads) {
  to.resize(cells.size());
  if (offset == glm::ivec3(0)) {  // Unshifted fields are copied block by block.
    threads.forEach(cells.blocks().size(), [&](std::size_t b) {
      const std::uint32_t source = ofCells.blocks().find(cells.blocks().at(b));
      float* const first = to.data() + kNodes * b;
      if (source == kNone)
        std::fill_n(first, kNodes, outside);
      else
        std::copy_n(from.data() + kNodes * source, kNodes, first);
    });
    return;
  }
  cells.forEach(threads, [&](CellIndex c) {
    const CellIndex source = ofCells.find(cells.at(c) + offset);
    to[c] = source == kNone ? outside : from[source];
  });
}

}  // namespace

glm::dvec3 middleOf(const CellBlocks& cells, CellIndex cell) {
  return static_cast<double>(cells.cell()) * glm::dvec3(cells.at(cell));
}

glm::dvec3 middleOfFace(const CellBlocks& cells, int axis, CellIndex cell) {
  glm::dvec3 at(cells.at(cell));
  at[axis] -= 0.5;
  return static_cast<double>(cells.cell()) * at;
}

float valueAtFace(const CellBlocks& cells, const CellField& field, int axis, CellIndex face) {
  const CellIndex before = cells.beside(face, axis, -1);
  return 0.5f * (field.values[face] + field.values[before == kNone ? face : before]);
}

glm::dvec3 gradientAtFace(const CellBlocks& cells, const CellField& field, int axis, CellIndex face) {
  const auto at = [&](CellIndex c) { return static_cast<double>(field.values[c]); };
  const CellIndex before = cells.beside(face, axis, -1);
  glm::dvec3 gradient(0.0);
  for (int along = 0; along < 3; ++along) {
    if (along == axis) {
      gradient[along] = before == kNone ? 0.0 : at(face) - at(before);
      continue;
    }
    double sum = 0.0;
    int count = 0;
    for (const CellIndex c : {before, face}) {
      if (c == kNone) continue;
      const CellIndex lower = cells.beside(c, along, -1), upper = cells.beside(c, along, 1);
      if (lower != kNone) sum += at(c) - at(lower), ++count;
      if (upper != kNone) sum += at(upper) - at(c), ++count;
    }
    if (count > 0) gradient[along] = sum / count;
  }
  return gradient;
}

void CellField::fill(const CellBlocks& cells, Function f, const Threads& threads) {
  values.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) { values[c] = f(Vec3(middleOf(cells, c))); });
}

float CellField::sample(const CellBlocks& cells, const Vec3& p) const {
  return sampleAnywhere(cells, values.data(), outside, glm::dvec3(p) / static_cast<double>(cells.cell()));
}

void CellField::shift(const CellBlocks& cells, const CellField& from, const CellBlocks& ofCells,
                      const glm::ivec3& offset, const Threads& threads) {
  outside = from.outside;
  shiftValues(cells, values, from.values, outside, ofCells, offset, threads);
}

void FaceField::copy(const FaceField& from, const Threads& threads) {
  constexpr std::size_t kCopyGrain = 32 * kNodes;  // cells per parallel chunk
  for (std::size_t k = 0; k < 3; ++k) {
    axes[k].resize(from.axes[k].size());
    threads.forChunks(axes[k].size(), kCopyGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::copy_n(from.axes[k].data() + begin, end - begin, axes[k].data() + begin);
    });
  }
}

void FaceField::fill(const CellBlocks& cells, Function f, const Threads& threads) {
  for (int axis = 0; axis < 3; ++axis) {
    auto& values = axes[static_cast<std::size_t>(axis)];
    values.resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) { values[c] = f(Vec3(middleOfFace(cells, axis, c)))[axis]; });
  }
}

Vec3 FaceField::sample(const CellBlocks& cells, const Vec3& p) const {
  const glm::dvec3 middle = glm::dvec3(p) / static_cast<double>(cells.cell());
  if (!(std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)}) < kFarthestCell - 1.0))
    return Vec3(0.f);
  const glm::ivec3 low = floorToInt(middle);
  const BlockCoordinate home{low.x >> 3, low.y >> 3, low.z >> 3};
  const std::uint32_t block = cells.blocks().find(home);
  Vec3 result;
  if (block == kNone) {
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 at = middle;
      at[axis] += 0.5;
      result[axis] = sampleAnywhere(cells, axes[static_cast<std::size_t>(axis)].data(), 0.f, at);
    }
    return result;
  }
  const CellSampler sampler(cells, block);
  const glm::dvec3 inBlock = middle - firstOf(home);
  for (int axis = 0; axis < 3; ++axis) {
    glm::dvec3 at = inBlock;
    at[axis] += 0.5;
    result[axis] = static_cast<float>(sampler.value(axes[static_cast<std::size_t>(axis)].data(), 0.f, at));
  }
  return result;
}

void FaceField::sample(const CellBlocks& cells, std::span<const Vec3> places, Vec3* to) const {
  const auto cell = static_cast<double>(cells.cell());
  const std::array<const float*, 3> values{axes[0].data(), axes[1].data(), axes[2].data()};
  std::optional<PacketSampler> sampler;
  BlockCoordinate home{};
  std::uint32_t number = kNone;
  PositionPacket at{}, found;
  std::array<std::array<std::int32_t, kEight>, 3> apart{};
  for (std::size_t first = 0; first < places.size(); first += kEight) {
    const std::size_t count = std::min(kEight, places.size() - first);
    std::uint32_t near = 0;
    for (std::size_t l = 0; l < count; ++l) {
      const glm::dvec3 middle = glm::dvec3(places[first + l]) / cell;
      if (!(std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)}) < kFarthestCell - 1.0))
        continue;
      const glm::ivec3 own = floorToInt(middle) >> 3;
      const BlockCoordinate block{own.x, own.y, own.z};
      if (near == 0 && (!sampler || block != home)) {
        home = block;
        number = cells.blocks().find(home);
        if (number != kNone) sampler.emplace(cells, number);
      }
      const glm::ivec3 from = own - glm::ivec3(home.x, home.y, home.z), part = from + 1;
      if (number == kNone || static_cast<unsigned>(part.x) > 2 || static_cast<unsigned>(part.y) > 2 ||
          static_cast<unsigned>(part.z) > 2 ||
          cells.around(number)[static_cast<std::size_t>(9 * part.z + 3 * part.y + part.x)] == kNone)
        continue;
      near |= 1u << l;
      const glm::dvec3 inBlock = middle - firstOf(block);
      for (int axis = 0; axis < 3; ++axis) {
        at.along[static_cast<std::size_t>(axis)][l] = inBlock[axis];
        apart[static_cast<std::size_t>(axis)][l] = from[axis];
      }
    }
    if (near != 0) near &= sampler->vectorFromOwnBlocks(values, at, apart, found);
    for (std::size_t l = 0; l < count; ++l)
      to[first + l] = (near >> l & 1u) != 0
                          ? Vec3(glm::dvec3(found.along[0][l], found.along[1][l], found.along[2][l]))
                          : sample(cells, places[first + l]);
  }
}

void FaceField::shift(const CellBlocks& cells, const FaceField& from, const CellBlocks& ofCells,
                      const glm::ivec3& offset, const Threads& threads) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    shiftValues(cells, axes[axis], from.axes[axis], 0.f, ofCells, offset, threads);
}

double divergence(const CellBlocks& cells, const FaceField& velocity, CellIndex cell) {
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis)
    sum += static_cast<double>(velocity.at(axis, cells.beside(cell, axis, 1))) -
           static_cast<double>(velocity.at(axis, cell));
  return sum / static_cast<double>(cells.cell());
}

}  // namespace ooze::grid
