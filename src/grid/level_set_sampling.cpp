// Interpolation of a level set: values, gradients, curvature and closest points.
#include "grid/finite_differences.h"
#include "grid/lattice_position.h"
#include "grid/level_set.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::grid {
namespace {

/// Evaluates f at the eight inner nodes of 4^3 nodes, and interpolates trilinearly.
template <class T, class F>
T inTheMiddle(const std::array<float, 64>& nodes, const Vec3& part, const F& f) {
  std::array<T, 8> corners;
  for (std::size_t k = 0; k < 8; ++k)
    corners[k] = f(nodes.data() + 21 + (k & 1) + 4 * (k >> 1 & 1) + 16 * (k >> 2));
  return trilinear(corners, part);
}

constexpr std::array<int, 3> kStep{1, 4, 16};

}  // namespace

std::uint32_t LevelSet::find(const BlockCoordinate& at) const {
  const std::uint32_t number = blocks_.find(at);
  return number == kNone && inside_.contains(at) ? kInside : number;
}

std::uint32_t LevelSet::find(const BlockCoordinate& at, const KnownBlock& home) const {
  const int x = at.x - home.at.x + 1, y = at.y - home.at.y + 1, z = at.z - home.at.z + 1;
  if (home.around && static_cast<unsigned>(x) < 3 && static_cast<unsigned>(y) < 3 &&
      static_cast<unsigned>(z) < 3)
    return (*home.around)[static_cast<std::size_t>(9 * z + 3 * y + x)];
  return find(at);
}

float LevelSet::value(const glm::ivec3& n) const {
  const std::uint32_t k = find(blockOf(n));
  if (k >= kInside) return k == kInside ? -band_ : band_;
  return values_[kNodes * k + inBlock(n)];
}

template <int Count>
void LevelSet::gather(const glm::ivec3& first, std::array<float, Count * Count * Count>& out,
                      const KnownBlock& home) const {
  constexpr auto kCount = static_cast<std::size_t>(Count);
  const glm::ivec3 in(first.x & 7, first.y & 7, first.z & 7);
  if (std::max({in.x, in.y, in.z}) <= kBlock - Count) {  // all in a single block, the most frequent case
    const std::uint32_t block = find(blockOf(first), home);
    if (block >= kInside) return out.fill(block == kInside ? -band_ : band_);
    const float* const nodes = values_.data() + kNodes * block + inBlock(first);
    for (std::size_t z = 0; z < kCount; ++z)
      for (std::size_t y = 0; y < kCount; ++y)
        std::copy_n(nodes + 64 * z + 8 * y, kCount, out.data() + kCount * (kCount * z + y));
    return;
  }
  BlockCoordinate last{};
  std::uint32_t number = kNone;
  bool known = false;
  for (int k = 0; k < Count * Count * Count; ++k) {
    const glm::ivec3 n = first + glm::ivec3(k % Count, k / Count % Count, k / (Count * Count));
    const BlockCoordinate at = blockOf(n);
    if (!known || !(at == last)) number = find(at, home), last = at, known = true;
    out[static_cast<std::size_t>(k)] = number < kInside    ? values_[kNodes * number + inBlock(n)]
                                       : number == kInside ? -band_
                                                           : band_;
  }
}

template void LevelSet::gather<2>(const glm::ivec3&, std::array<float, 8>&, const KnownBlock&) const;
template void LevelSet::gather<4>(const glm::ivec3&, std::array<float, 64>&, const KnownBlock&) const;

float LevelSet::sample(const Vec3& p) const {
  const auto place = toLatticePosition(p, cell_);
  return place ? sample(*place) : band_;
}

float LevelSet::sample(const LatticePosition& place) const {
  std::array<float, 8> corners;
  gather<2>(place.node, corners, {});
  return trilinear(corners, place.part);
}

void LevelSet::Sampler::goTo(const BlockCoordinate& at) {
  if (known_ && at == home_.at) return;
  number_ = set_.find(at);
  home_ = {at, number_ < kInside ? &set_.around_[number_] : nullptr};
  known_ = true;
}

