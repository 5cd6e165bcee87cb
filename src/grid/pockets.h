// Parts of a pressure's system that have no free surface, or next to none.
#pragma once

#include "grid/sparse_rows.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ooze::grid {

/// Unknowns that are tied to each other but to no particle at the free surface, p = 0, as in a full and
/// closed box: their rows add up to 0, so p is known up to a constant in each such pocket, and what the right
/// side has of a constant no p can give (Premoze et al. 2003 does not say what then; Neumann conditions all
/// round). There the mean of the right side is left out, which is a volume that cannot change, and the least
/// p is 0. Where next to nothing is at the surface all of that would have to get out past these, at once and
/// under a pressure without bounds: as much of it counts as can make way in a step.
class Pockets {
 public:
  /// @param surface  by unknown: how many neighbours it has at the free surface
  void find(const SparseRows& matrix, std::span<const std::uint8_t> surface);
  /// Makes the system of each pocket one that has a solution.
  /// @param right  volume that must go
  /// @param past  as much of it as goes past the surface for each time that it is seen, in the same measure
  void close(SparseRows& matrix, std::span<double> right,
             double past = std::numeric_limits<double>::infinity()) const;
  /// Sets the constant of each pocket.
  void level(std::span<double> pressure) const;

  /// Of those without a surface.
  [[nodiscard]] std::size_t count() const;
  /// The unknowns of those without a surface, pocket by pocket.
  [[nodiscard]] std::span<const std::uint32_t> members() const { return sealed_; }

 private:
  struct Part {
    std::uint32_t begin, end;  ///< of its members
    std::uint32_t surface;     ///< how often these see the free surface
  };
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> members_;  ///< part by part
  std::vector<Part> parts_;
  std::vector<std::uint32_t> sealed_;
};

}  // namespace ooze::grid
