#include "render/liquid_parts.h"

#include "render/particle_buffer.h"

#include <algorithm>

namespace ooze {
namespace {

/// Least clearness of the surrounding liquid: slime, for example, would hide everything inside.
constexpr float kMinClearness = 0.2f;

bool lookAlike(const MaterialDefinition& a, const MaterialDefinition& b) {
  return a.look == b.look && a.colour == b.colour && a.lookOverrides == b.lookOverrides;
}

/// Lists the materials that have particles, the first material of each look.
std::vector<std::size_t> distinctLiquids(const Snapshot& shown, std::size_t materials) {
  std::vector<bool> there(materials, false);
  for (const std::uint16_t material : shown.particleMaterials) there[material % materials] = true;
  std::vector<std::size_t> liquids;
  for (std::size_t m = 0; m < materials; ++m) {
    const auto isAlike = [&](std::size_t other) {
      return lookAlike(shown.materials[m], shown.materials[other]);
    };
    if (there[m] && std::none_of(liquids.begin(), liquids.end(), isAlike)) liquids.push_back(m);
  }
  return liquids;
}

}  // namespace

LiquidParts divideIntoParts(const Snapshot& shown, std::size_t materials, bool plain) {
  LiquidParts result;
  result.looks = listLooks(shown.materials, plain);
  const std::size_t rows = lookRows().size() + shown.materials.size();
  if (plain || materials < 2 || rows > kMaxLooks) return result;
  if (shown.particleMaterials.size() != shown.positions.size()) return result;
  std::vector<std::size_t> liquids = distinctLiquids(shown, materials);
  if (liquids.size() < 2) return result;
  const auto around = std::max_element(liquids.begin(), liquids.end(), [&](std::size_t a, std::size_t b) {
    return clearnessOf(shown.materials[a]) < clearnessOf(shown.materials[b]);
  });
  if (clearnessOf(shown.materials[*around]) < kMinClearness) return result;
  std::rotate(liquids.begin(), around, around + 1);

  result.looks = listSeparateLooks(shown.materials);
  result.ofLook.assign(result.looks.rows.size(), LiquidSurfaces::kNone);
  for (const std::size_t m : liquids)
    result.parts.push_back({result.looks.ofMaterial[m], linearColour(shown.materials[m].colour)});
  if (result.parts.size() > 1 + LiquidSurfaces::kMost) result.parts.resize(1 + LiquidSurfaces::kMost);
  for (std::size_t m = 0; m < shown.materials.size(); ++m) {
    std::uint8_t part = LiquidSurfaces::kNone;
    for (std::size_t k = 1; k < liquids.size(); ++k)
      if (lookAlike(shown.materials[m % materials], shown.materials[liquids[k]]))
        part = static_cast<std::uint8_t>(std::min(k, LiquidSurfaces::kMost) - 1);
    result.ofMaterial.push_back(part);
    result.ofLook[result.looks.ofMaterial[m]] = part;
  }
  return result;
}

}  // namespace ooze
