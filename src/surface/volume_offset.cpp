#include "surface/volume_offset.h"

#include "surface/spare_capacity.h"

#include <algorithm>

namespace ooze::surface {
namespace {

constexpr std::size_t kOffsetChunk = 4096;
/// Range of the surplus, as a share of the whole ball. A surface moves by 0.22 h at most. Half balls are far
/// from full at edges and drops, which must not hold back the surface beside them.
constexpr float kLeastSurplus = -0.05f, kMostSurplus = 0.25f;

/// Returns the thickness of the layer in front of a plane through the centre that holds this share of the
/// kernel (1 - r)^2 [h]. Inverts the integral of the kernel over the layer within 0.5 %.
float layerThickness(float share) { return share * (0.8f + share * share); }

}  // namespace

void findVolumeOffsets(const std::vector<float>& fillRatio, float h, const Threads& threads,
                       std::vector<float>& offsets) {
  resizeWithSlack(offsets, fillRatio.size());
  threads.forChunks(fillRatio.size(), kOffsetChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v)
      // Each half of the ball holds half of the kernel.
      offsets[v] = h * layerThickness(std::clamp(0.5f * (fillRatio[v] - 1.f), kLeastSurplus, kMostSurplus));
  });
}

}  // namespace ooze::surface
