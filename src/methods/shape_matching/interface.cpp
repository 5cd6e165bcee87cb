// Interface of ShapeMatching to the world beside the time step: materials, insert and erase, snapshots,
// fields, and cuts by a blade. Regions do not extend across a cut until their body takes a new shape.
#include "ooze/base/error.h"

#include "liquid/frozen.h"
#include "methods/shape_matching/shape_matching.h"

#include <algorithm>
#include <utility>

namespace ooze::shape_matching {

void ShapeMatching::setMaterials(std::span<const MaterialDefinition> materials) {
  definitions_.assign(materials.begin(), materials.end());
  convertMaterials();
}

/// Sets gravity. The limit of compression depends on it.
void ShapeMatching::setGravity(const Vec3& gravity) {
  gravity_ = gravity;
  convertMaterials();
}

void ShapeMatching::convertMaterials() {
  coefficients_.clear(), masses_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& m : definitions_) {
    coefficients_.push_back(coefficientsOf(settings_, m, glm::length(gravity_)));
    masses_.push_back({coefficients_.back().mass, m.density});
    atSolids.push_back(coefficients_.back().contact);
  }
  contact_.setMaterials(atSolids);
  stagedViscosity_ = stagedViscosity(coefficients_, h_);
  shapesMayBeMissing_ = gridIsOutdated_ = true;
}

/// Inserts particles. Liquid at rest, as in a volume placed by a scene or by the user, is a body of its own.
/// Moving liquid is poured and joins existing bodies.
void ShapeMatching::insert(const LiquidSeeds& seeds) {
  ParticleMethod::insert(seeds);
  const bool moves = std::ranges::any_of(seeds.velocities, [](const Vec3& v) { return v != Vec3(0.f); });
  references_.begin(liquid_, seeds.positions.size(), moves);
  shapesMayBeMissing_ = gridIsOutdated_ = true;
}

void ShapeMatching::erase(std::span<const std::uint32_t> particles) {
  ParticleMethod::erase(particles);
  gridIsOutdated_ = true;
}

void ShapeMatching::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  ParticleMethod::putBack(in, room, elapsed);
  shapesMayBeMissing_ = gridIsOutdated_ = true;
}

void ShapeMatching::save(ByteWriter& out, const Threads& /*threads*/) const {
  liquid_.save(out);
  references_.save(out);
}

void ShapeMatching::restore(ByteReader& in) {
  LiquidState state = liquid_.read(in);
  state.requireSound(bounds(), coefficients_.size(), liquid_.reach());
  References references = references_;
  references.restore(in);
  liquid_.replaceBy(std::move(state));
  references_ = std::move(references);
  shapesMayBeMissing_ = gridIsOutdated_ = true;
}

std::vector<float> ShapeMatching::gather(std::string_view key, float dt) const {
  if (key == kStrainKey) return liquid_[references_.strain];
  if (key == kShareKey) return liquid_[share_];
  if (key == kAgeKey) {
    std::vector<float> ages = liquid_[references_.updatedAt];
    const auto now = static_cast<float>(references_.time());
    for (std::size_t i = 0; i < ages.size(); ++i)
      ages[i] = liquid_[references_.shape][i] == 0 ? 0.f : std::max(0.f, now - ages[i]);
    return ages;
  }
  return ParticleMethod::gather(key, dt);
}

/// Returns the breaks as marks of three cuts, one for each axis of the reference cells.
std::vector<std::uint32_t> ShapeMatching::cutMarks() const {
  const std::vector<std::uint8_t>& breaks = liquid_[references_.breaks];
  if (std::ranges::none_of(breaks, [](std::uint8_t b) { return (b & kBreaks) != 0; })) return {};
  std::vector<std::uint32_t> marks(breaks.size(), 0);
  for (std::size_t i = 0; i < breaks.size(); ++i)
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (breaks[i] & kBreakAhead << axis) marks[i] |= 1u << (2 * axis);
      if (breaks[i] & kBreakBehind << axis) marks[i] |= 2u << (2 * axis);
    }
  return marks;
}

std::vector<Vec3> ShapeMatching::cellMiddles(const Vec3Array& positions) const {
  std::vector<Vec3> middles;
  for (std::size_t c = 0; c < grid_.size(); ++c) {
    glm::dvec3 sum(0.0);
    for (const std::uint32_t i : grid_.particlesOf(c)) sum += glm::dvec3(positions[i]);
    middles.emplace_back(sum / static_cast<double>(grid_.particlesOf(c).size()));
  }
  return middles;
}

/// Breaks the rows between neighbouring cells whose particles now lie on both sides of the blade.
UndoRecord ShapeMatching::cut(const CutLiquid& blade) {
  if (gridIsOutdated_) buildGrid(grid_, Threads(1));  // regions are prepared in the next step
  const std::vector<Vec3> middles = cellMiddles(liquid_.particles.position);
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
  const auto forEachKept = [&](const auto& visit) {
    for (std::size_t k = 0; k < kept.ids.size(); ++k)
      if (const std::uint32_t i = indexOf[kept.ids[k]]; i != IdTable::kNone)
        visit(i, std::to_integer<std::uint8_t>(kept.bytes[k]));
  };
  forEachKept([&](std::uint32_t i, std::uint8_t parts) {
    liquid_[references_.breaks][i] &= static_cast<std::uint8_t>(~parts);
  });
  buildGrid(grid_, Threads(1));
  std::vector<std::uint8_t> joined(grid_.size(), 0);
  forEachKept([&](std::uint32_t i, std::uint8_t parts) {
    if (const std::uint32_t c = grid_.cellOf(i); c != ReferenceGrid::kNone) joined[c] |= parts;
  });
  breakParted(joined);
  gridIsOutdated_ = true;
}

void ShapeMatching::breakParted(std::span<const std::uint8_t> joined) {
  // Growth of the distance between two cells beyond which they have parted [cell edges]. Rows across a gap
  // would pull both sides together within a step.
  constexpr float kParted = 0.5f;
  const std::vector<Vec3> middles = cellMiddles(liquid_.particles.position),
                          references = cellMiddles(liquid_[references_.place]);
  std::vector<std::uint8_t> parts(grid_.size(), 0);
  grid_.forConsecutiveCells([&](std::uint32_t a, std::uint32_t b, std::size_t axis) {
    const auto ahead = static_cast<std::uint8_t>(kBreakAhead << axis),
               behind = static_cast<std::uint8_t>(kBreakBehind << axis);
    if ((joined[a] & ahead) == 0 && (joined[b] & behind) == 0) return;
    const float gap = glm::distance(middles[a], middles[b]) - glm::distance(references[a], references[b]);
    if (gap <= kParted * cellEdge()) return;
    parts[a] |= ahead, parts[b] |= behind;
  });
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    if (const std::uint32_t c = grid_.cellOf(i); c != ReferenceGrid::kNone)
      liquid_[references_.breaks][i] |= parts[c];
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
