// Numbering of the points that are unknowns of a sparse linear system, and assembly of its matrix.
#pragma once

#include "base/numbering.h"
#include "methods/mps/points.h"
#include "methods/mps/viscous_rows.h"

#include <cstdint>
#include <vector>

namespace ooze::mps {

/// Maps points to the unknowns of a linear system and back.
class Unknowns {
 public:
  static constexpr std::uint32_t kNone = Numbering::kNone;

  /// Numbers the points for which isOne(point) holds, in ascending order.
  template <class IsOne>
  void choose(const PointSet& points, const Threads& threads, const IsOne& isOne) {
    number_.resize(points.size());
    point_.clear();
    numbering_.append(points.size(), point_, threads, isOne,
                      [&](std::size_t i, std::uint32_t number) { number_[i] = number; });
  }

  [[nodiscard]] std::size_t size() const { return point_.size(); }
  [[nodiscard]] std::uint32_t numberOf(std::size_t point) const { return number_[point]; }
  [[nodiscard]] std::size_t pointOf(std::size_t unknown) const { return point_[unknown]; }
  [[nodiscard]] bool has(std::size_t point) const { return number_[point] != kNone; }

  /// Calls each(unknown, point) for every unknown, in parallel.
  template <class Each>
  void forEach(const Threads& threads, const Each& each) const {
    threads.forEachIndex(size(), PointSet::kGrain, [&](std::size_t u) { each(u, std::size_t{point_[u]}); });
  }

  /// Assembles the matrix, with a block for each pair of unknowns within the kernel radius. The columns of a
  /// row are in the order of the point's candidates.
  /// @param row  called with an unknown, its point and a visitor, visit(each(neighbour, distance, block));
  ///             returns the diagonal block. `block` points to the block in the neighbour's column, or is
  ///             null if the neighbour is no unknown
  template <class Row>
  void fill(const PointSet& points, ViscousRows& matrix, const Threads& threads, const Row& row) const {
    const std::size_t n = size();
    matrix.diagonal.resize(n), matrix.first.resize(n + 1);
    forEach(threads, [&](std::size_t u, std::size_t i) {
      std::uint32_t count = 0;
      points.forEachNeighbour(i, [&](std::size_t j, float q) { count += q < kReach && has(j) ? 1u : 0u; });
      matrix.first[u + 1] = count;
    });
    matrix.first[0] = 0;
    for (std::size_t u = 0; u < n; ++u) matrix.first[u + 1] += matrix.first[u];
    matrix.blocks.resize(matrix.first[n]);
    forEach(threads, [&](std::size_t u, std::size_t i) {
      std::size_t to = matrix.first[u];
      matrix.diagonal[u] = row(u, i, [&](const auto& each) {
        points.forEachNeighbour(i, [&](std::size_t j, float q) {
          if (!(q < kReach)) return;
          if (has(j)) matrix.blocks[to].column = number_[j];
          each(j, q, has(j) ? &matrix.blocks[to++] : nullptr);
        });
      });
    });
  }

 private:
  Numbering numbering_;
  std::vector<std::uint32_t> number_;  ///< index of the unknown of each point; kNone for points that are none
  std::vector<std::uint32_t> point_;   ///< index of the point of each unknown
};

}  // namespace ooze::mps
