#include "ooze/surface/texture_coordinates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>
#include <limits>

namespace ooze {
namespace {

// [spacings]
// Radius of the search in spacings; 64 particles fill a half ball of radius 3.1.
constexpr float kReachOfTexture = 4.f;
constexpr float kCellSide = 2.f;  // side of a search cell, half the reach: two cells to either side suffice
constexpr double kSoft = 0.5;     // softens the weight of particles closer than this
constexpr double kLeastSpread =
    0.1;  // regularises the spread of the neighbours along an axis, for the gradient

// Largest difference between displacements of neighbours that are blended. For half a turn this includes all
// neighbours closer than a reach of 6.
constexpr double kKindred = 8.0;
constexpr int kRounds = 3;

constexpr int kAxisBits = 21;
constexpr int kMiddle = 1 << (kAxisBits - 1);
constexpr std::size_t kGrain = 256;

/// Packs a cell into a key that sorts by z, y, x.
std::uint64_t keyOf(const glm::ivec3& cell) {
  const auto part = [](int c) { return static_cast<std::uint64_t>(c + kMiddle); };
  return part(cell.z) << 2 * kAxisBits | part(cell.y) << kAxisBits | part(cell.x);
}

/// A candidate particle near a place.
struct Near {
  glm::dvec3 offset;  ///< offset of the particle from the place [m]
  double distance2;
  std::size_t entry;
};

/// Removes the weight of particles whose displacement differs from the displacements around the nearest
/// particle. Where liquids of different origin meet, a blended coordinate would belong to neither.
void keepSimilarDisplacements(std::span<const Near> near, std::span<const Vec3> ways, double spacing,
                              std::vector<double>& weights) {
  std::size_t nearest = 0;
  for (std::size_t k = 1; k < near.size(); ++k)
    if (near[k].distance2 < near[nearest].distance2) nearest = k;
  const auto wayOf = [&](std::size_t k) { return glm::dvec3(ways[near[k].entry]); };
  const double perFarthest2 = 1.0 / (kKindred * spacing * kKindred * spacing);
  const auto kinship = [&](std::size_t k, const glm::dvec3& way) {
    const glm::dvec3 d = wayOf(k) - way;
    const double part = std::max(0.0, 1.0 - glm::dot(d, d) * perFarthest2);
    return part * part;
  };
  glm::dvec3 way = wayOf(nearest);
  for (int round = 0; round < kRounds; ++round) {  // mean shift towards the cluster's centre
    glm::dvec3 sum(0.0);
    double weight = 0.0;
    for (std::size_t k = 0; k < near.size(); ++k) {
      const double w = weights[k] * kinship(k, way);
      sum += w * wayOf(k), weight += w;
    }
    if (!(weight > 0.0)) return;
    way = sum / weight;
  }
  for (std::size_t k = 0; k < near.size(); ++k) weights[k] *= kinship(k, way);
}

/// Weighted moments of the neighbours about a place.
struct Moments {
  double weight = 0.0;
  glm::dvec3 offset{0.0}, way{0.0};  ///< weighted means of offset and displacement [m]
  /// Covariance of offsets; cross-covariance of displacements and offsets.
  glm::dmat3 spread{0.0}, shared{0.0};
};

Moments momentsOf(std::span<const Near> near, std::span<const double> weights, std::span<const Vec3> ways) {
  Moments m;
  for (std::size_t k = 0; k < near.size(); ++k) {
    m.weight += weights[k];
    m.offset += weights[k] * near[k].offset;
    m.way += weights[k] * glm::dvec3(ways[near[k].entry]);
  }
  if (!(m.weight > 0.0)) return m;
  m.offset /= m.weight, m.way /= m.weight;
  for (std::size_t k = 0; k < near.size(); ++k) {
    const glm::dvec3 o = near[k].offset - m.offset;
    const glm::dvec3 w = weights[k] / m.weight * (glm::dvec3(ways[near[k].entry]) - m.way);
    m.spread += weights[k] / m.weight * glm::outerProduct(o, o);
    m.shared += glm::outerProduct(w, o);
  }
  return m;
}

}  // namespace

glm::ivec3 InitialPositionField::cellOf(const Vec3& place) const {
  constexpr float kMost = kMiddle - 8.f;
  return {glm::clamp(glm::floor(place / (kCellSide * spacing_)), Vec3(-kMost), Vec3(kMost))};
}

void InitialPositionField::take(std::span<const Vec3> positions, std::span<const Vec3> initial,
                                float spacing) {
  spacing_ = spacing;
  entries_.clear();
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (isFinite(positions[i]) && isFinite(initial[i]))
      entries_.push_back({keyOf(cellOf(positions[i])), static_cast<std::uint32_t>(i)});
  std::sort(entries_.begin(), entries_.end(), [](const ParticleInCell& a, const ParticleInCell& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.particle < b.particle;
  });
  places_.clear(), displacements_.clear();
  for (const ParticleInCell& e : entries_) {
    places_.push_back(positions[e.particle]);
    displacements_.push_back(initial[e.particle] - positions[e.particle]);
  }
}

std::size_t InitialPositionField::nearest(const Vec3& place) const {
  std::size_t best = 0;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Vec3 d = places_[k] - place;
    if (glm::dot(d, d) < least) least = glm::dot(d, d), best = k;
  }
  return best;
}

