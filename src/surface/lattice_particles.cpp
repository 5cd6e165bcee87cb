#include "surface/lattice_particles.h"

#include <algorithm>
#include <cmath>

namespace ooze::surface {
namespace {

constexpr std::size_t kLatticeChunk = 4096;
// Largest coordinate [cells]; beyond, floats of metres cannot tell two nodes apart.
constexpr double kFarthestNode = 4194304.0;

}  // namespace

void LatticeParticles::sort(std::span<const Vec3> positions, std::span<const std::uint8_t> regions,
                            float cell, const Threads& threads) {
  locate(positions, regions, cell, threads);
  findHomes();
  place(threads);
  measureBoxes(threads);
}

void LatticeParticles::locate(std::span<const Vec3> positions, std::span<const std::uint8_t> regions,
                              float cell, const Threads& threads) {
  located_.resize(positions.size());
  const double perCell = 1.0 / static_cast<double>(cell);
  threads.forChunks(positions.size(), kLatticeChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Located& to = located_[i];
      const glm::dvec3 at = glm::dvec3(positions[i]) * perCell;
      to.home = kNone;
      // The negated comparison also rejects NaN.
      if (!(std::abs(at.x) < kFarthestNode && std::abs(at.y) < kFarthestNode &&
            std::abs(at.z) < kFarthestNode))
        continue;
      const glm::dvec3 block(std::floor(at.x / kBlock), std::floor(at.y / kBlock), std::floor(at.z / kBlock));
      to.block = {static_cast<std::int32_t>(block.x), static_cast<std::int32_t>(block.y),
                  static_cast<std::int32_t>(block.z), regions.empty() ? 0 : regions[i]};
      to.local = Vec3(at - static_cast<double>(kBlock) * block);
      to.home = 0;
    }
  });
}

void LatticeParticles::findHomes() {
  map_.clear();
  particleBlocks_.clear();
  // Consecutive particles are mostly in the same block, so the last block is cached.
  BlockCoordinate last{};
  std::uint32_t lastHome = kNone;
  for (Located& p : located_) {
    if (p.home == kNone) continue;
    if (lastHome == kNone || !(p.block == last)) {
      last = p.block;
      lastHome = map_.insert(last, static_cast<std::uint32_t>(particleBlocks_.size()));
      if (lastHome == particleBlocks_.size())
        particleBlocks_.push_back({last, lastHome, 0, Vec3(0.f), Vec3(0.f)});
    }
    p.home = lastHome;
    ++particleBlocks_[lastHome].end;
  }
}

void LatticeParticles::place(const Threads& threads) {
  // Until the sort, `begin` holds the index by which particles refer to the block, and `end` the number of
  // particles.
  std::sort(particleBlocks_.begin(), particleBlocks_.end(),
            [](const ParticleBlock& a, const ParticleBlock& b) { return a.at < b.at; });
  first_.resize(particleBlocks_.size());
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < particleBlocks_.size(); ++k) {
    ParticleBlock& home = particleBlocks_[k];
    map_.renumber(home.at, k);
    first_[home.begin] = count;
    home.begin = count;
    home.end = count += home.end;
  }
  order.resize(count);
  for (std::uint32_t i = 0; i < located_.size(); ++i)
    if (located_[i].home != kNone) order[first_[located_[i].home]++] = i;

  for (std::vector<float>* axis : {&x, &y, &z}) axis->resize(count + kPadding);
  threads.forChunks(count, kLatticeChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Vec3& local = located_[order[k]].local;
      x[k] = local.x, y[k] = local.y, z[k] = local.z;
    }
  });
}

void LatticeParticles::measureBoxes(const Threads& threads) {
  threads.forChunks(particleBlocks_.size(), 16, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      ParticleBlock& home = particleBlocks_[k];
      Aabb box;
      for (std::size_t i = home.begin; i < home.end; ++i) box.include({x[i], y[i], z[i]});
      home.lower = box.lower;
      home.upper = box.upper;
    }
  });
}

}  // namespace ooze::surface
