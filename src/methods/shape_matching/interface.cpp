// Interface of ShapeMatching to the world beside the time step: materials, insert and erase, snapshots,
// fields.
#include "liquid/frozen.h"
#include "methods/shape_matching/shape_matching.h"

#include <algorithm>
#include <utility>

namespace ooze::shape_matching {

void ShapeMatching::setMaterials(std::span<const MaterialDefinition> materials) {
  coefficients_.clear(), masses_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& m : materials) {
    coefficients_.push_back(convert(m, h_));
    masses_.push_back({coefficients_.back().mass, m.density});
    atSolids.push_back(coefficients_.back().contact);
  }
  contact_.setMaterials(atSolids);
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

}  // namespace ooze::shape_matching
