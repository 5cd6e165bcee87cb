// Parts of a pressure's system that have no free surface.
#pragma once

#include "grid/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Unknowns that are tied to each other but to nothing at the free surface, where p = 0, as in a full and
/// closed box: their rows add up to 0, so p is known up to a constant in each such pocket, and what the right
/// side has of a constant no p can give (Premoze et al. 2003 does not say what then; Neumann conditions all
/// round). There the mean of the right side is left out, which is a volume that cannot change, and the least
/// p is 0.
class Pockets {
 public:
  /// @param isOpen  by unknown: it has a neighbour at the free surface
  void find(const SparseRows& matrix, std::span<const std::uint8_t> isOpen);
  /// Makes the system of each pocket one that has a solution.
  void close(SparseRows& matrix, std::span<double> right) const;
  /// Sets the constant of each pocket.
  void level(std::span<double> pressure) const;

  [[nodiscard]] std::size_t count() const { return first_.size() - 1; }
  /// The unknowns of all pockets, pocket by pocket.
  [[nodiscard]] std::span<const std::uint32_t> members() const { return members_; }

 private:
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint32_t> members_;   ///< pocket by pocket
  std::vector<std::uint32_t> first_{0};  ///< of each pocket's members, and the end
};

}  // namespace ooze::grid
