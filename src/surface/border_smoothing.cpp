#include "surface/border_smoothing.h"

#include <algorithm>
#include <optional>

namespace ooze::surface {
namespace {

constexpr std::size_t kBorderChunk = 512;

/// Returns the share at vertex `there` of the first liquid of vertex `here`.
/// Returns none if the leading liquid at `there` is neither of the liquids of `here`.
/// `here` leads at `there`.
std::optional<float> shareOf(const VertexLiquids& here, const VertexLiquids& there) {
  const auto [first, second] = here.materials;
  const auto [leader, other] = there.materials;
  if (leader == first) return other == second ? there.share : 1.f;
  if (leader == second) return other == first ? 1.f - there.share : 0.f;
  return std::nullopt;
}

float meanShare(const std::vector<VertexLiquids>& liquids, const VertexLiquids& here,
                std::span<const std::uint32_t> neighbours) {
  float sum = here.share, count = 1.f;
  for (const std::uint32_t n : neighbours)
    if (const std::optional<float> share = shareOf(here, liquids[n])) sum += *share, count += 1.f;
  return sum / count;
}

}  // namespace

void BorderSmoothing::apply(std::vector<VertexLiquids>& liquids, const MeshSmoothing& mesh, int rounds,
                            const Threads& threads) {
  places_.clear();
  for (std::uint32_t v = 0; v < liquids.size(); ++v)
    if (liquids[v].materials[0] != liquids[v].materials[1]) places_.push_back({v, 1.f});
  const auto forPlaces = [&](const auto& visit) {
    threads.forChunks(places_.size(), kBorderChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) visit(places_[k]);
    });
  };
  for (int round = 0; round < rounds; ++round) {
    forPlaces([&](SharedVertex& place) {
      place.share = meanShare(liquids, liquids[place.vertex], mesh.neighbours(place.vertex));
    });
    forPlaces([&](const SharedVertex& place) {
      VertexLiquids& here = liquids[place.vertex];
      here.share = place.share;
      if (here.share >= 0.5f) return;
      std::swap(here.materials[0], here.materials[1]);
      std::swap(here.colours[0], here.colours[1]);
      here.share = 1.f - here.share;
    });
  }
}

}  // namespace ooze::surface
