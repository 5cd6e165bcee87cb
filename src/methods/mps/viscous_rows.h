// Matrix of the implicit viscosity, which couples the three axes.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

/// Symmetric matrix of blocks of three by three. The block of a row and a column is -(l l^T + w I), with a
/// vector l along the line of the pair and a number w. Unknown 3 u + axis belongs to row u.
struct ViscousRows {
  struct PairBlock {
    std::uint32_t column;
    float whole;             ///< w: exchange of the whole relative velocity [kg/m^3]
    Vec3 along = Vec3(0.f);  ///< l: exchange of the velocity along the line of the pair [sqrt(kg/m^3)]
  };
  using Diagonal = std::array<double, 6>;  ///< block of a row with itself: xx, yy, zz, xy, yz, zx [kg/m^3]

  std::vector<std::uint32_t> first;  ///< index of each row's first block, and the end
  std::vector<PairBlock> blocks;
  std::vector<Diagonal> diagonal;

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }
  /// Adds l l^T + w I to a block of the diagonal.
  static void add(Diagonal& to, const glm::dvec3& along, double whole);
  /// Writes the diagonal of the whole matrix, a number for each unknown.
  void copyDiagonal(std::vector<double>& to) const;
  /// Computes y = A x, with the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;
};

}  // namespace ooze::mps
