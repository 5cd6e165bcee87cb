#include "grid/particle_level_set.h"

#include "base/random.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

void check(const ParticleLevelSet::LevelSetSettings& settings) {
  if (settings.perCell < 1 || settings.perCell > MarkerSeeding::kMostPerCell || settings.reseedEvery < 0)
    throw std::invalid_argument(
        "the number of markers in a cell, or of steps between reseedings, is out of range");
}

/// Returns true if a step can have produced the marker.
bool isMarker(const LatticePosition& place, float radius, std::int8_t sign, float cell) {
  const glm::ivec3 n = glm::abs(place.node);
  return std::max({n.x, n.y, n.z}) < static_cast<int>(kMaxNodeIndex) &&
         glm::all(glm::greaterThanEqual(place.part, Vec3(0.f))) &&
         glm::all(glm::lessThanEqual(place.part, Vec3(1.f))) && radius >= 0.f &&
         radius <= Markers::kMostRadius * cell && (sign == Markers::kAir || sign == Markers::kLiquid);
}

}  // namespace

ParticleLevelSet::ParticleLevelSet(LevelSet set, const LevelSetSettings& settings, const Threads& threads)
    : settings_(settings), set_(std::move(set)) {
  check(settings);
  reseed(threads);
}

ParticleLevelSet::ParticleLevelSet(LevelSet set, Markers markers, std::uint64_t steps,
                                   const LevelSetSettings& settings)
    : settings_(settings), set_(std::move(set)), markers_(std::move(markers)), steps_(steps) {
  check(settings);
  if (markers_.radii.size() != markers_.size() || markers_.signs.size() != markers_.size())
    throw std::invalid_argument("the markers of a level set lack radii or signs");
  for (std::size_t k = 0; k < markers_.size(); ++k)
    if (!isMarker(markers_.places[k], markers_.radii[k], markers_.signs[k], set_.cell()))
      throw std::invalid_argument("a marker of a level set is not valid");
}

void ParticleLevelSet::advance(VelocityFunction velocity, float time, const Threads& threads) {
  carry(velocity, time, threads);
  settle(threads);
}

void ParticleLevelSet::carry(VelocityFunction velocity, float time, const Threads& threads, float fastest) {
  set_.carry(velocity, time, settings_.order, threads, fastest);
  moveMarkers(markers_, velocity, time, set_.cell(), threads);
}

void ParticleLevelSet::settle(const Threads& threads) {
  sampleAtMarkers(set_, markers_, phi_, threads);
  correction_.correct(set_, markers_, phi_,
                      threads);  // correction by escaped markers (Enright et al. 2002, section 3.3)
  set_.reinitialisePreservingThin(threads);  // Enright et al. 2002, section 3.4
  // Air markers deep in the liquid are removed before the second correction. After that correction phi near
  // such markers would look shallow.
  sampleAtMarkers(set_, markers_, phi_, threads);
  if (removeDeepAir(threads)) sampleAtMarkers(set_, markers_, phi_, threads);
  correction_.correct(set_, markers_, phi_, threads);
  sampleAtMarkers(set_, markers_, phi_, threads);
  setRadii(markers_, phi_, set_.cell(), threads);  // update of the radii (Enright et al. 2002, section 3.5)
  ++steps_;
  if (settings_.reseedEvery > 0 && steps_ % static_cast<std::uint64_t>(settings_.reseedEvery) == 0)
    reseed(threads);  // reseeding of markers (Enright et al. 2002, section 3.6)
}

/// Removes air markers deeper in the liquid than the band.
/// @return whether any marker was removed
bool ParticleLevelSet::removeDeepAir(const Threads& threads) {
  const float deep = -Markers::kBand * set_.cell();
  const auto isDeep = [&](std::size_t k) { return markers_.signs[k] == Markers::kAir && phi_[k] < deep; };
  return removeMarkers(markers_, isDeep, threads) > 0;
}

void ParticleLevelSet::reseed(const Threads& threads) {
  seeding_.reseed(set_, markers_, settings_.perCell, randomBits(settings_.seed, steps_), threads);
}

void ParticleLevelSet::shift(const glm::ivec3& offset, const Threads& threads) {
  set_.shift(offset, threads);
  shiftMarkers(markers_, offset);
}

}  // namespace ooze::grid
