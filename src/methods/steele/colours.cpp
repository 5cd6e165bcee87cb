#include "methods/steele/pair_stages.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {
namespace {

// Assumed number of neighbours of every particle. The actual numbers differ within a pair; a common number
// makes the exchange symmetric, so that pigment is conserved.
constexpr float kUsualNeighbours = 12.f;

}  // namespace

Vec3 pigmentOf(std::uint32_t colour) {
  const auto channel = [colour](int shift) { return static_cast<float>(colour >> shift & 255u) / 255.f; };
  return {channel(0), channel(8), channel(16)};
}

std::uint32_t colourOf(const Vec3& pigment, std::uint32_t before) {
  const auto channel = [](float v, int shift) {
    return static_cast<std::uint32_t>(std::lround(255.f * std::clamp(v, 0.f, 1.f))) << shift;
  };
  return (before & 0xff000000u) | channel(pigment.x, 0) | channel(pigment.y, 8) | channel(pigment.z, 16);
}

void AdhesionColours::mix(const PairLiquid& liquid, float reach, const PairValue& rate, float dt,
                          Vec3Array& pigment, const Threads& threads) {
  const std::size_t n = pigment.size();
  gained_.resize(n);
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 own = pigment[i], at = liquid.position[i];
      Vec3 gained(0.f);
      liquid.near.of(i).forEach([&](std::size_t j) {
        const Vec3 there = liquid.position[j] - at;
        if (!(glm::dot(there, there) < reach * reach)) return;
        // Limit the exchange for stability: even with many neighbours a particle must not overshoot their
        // mean.
        const float share = std::min(dt * rate.of(i, j), 0.5f) / kUsualNeighbours;
        gained += share * (pigment[j] - own);
      });
      gained_.set(i, gained);
    }
  });
  threads.forEachIndex(n, kGrain, [&](std::size_t i) { pigment.add(i, gained_[i]); });
}

}  // namespace ooze::steele
