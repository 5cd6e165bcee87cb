// Cells around particles, for the transfer of values from particles to cells and back.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "grid/cell_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::rasmussen {

/// The eight cells around each particle, with trilinear weights, and the particles around each block of
/// cells. Sums run block by block in parallel, and over the particles in ascending order: the same bits at
/// any number of threads. Buffers are reused.
class ParticleCells {
 public:
  /// Finds the cells around each position. Sums hold for these cells until the next call.
  void find(const grid::CellBlocks& cells, const Vec3Array& positions, const Threads& threads);

  /// Calls each(cell, weight) for the cells around a particle. Cells that do not exist are left out.
  template <class Each>
  void forCells(std::size_t particle, const Each& each) const {
    const Surrounding& around = around_[particle];
    for (std::size_t k = 0; k < around.count; ++k) each(around.cell[k], around.weight[k]);
  }

  /// Sums over the particles around each cell.
  /// @param weights  receives the sum of the weights of each cell [1]
  /// @param sums     receives the sum of weight times value(particle) of each cell
  /// @param value    value(particle); called on any thread, once for each block that a particle touches
  template <class Value>
  void sum(std::vector<float>& weights, std::vector<float>& sums, const Threads& threads,
           const Value& value) const {
    weights.resize(grid::kNodes * blockCount()), sums.resize(weights.size());
    forBlocks(threads, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::fill_n(weights.data() + begin, end - begin, 0.f);
      std::fill_n(sums.data() + begin, end - begin, 0.f);
      for (const std::uint32_t i : particlesOf(block)) {
        const float own = value(std::size_t{i});
        forCells(i, [&](grid::CellIndex c, float weight) {
          if (c < begin || c >= end) return;
          weights[c] += weight;
          sums[c] += weight * own;
        });
      }
    });
  }
  /// Sums the weights of each cell [1].
  void sumWeights(std::vector<float>& weights, const Threads& threads) const;

 private:
  struct Surrounding {
    std::array<grid::CellIndex, 8> cell;
    std::array<float, 8> weight;
    std::uint32_t count;
    std::array<std::uint32_t, 8> block;  ///< the blocks in which these cells lie
    std::uint32_t blockCount;
  };
  [[nodiscard]] std::size_t blockCount() const { return first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> particlesOf(std::size_t block) const {
    return {particles_.data() + first_[block], first_[block + 1] - first_[block]};
  }
  /// Calls each(block, first cell, end of cells) for all blocks, in parallel.
  template <class Each>
  void forBlocks(const Threads& threads, const Each& each) const {
    threads.forEach(blockCount(), [&](std::size_t b) { each(b, grid::kNodes * b, grid::kNodes * (b + 1)); });
  }

  std::vector<Surrounding> around_;
  std::vector<std::uint32_t> first_{0};   ///< first entry of each block in particles_, and the end
  std::vector<std::uint32_t> particles_;  ///< particles around each block, block by block, ascending
};

}  // namespace ooze::rasmussen
