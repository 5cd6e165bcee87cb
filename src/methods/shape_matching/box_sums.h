// Box sums over regions of cells, at a cost independent of the region size: one-dimensional prefix sums along
// the rows of one axis after the other (Rivers and James 2007, section 3).
#pragma once

#include "methods/shape_matching/reference_grid.h"

#include <cstddef>
#include <vector>

namespace ooze::shape_matching {

inline constexpr std::size_t kCellGrain = 256, kParticleGrain = 1024;  // per chunk of parallel loops

// Write and read a vector among the numbers of a cell.
inline void write(const glm::dvec3& v, double* to) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }
inline glm::dvec3 read(const double* from) { return {from[0], from[1], from[2]}; }

/// Stores kCount numbers per cell and replaces them by sums over regions.
/// Rows may end anywhere, so the sums along the three axes do not commute. gather() sums along x, y and z:
/// each region sums its cells. spread() sums along z, y and x: each cell sums the regions that contain it.
/// Each of the two operations is the transpose of the other, whatever the rows, which conserves momentum.
template <std::size_t kCount>
class BoxSums {
 public:
  /// Resizes the storage; values are undefined afterwards.
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
  void sumRows(const ReferenceGrid::CellOrder& axis, const Threads& threads) {
    constexpr std::size_t kBoxGrain = 32;  // rows per chunk
    threads.forChunks(axis.rows(), kBoxGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      static thread_local std::vector<double> sums;  // reused, so that later steps allocate no memory
      for (std::size_t row = begin; row < end; ++row)
        sumRow(axis, axis.rowBegin[row], axis.rowBegin[row + 1], sums);
    });
  }

  /// Sums over windows as differences of prefix sums, in double precision to keep cancellation harmless.
  void sumRow(const ReferenceGrid::CellOrder& axis, std::uint32_t begin, std::uint32_t end,
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
      const RowWindow& w = axis.windows[p];
      const double *a = at(w.wideFirst), *b = at(w.first), *c = at(w.last), *d = at(w.wideLast);
      double* value = of(axis.order[p]);
      for (std::size_t k = 0; k < kCount; ++k)
        value[k] = (c[k] - b[k]) + w.edge * ((d[k] - c[k]) + (b[k] - a[k]));
    }
  }

  std::vector<double> values_;
};

}  // namespace ooze::shape_matching
