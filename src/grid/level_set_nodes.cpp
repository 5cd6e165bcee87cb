// Direct access to the nodes of a level set: deserialization, shifting, and replacing values.
#include "base/reductions.h"
#include "grid/level_set.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

constexpr std::int32_t kFarthestBlock = static_cast<std::int32_t>(kMaxNodeIndex) / kBlock;

bool isTooFar(const BlockCoordinate& at) {
  const auto far = [](std::int32_t k) { return k < -kFarthestBlock || k >= kFarthestBlock; };
  return far(at.x) || far(at.y) || far(at.z) || at.region != 0;
}

void checkExtent(const BlockSet& blocks) {
  if (blocks.size() > LevelSet::kMaxBlocks || std::any_of(blocks.begin(), blocks.end(), isTooFar))
    throw std::invalid_argument("a level set has too many blocks, or a block too far from the origin");
}

/// Returns true if all values are finite with a magnitude up to `most`.
bool allWithin(std::span<const float> values, float most, const Threads& threads) {
  std::atomic<bool> within{true};
  threads.forChunks(values.size(), 8 * kNodes, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      if (!(std::abs(values[n]) <= most)) within = false;
  });
  return within;
}

}  // namespace

LevelSet LevelSet::fromNodes(BlockSet blocks, BlockSet inside, std::vector<float> phi, float cell, float band,
                             const Threads& threads) {
  LevelSet set(cell, band);
  checkExtent(blocks);
  checkExtent(inside);
  if (phi.size() != kNodes * blocks.size() || !allWithin(phi, set.band_, threads))
    throw std::invalid_argument("the values of a level set do not fit its nodes");
  if (std::any_of(inside.begin(), inside.end(), [&](const auto& at) { return blocks.contains(at); }) ||
      !std::is_sorted(blocks.begin(), blocks.end()))
    throw std::invalid_argument("the blocks of a level set overlap or are not sorted");
  set.blocks_ = std::move(blocks);
  set.inside_ = std::move(inside);
  set.inside_.sort();
  set.values_ = std::move(phi);
  set.findAround(threads);
  return set;
}

void LevelSet::replaceNodes(std::span<const float> phi, const Threads& threads) {
  if (phi.size() != values_.size() || !allWithin(phi, std::numeric_limits<float>::max(), threads))
    throw std::invalid_argument("the values of a level set do not fit its nodes");
  threads.forChunks(values_.size(), 8 * kNodes, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) values_[n] = std::clamp(phi[n], -band_, band_);
  });
}

void LevelSet::cover(const BlockSet& also, const Threads& threads) {
  nextBlocks_ = blocks_;
  for (const BlockCoordinate& at : also) nextBlocks_.add(at);
  if (nextBlocks_.size() == blocks_.size()) return;
  nextBlocks_.sort();
  checkExtent(nextBlocks_);
  copyNodes(band_, threads);
  keepInside();
  std::swap(blocks_, nextBlocks_);
  std::swap(inside_, nextInside_);
  std::swap(values_, next_);
  findAround(threads);
}

/// Copies phi of nextBlocks_ to next_; plus or minus `far` in blocks without nodes.
void LevelSet::copyNodes(float far, const Threads& threads) {
  next_.resize(kNodes * nextBlocks_.size());
  threads.forEach(nextBlocks_.size(), [&](std::size_t k) {
    const std::uint32_t old = find(nextBlocks_.at(k));
    float* const to = next_.data() + kNodes * k;
    if (old < kInside)
      std::copy_n(values_.data() + kNodes * old, kNodes, to);
    else
      std::fill_n(to, kNodes, old == kInside ? -far : far);
  });
}

/// Copies the inside blocks that nextBlocks_ does not contain to nextInside_.
void LevelSet::keepInside() {
  nextInside_.clear();
  for (const BlockCoordinate& at : inside_)
    if (!nextBlocks_.contains(at)) nextInside_.add(at);
}

void LevelSet::shift(const glm::ivec3& offset, const Threads& threads) {
  const auto forBlocks = [&](const BlockCoordinate& at, const auto& visit) {  // blocks that receive nodes
    const glm::ivec3 first = nodeIn(at, 0) - offset;
    const BlockCoordinate low = blockOf(first), high = blockOf(first + (kBlock - 1));
    for (std::int32_t z = low.z; z <= high.z; ++z)
      for (std::int32_t y = low.y; y <= high.y; ++y)
        for (std::int32_t x = low.x; x <= high.x; ++x) visit(BlockCoordinate{x, y, z});
  };
  constexpr auto kMost = static_cast<int>(kMaxNodeIndex);
  if (glm::any(glm::greaterThan(glm::abs(offset), glm::ivec3(kMost))))
    throw std::invalid_argument("a level set would be too far from the origin");
  nextBlocks_.clear();
  nextInside_.clear();
  for (const BlockCoordinate& at : blocks_)
    forBlocks(at, [&](const BlockCoordinate& to) { nextBlocks_.add(to); });
  for (const BlockCoordinate& at : inside_)
    forBlocks(at, [&](const BlockCoordinate& to) {
      if (!nextBlocks_.contains(to)) nextInside_.add(to);
    });
  for (const BlockSet* set : {&nextBlocks_, &nextInside_})
    if (std::any_of(set->begin(), set->end(), isTooFar))
      throw std::invalid_argument("a level set would be too far from the origin");
  nextBlocks_.sort();
  nextInside_.sort();
  next_.resize(kNodes * nextBlocks_.size());
  threads.forEach(nextBlocks_.size(), [&](std::size_t k) {
    for (std::size_t n = 0; n < kNodes; ++n)
      next_[kNodes * k + n] = value(nodeIn(nextBlocks_.at(k), n) + offset);
  });
  std::swap(blocks_, nextBlocks_);
  std::swap(inside_, nextInside_);
  std::swap(values_, next_);
  if (glm::any(glm::notEqual(offset & (kBlock - 1), glm::ivec3(0)))) removeBlocksOutsideBand();
  findAround(threads);
}

}  // namespace ooze::grid