Vec3 InitialPositionField::at(const Vec3& place) const {
  static thread_local std::vector<Near> near;
  static thread_local std::vector<double> sorted, weights;
  near.clear(), sorted.clear(), weights.clear();
  const double s = static_cast<double>(spacing_), reach = static_cast<double>(kReachOfTexture) * s;
  const glm::ivec3 middle = cellOf(place);
  for (int z = -2; z <= 2; ++z)
    for (int y = -2; y <= 2; ++y) {
      const std::uint64_t first = keyOf(middle + glm::ivec3(-2, y, z)), last = first + 4;
      auto e = std::lower_bound(entries_.begin(), entries_.end(), first,
                                [](const ParticleInCell& a, std::uint64_t cell) { return a.cell < cell; });
      for (; e != entries_.end() && e->cell <= last; ++e) {
        const auto k = static_cast<std::size_t>(e - entries_.begin());
        const glm::dvec3 offset = glm::dvec3(places_[k]) - glm::dvec3(place);
        const double distance2 = glm::dot(offset, offset);
        if (distance2 < reach * reach) near.push_back({offset, distance2, k}), sorted.push_back(distance2);
      }
    }
  if (near.empty()) return places_.empty() ? place : place + displacements_[nearest(place)];

  // The first particle that is left out has zero weight, so the blend is continuous when neighbours change.
  double within2 = reach * reach;
  if (near.size() > kNearest) {
    std::nth_element(sorted.begin(), sorted.begin() + kNearest, sorted.end());
    within2 = sorted[kNearest];
  }
  for (const Near& n : near) {
    const double part = std::max(0.0, 1.0 - std::sqrt(n.distance2 / within2));
    weights.push_back(part * part / (n.distance2 + kSoft * kSoft * s * s));
  }
  keepSimilarDisplacements(near, displacements_, s, weights);
  const Moments m = momentsOf(near, weights, displacements_);
  if (!(m.weight > 0.0)) return place + displacements_[nearest(place)];
  const glm::dmat3 gradient =
      m.shared * glm::inverse(m.spread + glm::dmat3(kLeastSpread * kLeastSpread * s * s));
  return Vec3(glm::dvec3(place) + m.way - gradient * m.offset);
}

std::vector<Vec3> InitialPositionField::at(std::span<const Vec3> places, const Threads& threads) const {
  std::vector<Vec3> all(places.size());
  threads.forChunks(places.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) all[i] = at(places[i]);
  });
  return all;
}

TextureProjection projectionOf(const Vec3& eye, const Vec3& target, float fieldOfView) {
  constexpr float kAspect = 16.f / 9.f;
  const Vec3 sight = target - eye;
  const float distance = glm::length(sight);
  if (!(distance > 0.f)) return {};
  const Vec3 forward = sight / distance;
  const Vec3 above = std::abs(forward.y) > 0.9999f ? Vec3(0.f, 0.f, -1.f) : Vec3(0.f, 1.f, 0.f);
  TextureProjection p;
  p.middle = target;
  p.right = glm::normalize(glm::cross(forward, above));
  p.up = glm::cross(p.right, forward);
  p.height = 2.f * distance * std::tan(0.5f * glm::radians(fieldOfView));
  p.width = kAspect * p.height;
  return p;
}

}  // namespace ooze
