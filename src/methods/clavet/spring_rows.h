// Where springs live in memory. Only SpringNetwork knows it.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// A row of springs per particle: those to partners of greater id. Rows are made of eights and grow where
/// they are, so that nothing is merged or renumbered when springs come and go; a partner that is gone is
/// dropped by the next adjustment.
class SpringRows {
 public:
  /// Eight springs: one line of cache.
  struct alignas(64) Eight {
    float rest[8];             ///< L [m]
    std::uint32_t partner[8];  ///< slots (SpringEnds)
  };
  struct Row {
    std::uint32_t begin = 0;     ///< in eights
    std::uint32_t count = 0;     ///< springs
    std::uint32_t capacity = 0;  ///< in eights
  };

  std::vector<Row> rows;  ///< by particle, in the particles' order
  std::vector<Eight> eights;

  [[nodiscard]] Eight& eight(const Row& row, std::uint32_t k) { return eights[row.begin + k / 8]; }
  [[nodiscard]] const Eight& eight(const Row& row, std::uint32_t k) const {
    return eights[row.begin + k / 8];
  }
  [[nodiscard]] float& rest(const Row& row, std::uint32_t k) { return eight(row, k).rest[k % 8]; }
  [[nodiscard]] float rest(const Row& row, std::uint32_t k) const { return eight(row, k).rest[k % 8]; }
  [[nodiscard]] std::uint32_t partner(const Row& row, std::uint32_t k) const {
    return eight(row, k).partner[k % 8];
  }
  /// Which spring of a row ties this partner; its count if none does.
  [[nodiscard]] std::uint32_t find(const Row& row, std::uint32_t partner) const;

  /// Makes room for this many springs in a row, moving it if need be.
  void reserve(Row& row, std::uint32_t count);
  /// Appends to a row with room.
  void append(Row& row, std::uint32_t partner, float restLength);
  void release(Row& row);
  /// Removes these rows, given in ascending order, with their springs. The last take their places.
  void erase(std::span<const std::uint32_t> which);
  void clear();
  /// Rows in this order: the new row i is the old row order[i].
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);
  /// Partners have other slots. @param moved  the new slot of each old one
  void rename(std::span<const std::uint32_t> moved, const Threads& threads);

 private:
  static constexpr std::size_t kGrain = 1024;  // rows

  std::vector<Row> reordered_;
  std::vector<std::vector<std::uint32_t>> free_;  ///< beginnings of free places, by capacity
};

}  // namespace ooze::clavet
