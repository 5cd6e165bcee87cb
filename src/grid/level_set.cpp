#include "grid/level_set.h"

#include "grid/lattice_position.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

/// Lower bound of the distance to the box outside; negative inside.
float distanceTo(const Aabb& box, const Vec3& p) {
  const Vec3 d = glm::max(box.lower - p, p - box.upper);
  return std::max({d.x, d.y, d.z});
}

}  // namespace

LevelSet::LevelSet(float cell, float band) : cell_(cell), band_(band * cell) {
  if (!(cell > 0.f && std::isfinite(cell)))
    throw std::invalid_argument("the cell of a level set is not positive");
  if (!(band >= kLeastBand && std::isfinite(band_)))
    throw std::invalid_argument("the band of a level set is too narrow");
}

LevelSet LevelSet::fromFunction(Scalar f, const Aabb& box, float cell, float band, const Threads& threads,
                                float steepest) {
  LevelSet set(cell, band);
  if (!(steepest > 0.f && std::isfinite(steepest)))
    throw std::invalid_argument("the steepness of a level set's function must be positive and finite");
  if (box.empty()) return set;
  const double side = static_cast<double>(kBlock) * static_cast<double>(cell);
  const Aabb around = box.expanded(set.band_ + cell);
  const glm::dvec3 low = glm::floor(glm::dvec3(around.lower) / side);
  const glm::dvec3 count = glm::floor(glm::dvec3(around.upper) / side) - low + 1.0;
  if (!(count.x * count.y * count.z <= static_cast<double>(kMaxBlocks)) ||
      !(glm::length(low) < kMaxNodeIndex / kBlock))
    throw std::invalid_argument("the cell of a level set is too small for a box of this extent");

  const auto cut = [&](const Vec3& p) { return std::max(f(p) / steepest, distanceTo(box, p)); };
  const auto wide = static_cast<std::size_t>(count.x), high = static_cast<std::size_t>(count.y);
  const std::size_t all = wide * high * static_cast<std::size_t>(count.z);
  const auto coordinate = [&](std::size_t k) {
    const glm::dvec3 at = low + glm::dvec3(k % wide, k / wide % high, k / (wide * high));
    return BlockCoordinate{static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y),
                           static_cast<std::int32_t>(at.z)};
  };
  // A block with a large |f| at its centre cannot contain values near 0.
  std::vector<float> middle(all);
  threads.forChunks(all, 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const BlockCoordinate at = coordinate(k);
      const glm::dvec3 corner = side * glm::dvec3(at.x, at.y, at.z);
      middle[k] = cut(Vec3(corner + 0.5 * (side - static_cast<double>(cell))));
    }
  });
  const float reach = 0.5f * std::sqrt(3.f) * (kBlock - 1) * cell + set.band_;
  for (std::size_t k = 0; k < all; ++k) {
    if (!std::isfinite(middle[k])) throw std::invalid_argument("a level set's function is not finite");
    if (std::abs(middle[k]) <= reach)
      set.blocks_.add(coordinate(k));
    else if (middle[k] < 0.f)
      set.inside_.add(coordinate(k));
  }
  set.blocks_.sort();
  set.inside_.sort();
  set.fillBlocks(
      [&](std::size_t k, float* nodes) {
        for (std::size_t n = 0; n < kNodes; ++n) nodes[n] = cut(Vec3(set.nodeOf(k, n)));
      },
      threads);
  set.removeBlocksOutsideBand();
  set.findAround(threads);
  return set;
}

LevelSet LevelSet::fromBlocks(BlockSet near, Fill fill, float cell, float band, const Threads& threads) {
  LevelSet set(cell, band);
  if (near.size() > kMaxBlocks)
    throw std::invalid_argument("the cell of a level set is too small for a surface of this extent");
  set.blocks_ = std::move(near);
  set.fillBlocks([&](std::size_t k, float* nodes) { fill(set.blocks_.at(k), nodes); }, threads);
  for (std::size_t k = 1; k < set.blocks_.size(); ++k) {
    const BlockCoordinate &from = set.blocks_.at(k - 1), &to = set.blocks_.at(k);
    if (from.z != to.z || from.y != to.y || !(set.values_[kNodes * k] < 0.f)) continue;
    for (BlockCoordinate at = from.beside(1, 0, 0); at.x < to.x; ++at.x) set.inside_.add(at);
  }
  set.removeBlocksOutsideBand();
  set.findAround(threads);
  return set;
}