float LevelSet::Sampler::sample(const LatticePosition& place) {
  goTo(blockOf(place.node));
  std::array<float, 8> corners;
  set_.gather<2>(place.node, corners, home_);
  return trilinear(corners, place.part);
}

float LevelSet::Sampler::sample(const Vec3& p) {
  const auto place = toLatticePosition(p, set_.cell_);
  return place ? sample(*place) : set_.band_;
}

void LevelSet::Sampler::load(const glm::ivec3& node, std::size_t place, SampledCells& to) {
  goTo(blockOf(node));
  const glm::ivec3 in = node & (kBlock - 1);
  if (std::max({in.x, in.y, in.z}) < kBlock - 1 && number_ < kInside) {
    const float* const v = set_.values_.data() + kNodes * number_ + inBlock(node);
    for (std::size_t k = 0; k < 8; ++k) to[k][place] = v[(k & 1) + 8 * (k >> 1 & 1) + 64 * (k >> 2)];
    return;
  }
  std::array<float, 8> corners;
  set_.gather<2>(node, corners, home_);
  for (std::size_t k = 0; k < 8; ++k) to[k][place] = corners[k];
}

void LevelSet::Sampler::sample(std::span<const LatticePosition> places, float* to) {
  SampledCells corner = {};
  float part[3][kAtOnce] = {}, phi[kAtOnce];
  for (std::size_t first = 0; first < places.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, places.size() - first);
    for (std::size_t l = 0; l < count; ++l) {
      const LatticePosition& place = places[first + l];
      load(place.node, l, corner);
      for (int axis = 0; axis < 3; ++axis) part[axis][l] = place.part[axis];
    }
    const auto between = [](float a, float b, float t) { return a + t * (b - a); };
    for (std::size_t l = 0; l < kAtOnce;
         ++l) {  // Same arithmetic as trilinear(), in a form that compilers vectorise.
      const float x = part[0][l], y = part[1][l], z = part[2][l];
      const float low =
          between(between(corner[0][l], corner[1][l], x), between(corner[2][l], corner[3][l], x), y);
      const float high =
          between(between(corner[4][l], corner[5][l], x), between(corner[6][l], corner[7][l], x), y);
      phi[l] = between(low, high, z);
    }
    std::copy_n(phi, count, to + first);
  }
}

float LevelSet::sampleSmooth(const Vec3& p) const {
  const auto place = toLatticePosition(p, cell_);
  if (!place) return band_;
  std::array<float, 64> nodes;
  gather<4>(place->node - 1, nodes, {});
  std::array<std::array<float, 4>, 3> weights;
  for (int axis = 0; axis < 3; ++axis) {
    const float t = place->part[axis], s = 1.f - t;
    weights[static_cast<std::size_t>(axis)] = {-0.5f * t * s * s, 1.f - t * t * (2.5f - 1.5f * t),
                                               1.f - s * s * (2.5f - 1.5f * s), -0.5f * s * t * t};
  }
  float sum = 0.f;
  for (std::size_t z = 0; z < 4; ++z)
    for (std::size_t y = 0; y < 4; ++y) {
      float row = 0.f;
      for (std::size_t x = 0; x < 4; ++x) row += weights[0][x] * nodes[16 * z + 4 * y + x];
      sum += weights[1][y] * weights[2][z] * row;
    }
  return sum;
}

Vec3 LevelSet::gradient(const Vec3& p) const {
  const auto place = toLatticePosition(p, cell_);
  if (!place) return Vec3(0.f);
  std::array<float, 64> nodes;
  gather<4>(place->node - 1, nodes, {});
  return inTheMiddle<Vec3>(nodes, place->part,
                           [&](const float* phi) { return centralGradient(phi, kStep, 1.f / cell_); });
}

float LevelSet::curvature(const Vec3& p) const {
  const auto place = toLatticePosition(p, cell_);
  if (!place) return 0.f;
  std::array<float, 64> nodes;
  gather<4>(place->node - 1, nodes, {});
  return inTheMiddle<float>(nodes, place->part, [&](const float* phi) {
    return centralCurvature(phi, kStep, 1.f / cell_, centralGradient(phi, kStep, 1.f / cell_));
  });
}

}  // namespace ooze::grid
