// Where springs live in memory. Only SpringNetwork knows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// A row of springs per particle: those to partners of greater id. Rows are aligned to eight and grow where
/// they are, so that nothing is merged or renumbered when springs come and go; a partner that is no longer
/// there is dropped by the next adjustment.
class SpringRows {
 public:
  struct Row {
    std::uint32_t begin = 0;     ///< in eights
    std::uint32_t count = 0;     ///< springs
    std::uint32_t capacity = 0;  ///< in eights
    [[nodiscard]] std::size_t first() const { return std::size_t{begin} * 8; }
  };
  /// Marks the index of a partner that is out of reach of the row's pencil.
  static constexpr std::uint32_t kFar = 0x80000000u;

  std::vector<Row> rows;             ///< by particle, in the particles' order
  std::vector<std::uint32_t> other;  ///< id of the partner
  std::vector<float> rest;           ///< L [m]
  std::vector<std::uint32_t> index;  ///< of the partner as of the last adjustment; kFar in it if it is far

  /// Ids of the partners of a row.
  [[nodiscard]] std::span<const std::uint32_t> partners(const Row& row) const {
    return std::span<const std::uint32_t>(other).subspan(row.first(), row.count);
  }
  /// Makes room for this many springs in a row, moving it if need be.
  void reserve(Row& row, std::uint32_t count);
  /// Appends to a row with room.
  void append(Row& row, std::uint32_t otherId, std::uint32_t otherIndex, float restLength);
  void release(Row& row);
  /// Removes these rows, given in ascending order, with their springs. The last take their places.
  void erase(std::span<const std::uint32_t> which);
  void clear();
  /// Rows in this order: the new row i is the old row order[i].
  void reorder(std::span<const std::uint32_t> order);

 private:
  std::vector<Row> reordered_;
  std::vector<std::vector<std::uint32_t>> free_;  ///< beginnings of free places, by capacity
};

}  // namespace ooze::clavet