/// Fills and clamps all nodes.
/// @param fill  receives a block's number, and writes f at its nodes
void LevelSet::fillBlocks(FunctionRef<void(std::size_t, float*)> fill, const Threads& threads) {
  values_.resize(kNodes * blocks_.size());
  std::atomic<bool> finite{true};
  threads.forEach(blocks_.size(), [&](std::size_t k) {
    float* const nodes = values_.data() + kNodes * k;
    fill(k, nodes);
    if (!std::all_of(nodes, nodes + kNodes, [](float v) { return std::isfinite(v); })) finite = false;
    for (std::size_t n = 0; n < kNodes; ++n) nodes[n] = std::clamp(nodes[n], -band_, band_);
  });
  if (!finite) throw std::invalid_argument("a level set's function is not finite");
}

void LevelSet::findAround(const Threads& threads) {
  around_.resize(blocks_.size());
  threads.forChunks(blocks_.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::int32_t n = 0; n < 27; ++n)
        around_[k][static_cast<std::size_t>(n)] =
            find(blocks_.at(k).beside(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1));
  });
}

/// Drops the nodes of blocks outside the band; of such blocks only the blocks inside are stored, in inside_.
void LevelSet::removeBlocksOutsideBand() {
  nextBlocks_.clear();
  std::size_t left = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(kNodes * k);
    const bool near = std::any_of(first, first + kNodes, [&](float v) { return std::abs(v) < band_; });
    if (near) {
      nextBlocks_.add(blocks_.at(k));
      std::copy_n(first, kNodes, values_.begin() + static_cast<std::ptrdiff_t>(kNodes * left++));
    } else if (*first < 0.f) {
      inside_.add(blocks_.at(k));
    }
  }
  std::swap(blocks_, nextBlocks_);
  inside_.sort();
  values_.resize(kNodes * left);
  dropIfEmpty();
}

/// Clears the level set if no node is inside. No surface exists then, even if nodes are close to 0.
void LevelSet::dropIfEmpty() {
  if (inside_.size() > 0 || std::any_of(values_.begin(), values_.end(), [](float v) { return v < 0.f; }))
    return;
  blocks_.clear();
  values_.clear();
  around_.clear();
}

glm::dvec3 LevelSet::nodeOf(std::size_t block, std::size_t node) const {
  return static_cast<double>(cell_) * glm::dvec3(nodeIn(blocks_.at(block), node));
}

double LevelSet::volume(const Threads& threads) const {
  // Osher and Fedkiw 2003, eq. 1.22: a node counts for the part of its cell that is inside, with a smoothed
  // step.
  const double reach = static_cast<double>(cell_);
  const auto part = [&](float phi) {
    const double t = static_cast<double>(phi) / reach;
    if (std::abs(t) >= 1.0) return t < 0.0 ? 1.0 : 0.0;
    return 0.5 * (1.0 - t - std::sin(std::numbers::pi * t) / std::numbers::pi);
  };
  OrderedSum sum;
  const double near = sum(values_.size(), threads, [&](std::size_t begin, std::size_t end) {
    double here = 0.0;
    for (std::size_t n = begin; n < end; ++n) here += part(values_[n]);
    return here;
  });
  const double cell = static_cast<double>(cell_);
  return (near + static_cast<double>(kNodes * inside_.size())) * cell * cell * cell;
}

void LevelSet::unite(const LevelSet& other, const Threads& threads) {
  if (other.cell_ != cell_ || other.band_ != band_)
    throw std::invalid_argument("level sets of different cells or bands cannot be united");
  nextBlocks_.clear();
  nextInside_.clear();
  const std::array<const LevelSet*, 2> sets{this, &other};
  for (const LevelSet* set : sets)
    for (const BlockCoordinate& at : set->blocks_) nextBlocks_.add(at);
  for (const LevelSet* set : sets)
    for (const BlockCoordinate& at : set->inside_)
      if (find(at) >= kInside && other.find(at) >= kInside) nextInside_.add(at);
  nextBlocks_.sort();
  next_.resize(kNodes * nextBlocks_.size());
  const auto valueAt = [&](const LevelSet& set, std::uint32_t block, std::size_t n) {
    return block < kInside ? set.values_[kNodes * block + n] : block == kInside ? -band_ : band_;
  };
  threads.forEach(nextBlocks_.size(), [&](std::size_t k) {
    const std::uint32_t a = find(nextBlocks_.at(k)), b = other.find(nextBlocks_.at(k));
    for (std::size_t n = 0; n < kNodes; ++n)
      next_[kNodes * k + n] = std::min(valueAt(*this, a, n), valueAt(other, b, n));
  });
  std::swap(blocks_, nextBlocks_);
  std::swap(inside_, nextInside_);
  std::swap(values_, next_);
  moved_ = std::max(moved_, other.moved_);
  removeBlocksOutsideBand();
  findAround(threads);
}

}  // namespace ooze::grid
