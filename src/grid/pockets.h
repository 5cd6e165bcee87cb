// Pockets: parts of a pressure system without free surface, or with very little.
#pragma once

#include "grid/sparse_rows.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ooze::grid {

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
  void find(const SparseRows& matrix, std::span<const std::uint8_t> surface);
  /// Makes the system of each pocket solvable.
  /// @param right  excess volume of each unknown
  /// @param maxOutflow  volume that can pass the surface per neighbour at the free surface, in the same unit
  void close(SparseRows& matrix, std::span<double> right,
             double maxOutflow = std::numeric_limits<double>::infinity()) const;
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
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> members_;  ///< unknowns of all parts, part by part
  std::vector<PocketPart> parts_;
  std::vector<std::uint32_t> sealed_;
};

}  // namespace ooze::grid
