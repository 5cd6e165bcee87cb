// Clavet 2005, section 5: an elastic solid is liquid that was given springs once it had settled, and melts
// when they are taken away.
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr std::size_t kDemandGrain = 256;  // particles

}  // namespace

// The springs that AdjustSprings makes have L = h and pull nowhere until they have flowed; these rest as they
// are.
void Clavet::addSprings(const Threads& threads) {
  if (!springs_.active) return;  // no pair of materials has springs
  // Lists of the last step may lack pairs that have come within h since.
  reorderSprings(liquid_.listBetweenSteps(threads));
  const std::size_t chunks = Threads::chunkCount(liquid_.particles.size(), kDemandGrain);
  if (adjustResults_.size() < chunks) adjustResults_.resize(chunks);
  threads.forChunks(
      liquid_.particles.size(), kDemandGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::vector<AdjustResult::Made>& made = adjustResults_[chunk].deferred;
        made.clear();
        for (std::size_t i = begin; i < end; ++i) {
          const Springs::Row& row = springs_.rows[i];
          const auto tied = std::span<const std::uint32_t>(springs_.other).subspan(row.first(), row.count);
          liquid_.neighbours().of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
            // The smaller id owns the spring.
            const std::uint32_t other = liquid_.particles.id[j];
            if (liquid_.particles.id[i] >= other ||
                !laws_.pair(liquid_.particles.material[i], liquid_.particles.material[j]).holdsSprings())
              return;
            const float r = glm::length(liquid_.particles.position[j] - liquid_.particles.position[i]);
            if (r < laws_.h() && std::find(tied.begin(), tied.end(), other) == tied.end())
              made.push_back({static_cast<std::uint32_t>(i), other, static_cast<std::uint32_t>(j), r});
          });
        }
      });
  appendDeferred(chunks);
  cuts_.forget(liquid_);
}

// Where compressive plasticity is above 0 the next adjustment ties every pair within h afresh, at L = h, as
// the paper's does; with none the solid stays liquid.
void Clavet::removeSprings() {
  for (Springs::Row& row : springs_.rows) row.count = 0;
  farSprings_.clear();
  springs_.lookEverywhere = true;
  cuts_.forget(liquid_);
}

/// Makes the springs that chunks of particles left to be made, in their order.
void Clavet::appendDeferred(std::size_t chunks) {
  for (std::size_t c = 0; c < chunks; ++c) {
    const std::vector<AdjustResult::Made>& made = adjustResults_[c].deferred;
    for (std::size_t k = 0; k < made.size();) {
      const std::uint32_t owner = made[k].owner;
      std::size_t end = k;
      while (end < made.size() && made[end].owner == owner) ++end;
      Springs::Row& row = springs_.rows[owner];
      springs_.reserve(row, row.count + static_cast<std::uint32_t>(end - k));
      for (; k < end; ++k) springs_.append(row, made[k].otherId, made[k].other, made[k].restLength);
    }
  }
}

}  // namespace ooze::clavet
