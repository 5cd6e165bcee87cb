// Symmetric sparse matrices in compressed row storage, and their pockets: parts of a pressure system without
// free surface, or with very little.
#pragma once

#include "ooze/base/threads.h"

#include "base/disjoint_sets.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ooze::grid {

/// Row i consists of diagonal[i] and, for k in [first[i], first[i + 1]), value[k] in column column[k].
/// Columns of a row ascend and exclude the diagonal. Both an entry and its transpose are stored, with the
/// same value.
struct SparseRows {
  std::vector<double> diagonal;  ///< diagonal entry of each of the n rows
  /// Index of the first entry of each row in column and value, and the end (n + 1).
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> column;  ///< column of each off-diagonal entry, row by row
  std::vector<double> value;          ///< off-diagonal entries, row by row

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }

  /// Computes y = A x. Each row is summed in its own order: the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;

  /// Validates every entry, for tests and for matrices from elsewhere.
  /// @throws std::invalid_argument if lengths, columns or symmetry (to the bit) violate the rules above
  void check() const;
};

/// Connected components of the pressure matrix without Dirichlet boundary.
/// In a pocket no unknown touches a particle at the free surface (p = 0), as in a full closed box with
/// Neumann conditions all around. The rows sum to 0, so p is determined up to a constant per pocket, and no p
/// can produce the constant part of the right side. (Premoze et al. 2003 do not treat this case.) The mean of
/// the right side, a volume that cannot change, is removed, and the minimum of p is set to 0.
/// A part with very few unknowns at the surface would have to push its whole excess volume through these at
/// once, under unbounded pressure. The right side of such a part is limited to the volume that can pass in a
/// step.
class Pockets {
 public:
  /// Finds the connected parts of the matrix.
  /// @param surface  for each unknown, the number of its neighbours at the free surface
  void find(const SparseRows& matrix, std::span<const std::uint8_t> surface, const Threads& threads) {
    find(matrix.size(), surface, threads, [&](std::size_t row) {
      return std::span<const std::uint32_t>(matrix.column)
          .subspan(matrix.first[row], matrix.first[row + 1] - matrix.first[row]);
    });
  }
  /// Finds the connected parts of n unknowns.
  /// @param columnsOf  returns the unknowns to which an unknown is coupled; called on any thread
  template <class ColumnsOf>
  void find(std::size_t n, std::span<const std::uint8_t> surface, const Threads& threads,
            const ColumnsOf& columnsOf);
  /// Makes the system of each pocket solvable.
  /// @param right  excess volume of each unknown
  /// @param maxOutflow  volume that can pass the surface per neighbour at the free surface, in the same unit.
  ///                    A part with fewer such neighbours than unknowns passes less, by the ratio of both.
  void close(SparseRows& matrix, std::span<double> right,
             double maxOutflow = std::numeric_limits<double>::infinity()) const {
    close(matrix.diagonal, right, maxOutflow);
  }
  /// @param diagonal  diagonal of the matrix
  void close(std::span<double> diagonal, std::span<double> right, double maxOutflow) const;
  /// Sets the constant of each pocket, so that its minimum is 0.
  void level(std::span<double> pressure) const;

  /// Returns the number of pockets without a surface.
  [[nodiscard]] std::size_t count() const;
  /// Returns the unknowns of the pockets without a surface, pocket by pocket.
  [[nodiscard]] std::span<const std::uint32_t> members() const { return sealed_; }

 private:
  struct PocketPart {
    std::uint32_t begin, end;  ///< unknowns of the part, as a range in members_
    std::uint32_t surface;     ///< sum over the members of their neighbours at the free surface
  };
  void listParts(std::span<const std::uint8_t> surface);

  DisjointSets sets_;
  std::vector<std::uint32_t> partOf_;   ///< part of each unknown
  std::vector<std::uint32_t> members_;  ///< unknowns of all parts, part by part; ascending in a part
  std::vector<PocketPart> parts_;
  std::vector<std::uint32_t> sealed_;
};

template <class ColumnsOf>
void Pockets::find(std::size_t n, std::span<const std::uint8_t> surface, const Threads& threads,
                   const ColumnsOf& columnsOf) {
  constexpr std::size_t kPocketGrain = 512;  // unknowns per parallel chunk
  sets_.reset(n);
  threads.forEachIndex(n, kPocketGrain, [&](std::size_t u) {
    const auto row = static_cast<std::uint32_t>(u);
    for (const std::uint32_t other : columnsOf(u))
      if (other < row) sets_.joinConcurrently(row, other);
  });
  listParts(surface);
}

}  // namespace ooze::grid
