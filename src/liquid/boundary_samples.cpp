#include "liquid/boundary_samples.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ooze {
namespace {

constexpr float kMaxBlockCoordinate = 1 << 19;  // in blocks: keys hold 21 bits of each coordinate
constexpr std::size_t kBoundaryGrain = 512;     // particles per parallel chunk

void sortUnique(std::vector<BoundaryBlock>& blocks) {
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

/// Remembers blocks that were found lately, so that most repetitions need no sorting.
class RecentBlocks {
 public:
  /// Returns true if the block was added before and not replaced since; adds it otherwise.
  bool knows(const BoundaryBlock& block) {
    const auto part = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
    const std::uint32_t hash = part(block.at.x) * 0x9e3779b1u ^ part(block.at.y) * 0x85ebca77u ^
                               part(block.at.z) * 0xc2b2ae3du ^ block.body * 0x27d4eb2fu;
    BoundaryBlock& kept = kept_[hash >> 23];
    if (kept == block) return true;
    kept = block;
    return false;
  }

 private:
  static constexpr BoundaryBlock kNoBlock{~0u, {0, 0, 0}};
  std::array<BoundaryBlock, 512> kept_ = [] {
    std::array<BoundaryBlock, 512> none;
    none.fill(kNoBlock);
    return none;
  }();
};

}  // namespace

bool BoundaryBlock::operator<(const BoundaryBlock& o) const {
  if (body != o.body) return body < o.body;
  if (at.z != o.at.z) return at.z < o.at.z;
  return at.y != o.at.y ? at.y < o.at.y : at.x < o.at.x;
}

glm::ivec3 BoundaryBlocks::blockOf(const Vec3& place) const {
  return {glm::clamp(glm::floor(place / edge()), Vec3(-kMaxBlockCoordinate), Vec3(kMaxBlockCoordinate))};
}

std::uint64_t BoundaryBlocks::keyOf(const glm::ivec3& block) {
  const auto part = [](std::int32_t v) { return static_cast<std::uint64_t>(v + (1 << 20)); };
  return part(block.z) << 42 | part(block.y) << 21 | part(block.x);
}

std::span<const BoundaryBlock> BoundaryBlocks::findNear(const Vec3Array& positions, const Bodies& bodies,
                                                        std::span<const Pose> poses, float reach,
                                                        const Threads& threads, const IsKnown* known) {
  const std::size_t count = bodies.list.size(),
                    chunks = Threads::chunkCount(positions.size(), kBoundaryGrain);
  if (count == 0 || chunks == 0) return {};
  if (found_.size() < chunks) found_.resize(chunks), seen_.resize(chunks);
  for (std::vector<BoundaryBlock>& found : found_) found.clear();
  // A sampled distance may be a little longer than the true one.
  const float seen = 1.1f * reach;
  // The filter tests bodies at their final poses, so its range grows by their motion.
  float moved = 0.f;
  for (std::size_t b = 0; b < poses.size(); ++b)
    moved = std::max(moved, glm::length(bodies.list[b].pose.position - poses[b].position));
  const BodyBoxes& boxes = BodyBoxes::found(bodies, seen + moved);
  const auto find = [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    BodyFilter filter(boxes, boundsOf(positions, begin, end));
    // Consecutive particles mostly want the same blocks.
    std::vector<BlockRange>& last = seen_[chunk];
    last.assign(count, {{1, 0, 0}, {0, 0, 0}});
    RecentBlocks recent;
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(positions, i, std::min(end, i + BodyFilter::kGroup)));
      for (const auto& [body, within] : filter.near()) {
        const auto b = static_cast<std::uint32_t>(body - bodies.list.data());
        const Vec3 local = (poses.empty() ? body->pose : poses[b]).toLocal(positions[i]);
        if (!(body->shape->distance(local) < seen)) continue;
        const Vec3 place = local - origins_[b];
        const glm::ivec3 low = blockOf(place - Vec3(reach)), high = blockOf(place + Vec3(reach));
        if (BlockRange now{low, high}; std::exchange(last[b], now) == now) continue;
        for (std::int32_t z = low.z; z <= high.z; ++z)
          for (std::int32_t y = low.y; y <= high.y; ++y)
            for (std::int32_t x = low.x; x <= high.x; ++x) {
              const BoundaryBlock wanted{b, {x, y, z}};
              if (!recent.knows(wanted) && !(known && (*known)(wanted))) found_[chunk].push_back(wanted);
            }
      }
    }
    sortUnique(found_[chunk]);
  };
  threads.forChunks(positions.size(), kBoundaryGrain, find);
  // Neighbouring chunks want mostly the same blocks, so unions of pairs stay short.
  merged_.resize(found_.size());
  for (std::size_t width = 1; width < chunks; width *= 2)
    threads.forEach(Threads::chunkCount(chunks, 2 * width), [&](std::size_t pair) {
      const std::size_t first = 2 * width * pair, second = first + width;
      if (second >= chunks || found_[second].empty()) return;
      merged_[first].clear();
      std::set_union(found_[first].begin(), found_[first].end(), found_[second].begin(), found_[second].end(),
                     std::back_inserter(merged_[first]));
      std::swap(found_[first], merged_[first]);
    });
  return found_[0];
}

}  // namespace ooze
