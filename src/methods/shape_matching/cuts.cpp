// Cuts by a blade. Regions do not extend across a cut until their body takes a new shape.
#include "ooze/base/error.h"

#include "methods/shape_matching/shape_matching.h"

#include <algorithm>

namespace ooze::shape_matching {

/// Breaks the rows between neighbouring cells whose particles now lie on both sides of the blade.
UndoRecord ShapeMatching::cut(const CutLiquid& blade) {
  if (gridIsOutdated_) buildGrid(grid_, Threads(1));  // regions are prepared in the next step
  std::vector<Vec3> middles;
  for (std::size_t c = 0; c < grid_.size(); ++c) {
    glm::dvec3 sum(0.0);
    for (const std::uint32_t i : grid_.particlesOf(c)) sum += glm::dvec3(liquid_.particles.position[i]);
    middles.emplace_back(sum / static_cast<double>(grid_.particlesOf(c).size()));
  }
  std::vector<std::uint8_t> parts(grid_.size(), 0);
  grid_.forConsecutiveCells([&](std::uint32_t a, std::uint32_t b, std::size_t axis) {
    if (!blade.crosses(middles[a], middles[b])) return;
    parts[a] |= static_cast<std::uint8_t>(kBreakAhead << axis);
    parts[b] |= static_cast<std::uint8_t>(kBreakBehind << axis);
  });
  UndoRecord kept;
  for (std::size_t i = 0; i < liquid_.size(); ++i) {
    const std::uint32_t c = grid_.cellOf(i);
    if (c == ReferenceGrid::kNone || parts[c] == 0) continue;
    kept.ids.push_back(liquid_.particles.id[i]);
    kept.bytes.push_back(std::byte{parts[c]});
    liquid_[references_.breaks][i] |= parts[c];
  }
  gridIsOutdated_ = true;
  return kept;
}

void ShapeMatching::revertCut(const UndoRecord& kept) {
  const IdTable indexOf = liquid_.indicesById();
  for (std::size_t k = 0; k < kept.ids.size(); ++k)
    if (const std::uint32_t i = indexOf[kept.ids[k]]; i != IdTable::kNone)
      liquid_[references_.breaks][i] &= static_cast<std::uint8_t>(~std::to_integer<unsigned>(kept.bytes[k]));
  gridIsOutdated_ = true;
}

void ShapeMatching::validateUndoLinks(const EditName& name, const UndoRecord& kept) const {
  ParticleMethod::validateUndoLinks(name, kept);
  if (name.kind != EditKind::Cut) return;
  const bool sound = kept.bytes.size() == kept.ids.size() && std::ranges::all_of(kept.bytes, [](std::byte b) {
                       return (std::to_integer<unsigned>(b) & ~unsigned{kBreaks}) == 0;
                     });
  if (!sound) throw InputError("the undo record of a cut is damaged");
}

}  // namespace ooze::shape_matching
