// Multigrid preconditioner for the pressure Poisson equation on particles.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/dense_cholesky.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

/// Symmetric matrix with positive diagonal and negative off-diagonal entries, in chunks of rows that threads
/// fill independently. Row i is diagonal[i] and minus the couplings to its columns, in any order. The
/// couplings are floats, which halves the memory traffic. A coupling and its transpose are equal to the bit.
struct CouplingRows {
  static constexpr std::size_t kGrain = 256;  ///< rows per chunk
  struct RowChunk {
    std::vector<std::uint32_t> column;
    std::vector<float> coupling;
  };
  std::vector<double> diagonal;
  std::vector<std::uint32_t> begin, end;  ///< entries of each row in its chunk
  std::vector<RowChunk> chunks;

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }
  void resize(std::size_t n);
  [[nodiscard]] RowChunk& chunkOf(std::size_t row) { return chunks[row / kGrain]; }
  [[nodiscard]] std::span<const std::uint32_t> columns(std::size_t row) const {
    return {chunks[row / kGrain].column.data() + begin[row], end[row] - begin[row]};
  }
  [[nodiscard]] const float* couplings(std::size_t row) const {
    return chunks[row / kGrain].coupling.data() + begin[row];
  }
  /// Returns the sum of coupling times x over the columns of a row.
  [[nodiscard]] double sumCouplings(std::size_t row, const double* x) const;
  /// Computes y = A x, with the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;

  /// Calls each(row) for every row, in parallel.
  template <class Each>
  void forEachRow(const Threads& threads, const Each& each) const {
    threads.forEachIndex(size(), kGrain, each);
  }
};

/// Numbers cubes of a lattice in the order in which they are added. Buffers are reused.
class CubeNumbers {
 public:
  std::vector<glm::ivec3> cells;  ///< the cubes, in the order of their numbers
  /// Forgets all cubes, and makes room for `most`.
  void reset(std::size_t most);
  /// Adds a cube unless it is present. @return number of the cube
  std::uint32_t add(const glm::ivec3& cell);

 private:
  std::vector<std::uint32_t> table_;  ///< hash table from cubes to their numbers
};

/// Aggregation multigrid: D^-1 plus a correction by coarse levels (additive on the finest level).
/// Unknowns in one cube of two spacings are joined into one, whose equation is the sum of theirs with
/// weakened coefficients, because piecewise constant interpolation makes them too stiff (Braess 1995).
/// Coarser levels double the cube. They are solved by a V-cycle with the Jacobi smoother, the coarsest one
/// exactly. The finest level thus costs no multiplication by the matrix, and all loops are parallel. The bits
/// are the same at any number of threads. Buffers are reused.
class AggregationMultigrid {
 public:
  /// Builds the coarse levels.
  /// @param a   matrix; must not change while the preconditioner is in use
  /// @param at  position of each unknown [spacings]. Coupled unknowns are nearer than four spacings along
  ///            each axis
  void build(const CouplingRows& a, std::span<const Vec3> at, const Threads& threads);
  /// Computes z = M^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads);

 private:
  /// Map from the unknowns of one level to those of the next.
  struct Aggregation {
    std::vector<glm::ivec3> cell;       ///< cube of each unknown of the next level
    std::vector<std::uint32_t> parent;  ///< unknown of the next level into which each unknown is joined
    std::vector<std::uint32_t> firstChild, child;
  };
  /// A coarse level, with the aggregation that made it.
  struct AggregationLevel {
    Aggregation from;
    CouplingRows a;
    std::vector<double> inverse;  ///< inverse of the diagonal
    std::vector<double> r, z, next;
  };
  template <class CellOf>
  void aggregate(std::size_t n, const CellOf& cellOf, Aggregation& to, const Threads& threads);
  static void join(const CouplingRows& fine, AggregationLevel& coarse, const Threads& threads);
  void cycle(std::size_t depth, const Threads& threads);
  void factorCoarsest();
  void solveCoarsest(AggregationLevel& level) const;

  std::vector<double> inverse_;           ///< inverse of the finest level's diagonal
  std::vector<AggregationLevel> levels_;  ///< coarse levels; entries beyond depth_ are unused
  std::size_t depth_ = 0;
  grid::DenseCholesky coarsest_;      ///< factors of the coarsest level; empty if that level is too large
  CubeNumbers cubes_;                 ///< unknowns of the next level
  std::vector<CubeNumbers> inChunk_;  ///< cubes of each chunk of unknowns
  std::vector<std::vector<std::uint32_t>> joined_;  ///< number of each cube of a chunk among all cubes
};

}  // namespace ooze::mps
