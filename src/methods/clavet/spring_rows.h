// Memory layout of springs, private to SpringNetwork.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// One row of springs per particle, containing the springs to partners of greater id. Rows consist of packets
/// of eight springs and grow in place, so that creating and removing springs merges and renumbers nothing.
/// The next adjustment removes springs to erased partners.
class SpringRows {
 public:
  /// Packet of eight springs in structure-of-arrays layout, one cache line.
  struct alignas(64) Eight {
    float rest[8];             ///< rest lengths L of the eight springs [m]
    std::uint32_t partner[8];  ///< slots of the partners in SpringEnds
  };
  struct SpringRow {
    std::uint32_t begin = 0;     ///< index of the first packet in `eights`
    std::uint32_t count = 0;     ///< number of springs
    std::uint32_t capacity = 0;  ///< number of packets
  };

  std::vector<SpringRow> rows;  ///< one row per particle, by particle index
  std::vector<Eight> eights;

  [[nodiscard]] Eight& eight(const SpringRow& row, std::uint32_t k) { return eights[row.begin + k / 8]; }
  [[nodiscard]] const Eight& eight(const SpringRow& row, std::uint32_t k) const {
    return eights[row.begin + k / 8];
  }
  [[nodiscard]] float& rest(const SpringRow& row, std::uint32_t k) { return eight(row, k).rest[k % 8]; }
  [[nodiscard]] float rest(const SpringRow& row, std::uint32_t k) const { return eight(row, k).rest[k % 8]; }
  [[nodiscard]] std::uint32_t partner(const SpringRow& row, std::uint32_t k) const {
    return eight(row, k).partner[k % 8];
  }
  /// Returns the index of the spring to this partner in a row, or the row's count if none exists.
  [[nodiscard]] std::uint32_t find(const SpringRow& row, std::uint32_t partner) const;

  /// Reserves capacity for this many springs in a row; may move the row.
  void reserve(SpringRow& row, std::uint32_t count);
  /// Appends a spring to a row with free capacity.
  void append(SpringRow& row, std::uint32_t partner, float restLength);
  /// Returns the memory of a row to the free lists.
  void release(SpringRow& row);
  /// Removes these rows, given in ascending order, with their springs. The last rows take the freed places.
  void erase(std::span<const std::uint32_t> which);
  void clear();
  /// Reorders the rows: the new row i is the old row order[i].
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);
  /// Replaces the slots of all partners. @param moved  new slot of each old slot
  void rename(std::span<const std::uint32_t> moved, const Threads& threads);

 private:
  static constexpr std::size_t kGrain = 1024;  // rows per parallel chunk

  std::vector<SpringRow> reordered_;
  std::vector<std::vector<std::uint32_t>> free_;  ///< free lists: first packets of free ranges, by capacity
};

}  // namespace ooze::clavet
