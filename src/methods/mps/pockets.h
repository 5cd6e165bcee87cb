// Parts of a pressure's system that have no free surface, or next to none.
#pragma once

#include "grid/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

/// Unknowns that are tied to each other but to no particle at the free surface, p = 0, as in a full and
/// closed box: their rows add up to 0, so p is known up to a constant in each such pocket, and what the right
/// side has of a constant no p can give (Premoze et al. 2003 does not say what then; Neumann conditions all
/// round). There the mean of the right side is left out, which is a volume that cannot change, and the least
/// p is 0. Where a few particles are at the surface all of that would have to get out past these, at once and
/// under a pressure without bounds: as much of it counts as they can make way for in a step.
class Pockets {
 public:
  /// Volume that goes past a particle of the surface in a step, for each particle that sees it [particles].
  static constexpr double kPast = 0.1;

  /// @param surface  by unknown: how many neighbours it has at the free surface
  void find(const grid::SparseRows& matrix, std::span<const std::uint8_t> surface);
  /// Makes the system of each pocket one that has a solution, and of the others one whose solution is sound.
  /// @param right  volume that must go, over a particle's [1]
  void close(grid::SparseRows& matrix, std::span<double> right) const;
  /// Sets the constant of each pocket.
  void level(std::span<double> pressure) const;

  /// Of those without a surface.
  [[nodiscard]] std::size_t count() const;

 private:
  struct Part {
    std::uint32_t begin, end;  ///< of its members
    std::uint32_t surface;     ///< how often these see the free surface
  };
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> members_;  ///< part by part
  std::vector<Part> parts_;
};

}  // namespace ooze::mps
