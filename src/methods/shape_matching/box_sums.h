// Sums over the boxes of cells that regions are, at a cost that does not depend on how large they are:
// one-dimensional sums along the rows of one axis after the other (Rivers and James 2007, section 3).
#pragma once

#include "methods/shape_matching/reference_grid.h"

#include <cstddef>
#include <vector>

namespace ooze::shape_matching {

inline constexpr std::size_t kCellGrain = 256, kParticleGrain = 1024;  // of parallel loops

// Vectors among the numbers of a cell.
inline void write(const glm::dvec3& v, double* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }
inline glm::dvec3 read(const double* from) { return {from[0], from[1], from[2]}; }

/// kCount numbers for each cell, which become their sums over regions.
///
/// Rows may end anywhere, so the three sums do not commute: gather() sums along x, y and z, what a region has
/// of the cells in it, and spread() along z, y and x, what a cell has of the regions that it is in. One is
/// the transpose of the other, whatever the rows, and that is what keeps momentum.
template <std::size_t kCount>
class BoxSums {
 public:
  /// Forgets all values.
  void resize(std::size_t cells) { values_.resize(kCount * cells); }
  [[nodiscard]] double* of(std::size_t cell) { return values_.data() + kCount * cell; }
  [[nodiscard]] const double* of(std::size_t cell) const { return values_.data() + kCount * cell; }

  void gather(const ReferenceGrid& grid, const Threads& threads) {
    for (const std::size_t a : {0, 1, 2}) sumRows(grid.axis(a), threads);
  }
  void spread(const ReferenceGrid& grid, const Threads& threads) {
    for (const std::size_t a : {2, 1, 0}) sumRows(grid.axis(a), threads);
  }

 private:
  void sumRows(const ReferenceGrid::Axis& axis, const Threads& threads) {
    constexpr std::size_t kGrain = 32;  // rows
    threads.forChunks(axis.rows(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      static thread_local std::vector<double> sums;  // a warm step takes no memory
      for (std::size_t row = begin; row < end; ++row)
        sumRow(axis, axis.rowBegin[row], axis.rowBegin[row + 1], sums);
    });
  }

  /// From sums of all up to each position; in double, so that what they have in common does not matter.
  void sumRow(const ReferenceGrid::Axis& axis, std::uint32_t begin, std::uint32_t end,
              std::vector<double>& sums) {
    if (sums.size() < kCount * (end - begin + 1)) sums.resize(kCount * (end - begin + 1));
    double* upTo = sums.data();
    for (std::size_t k = 0; k < kCount; ++k) upTo[k] = 0.0;
    for (std::uint32_t p = begin; p < end; ++p, upTo += kCount) {
      const double* value = of(axis.order[p]);
      for (std::size_t k = 0; k < kCount; ++k) upTo[kCount + k] = upTo[k] + value[k];
    }
    const auto at = [&](std::uint32_t p) { return sums.data() + kCount * (p - begin); };
    for (std::uint32_t p = begin; p < end; ++p) {
      const Window& w = axis.windows[p];
      const double *a = at(w.wideFirst), *b = at(w.first), *c = at(w.last), *d = at(w.wideLast);
      double* value = of(axis.order[p]);
      for (std::size_t k = 0; k < kCount; ++k)
        value[k] = (c[k] - b[k]) + w.edge * ((d[k] - c[k]) + (b[k] - a[k]));
    }
  }

  std::vector<double> values_;
};

}  // namespace ooze::shape_matching
