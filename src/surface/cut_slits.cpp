#include "surface/cut_slits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>

namespace ooze::surface {
namespace {

/// Bits of the lower sides: a mask has two bits per cut, one for each side.
constexpr std::uint32_t kLower = 0x55555555u;
/// Radius of the neighbourhood [h], and width of a slit: in h, and at least this many cells.
constexpr float kKernel = 0.75f, kWidth = 0.3f, kLeastCells = 1.2f;
/// Largest half width of a slit, over the distance at which one side has all the weight.
constexpr float kWidest = 0.7f;
/// Distance from the middle of a slit at which one side has all the weight, by a linear estimate [radii of
/// the neighbourhood]. The weight of a half-space changes by 1.25 per radius at its face.
constexpr float kDistancePerShare = 0.4f;
/// Weight of an unmarked particle over that of a marked one.
constexpr float kUnmarked = 0.5f;
/// Closeness up to which an offset is kept, and from which no offset is left.
constexpr float kKept = 0.2f, kReduced = 0.45f;

/// Returns the lower side bits of the cuts that have both of their sides in the mask.
std::uint32_t cutsWithBothSides(std::uint32_t sides) { return sides & (sides >> 1) & kLower; }

float weightAt(const Vec3& offset, float radius) {
  const float r2 = glm::dot(offset, offset);
  if (r2 >= radius * radius) return 0.f;
  const float q = 1.f - std::sqrt(r2) / radius;
  return q * q;
}

}  // namespace

/// Collects the particles within the neighbourhood of a block.
/// @return false if no cut has both sides there
bool CutSlits::gather(const LatticeParticles& particles, std::span<const std::uint32_t> sides,
                      const BlockCoordinate& at, CutBlock& into) const {
  constexpr auto kSide = static_cast<float>(kBlock);
  // Smoothing may have moved particles out of their own blocks.
  const int around = static_cast<int>(std::ceil((kernel_ + 1.f) / kSide));
  into.near.clear();
  std::uint32_t all = 0;
  for (const bool marked : {true, false}) {
    for (int z = -around; z <= around; ++z)
      for (int y = -around; y <= around; ++y)
        for (int x = -around; x <= around; ++x) {
          const LatticeParticles::ParticleBlock* home = particles.findBlock(at.beside(x, y, z));
          if (!home) continue;
          const Vec3 shift = kSide * Vec3(x, y, z);
          for (std::uint32_t k = home->begin; k < home->end; ++k) {
            const std::uint32_t side = sides[particles.order[k]];
            if ((side != 0) != marked) continue;
            const Vec3 place = Vec3(particles.x[k], particles.y[k], particles.z[k]) + shift;
            if (glm::any(glm::lessThan(place, Vec3(-kernel_))) ||
                glm::any(glm::greaterThan(place, Vec3(kSide + kernel_))))
              continue;
            into.near.push_back({place, side});
            all |= side;
          }
        }
    if (!marked) break;
    into.marked = static_cast<std::uint32_t>(into.near.size());
    into.cuts = cutsWithBothSides(all);
    if (into.cuts == 0) return false;
  }
  return true;
}

/// Returns how close a place lies to the middle of the nearest slit: 1 in the middle, 0 where one side of the
/// cut has all the weight.
float CutSlits::closeness(const CutBlock& block, const Vec3& place) const {
  std::array<float, 32> weights{};
  float sum = 0.f;
  for (std::uint32_t k = 0; k < block.marked; ++k) {
    const NearParticle& p = block.near[k];
    const float w = weightAt(p.at - place, kernel_);
    if (w == 0.f) continue;
    sum += w;
    for (std::uint32_t left = p.sides; left != 0; left &= left - 1) weights[std::countr_zero(left)] += w;
  }
  float least = 0.f;
  for (std::uint32_t left = block.cuts; left != 0; left &= left - 1) {
    const auto lower = static_cast<std::size_t>(std::countr_zero(left));
    least = std::max(least, std::min(weights[lower], weights[lower + 1]));
  }
  if (least == 0.f) return 0.f;
  for (std::size_t k = block.marked; k < block.near.size(); ++k)
    sum += kUnmarked * weightAt(block.near[k].at - place, kernel_);
  return std::min(1.f, 2.f * least / sum);
}

void CutSlits::open(const LatticeParticles& particles, std::span<const std::uint32_t> sides, float reach,
                    float level, BlockGrid& grid, const Threads& threads) {
  count_ = 0;
  if (sides.empty() || std::ranges::none_of(sides, [](std::uint32_t s) { return s != 0; })) return;
  kernel_ = kKernel * reach;
  const float halfWidth =
      std::min(0.5f * std::max(kWidth * reach, kLeastCells), kWidest * kDistancePerShare * kernel_);
  slotOf_.assign(grid.size(), kNone);
  if (blocks_.size() < grid.size()) blocks_.resize(grid.size());
  isNear_.assign(grid.size(), 0);
  threads.forEach(grid.size(), [&](std::size_t k) {
    blocks_[k].block = static_cast<std::uint32_t>(k);
    isNear_[k] = gather(particles, sides, grid.block(k).at, blocks_[k]) ? 1 : 0;
  });
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (isNear_[k] == 0) continue;
    slotOf_[k] = static_cast<std::uint32_t>(count_);
    std::swap(blocks_[count_++], blocks_[k]);
  }
  threads.forEach(count_, [&](std::size_t slot) {
    const CutBlock& cut = blocks_[slot];
    float* const nodes = grid.nodes(cut.block);
    for (std::size_t n = 0; n < kNodes; ++n) {
      if (!(nodes[n] > 0.f)) continue;
      const Vec3 place(n % kBlock, n / kBlock % kBlock, n / (kBlock * kBlock));
      const float close = closeness(cut, place);
      if (close == 0.f) continue;
      const float distance = kDistancePerShare * kernel_ * (1.f - close);
      nodes[n] = std::max(0.f, std::min(nodes[n], level + (distance - halfWidth) / reach));
    }
    grid.block(cut.block).markInside(nodes, level);
  });
}

void CutSlits::reduceOffsets(const SurfaceMesh& mesh, float cell, const BlockGrid& grid,
                             const Threads& threads, std::vector<float>& offsets) const {
  constexpr std::size_t kChunk = 1024;
  constexpr auto kSide = static_cast<float>(kBlock);
  if (count_ == 0) return;
  threads.forChunks(mesh.positions.size(), kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      const Vec3 place = mesh.positions[v] / cell, first = glm::floor(place / kSide);
      const std::uint32_t k =
          grid.find({static_cast<std::int32_t>(first.x), static_cast<std::int32_t>(first.y),
                     static_cast<std::int32_t>(first.z)});
      if (k == kNone || slotOf_[k] == kNone) continue;
      const float close = closeness(blocks_[slotOf_[k]], place - kSide * first);
      offsets[v] *= 1.f - std::clamp((close - kKept) / (kReduced - kKept), 0.f, 1.f);
    }
  });
}

}  // namespace ooze::surface
