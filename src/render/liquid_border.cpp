#include "render/liquid_border.h"

#include <algorithm>

namespace ooze {
namespace {

using CornerLiquids = std::array<const VertexLiquids*, 3>;

bool oneIsWellAhead(const CornerLiquids& here) {
  return std::all_of(here.begin(), here.end(), [&](const VertexLiquids* at) {
    return at->materials[0] == here[0]->materials[0] &&
           (at->materials[0] == at->materials[1] || 2.f * at->share - 1.f > kBorderBlur);
  });
}

float weightOf(const VertexLiquids& at, std::uint16_t material) {
  if (at.materials[0] == material) return at.share;
  return at.materials[1] == material ? 1.f - at.share : 0.f;
}

float weightOf(const CornerLiquids& here, std::uint16_t material) {
  float sum = 0.f;
  for (const VertexLiquids* at : here) sum += weightOf(*at, material);
  return sum;
}

std::array<std::uint16_t, 2> heaviestTwo(const CornerLiquids& here) {
  std::array<std::uint16_t, 6> known{};
  for (std::size_t i = 0; i < known.size(); ++i) known[i] = here[i / 2]->materials[i % 2];
  std::sort(known.begin(), known.end());
  const auto end = std::unique(known.begin(), known.end());
  std::stable_sort(known.begin(), end,
                   [&](std::uint16_t a, std::uint16_t b) { return weightOf(here, a) > weightOf(here, b); });
  return {std::min(known[0], known[1]), std::max(known[0], known[1])};
}

const std::uint32_t* colourOf(const VertexLiquids& at, std::uint16_t material) {
  for (std::size_t i = 0; i < 2; ++i)
    if (at.materials[i] == material) return &at.colours[i];
  return nullptr;
}

/// Returns a liquid's colour at a corner, or at another corner if this corner has none of the liquid.
std::uint32_t colourOf(const CornerLiquids& here, std::size_t corner, std::uint16_t material) {
  for (std::size_t i = 0; i < 3; ++i)
    if (const std::uint32_t* colour = colourOf(*here[(corner + i) % 3], material)) return *colour;
  return 0;
}

}  // namespace

std::optional<LiquidBorder> borderWithin(const SurfaceMesh& mesh,
                                         const std::array<std::uint32_t, 3>& triangle) {
  if (mesh.liquids.empty()) return std::nullopt;
  const CornerLiquids here{&mesh.liquids[triangle[0]], &mesh.liquids[triangle[1]],
                           &mesh.liquids[triangle[2]]};
  if (oneIsWellAhead(here)) return std::nullopt;
  LiquidBorder border{heaviestTwo(here), {}};
  const auto [first, second] = border.materials;
  for (std::size_t i = 0; i < 3; ++i) {
    const float one = weightOf(*here[i], first), other = weightOf(*here[i], second), both = one + other;
    border.corners[i] = {{colourOf(here, i, first), colourOf(here, i, second)},
                         both > 0.f ? (one - other) / both : 0.f};
  }
  return border;
}

}  // namespace ooze
