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
/// Radius of the neighbourhood [h]. Width of a slit by CutSlits::distance(): in h, and at least this many
/// cells. Away from the particles that distance is smaller than the true one, so the slit is up to twice as
/// wide.
constexpr float kKernel = 0.75f, kWidth = 0.24f, kLeastCells = 1.f;
/// Distance by which unmarked liquid is nearer than the sides of a cut where the slit ends [radii of the
/// neighbourhood].
constexpr float kBeyond = 0.3f;
/// Distance from the middle of a slit up to which a vertex has no offset, and from which its offset is whole
/// [half widths].
constexpr float kReduced = 1.5f, kKept = 3.f;

/// Returns the lower side bits of the cuts that have both of their sides in the mask.
std::uint32_t cutsWithBothSides(std::uint32_t sides) { return sides & (sides >> 1) & kLower; }

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

/// Returns the distance of a place from the middle of the nearest slit [cells]: half the difference
/// between the distances from the nearest particles of both sides. Where an unmarked particle is clearly
/// nearer than either, beyond the end of a cut, the place lies outside of the slit. At least the
/// neighbourhood's radius without a slit.
float CutSlits::distance(const CutBlock& block, const Vec3& place) const {
  std::array<float, 32> nearest;
  nearest.fill(kernel_);
  float unmarked = kernel_;
  for (std::uint32_t k = 0; k < block.near.size(); ++k) {
    const NearParticle& p = block.near[k];
    const float far = glm::distance(p.at, place);
    if (!(far < kernel_)) continue;
    if (k >= block.marked) unmarked = std::min(unmarked, far);
    for (std::uint32_t left = p.sides; left != 0; left &= left - 1) {
      float& side = nearest[static_cast<std::size_t>(std::countr_zero(left))];
      side = std::min(side, far);
    }
  }
  float least = kernel_;
  for (std::uint32_t left = block.cuts; left != 0; left &= left - 1) {
    const auto lower = static_cast<std::size_t>(std::countr_zero(left)), upper = lower + 1;
    const float a = nearest[lower], b = nearest[upper], farther = std::max(a, b);
    if (farther >= kernel_) continue;
    const float beyond = farther - unmarked - kBeyond * kernel_;
    least = std::min(least, std::max(0.5f * std::abs(a - b), halfWidth_ + beyond));
  }
  return least;
}

void CutSlits::open(const LatticeParticles& particles, std::span<const std::uint32_t> sides, float reach,
                    float level, BlockGrid& grid, const Threads& threads) {
  count_ = 0;
  if (sides.empty() || std::ranges::none_of(sides, [](std::uint32_t s) { return s != 0; })) return;
  kernel_ = std::max(kKernel * reach, 2.f * kLeastCells);
  halfWidth_ = 0.5f * std::max(kWidth * reach, kLeastCells);
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
      nodes[n] = std::max(0.f, std::min(nodes[n], level + (distance(cut, place) - halfWidth_) / reach));
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
      const float far = distance(blocks_[slotOf_[k]], place - kSide * first) / halfWidth_;
      offsets[v] *= std::clamp((far - kReduced) / (kKept - kReduced), 0.f, 1.f);
    }
  });
}

}  // namespace ooze::surface
