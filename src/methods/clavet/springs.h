// The springs of Clavet 2005, section 5: who is tied to whom, and at what rest length.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

struct Spring {
  std::uint32_t a, b;  ///< particle ids, a < b
  float restLength;    ///< L [m]
};

/// A spring begins with h and breaks beyond it (section 5.2), but for rounding.
inline bool isRestLength(float rest, float h) { return rest >= 0.f && rest <= 1.001f * h; }

/// A spring that the pencils leave to the end of the sweep.
struct FarSpring {
  std::uint32_t i, j;  ///< particles
  float restLength;    ///< [m]
};

/// What the adjustment of some particles leaves to be done in order.
struct AdjustResult {
  struct Made {
    std::uint32_t owner;           ///< particle
    std::uint32_t otherId, other;  ///< id and particle
    float restLength;              ///< [m]
  };
  std::vector<Made> deferred;  ///< new springs whose rows are full, by owner
  std::vector<FarSpring> far;
  bool brokeInside = false;  ///< a spring broke although its ends are within h
};

/// A row of springs per particle: those to partners of greater id. Rows are aligned to eight and grow where
/// they are, so that nothing is merged or renumbered when springs come and go; a partner that is no longer
/// there is dropped by the next adjustment.
class Springs {
 public:
  struct Row {
    std::uint32_t begin = 0;     ///< in eights
    std::uint32_t count = 0;     ///< springs
    std::uint32_t capacity = 0;  ///< in eights
    [[nodiscard]] std::size_t first() const { return std::size_t{begin} * 8; }
  };
  /// Marks the index of a partner that is out of reach of the row's pencil.
  static constexpr std::uint32_t kFar = 0x80000000u;

  bool active = false;               ///< some material makes springs, or there are some
  bool sorted = true;                ///< particles have other indices than at the last adjustment
  bool lookEverywhere = true;        ///< the next adjustment looks for missing springs in every pair
  std::vector<Row> rows;             ///< by particle, in the particles' order
  std::vector<std::uint32_t> other;  ///< id of the partner
  std::vector<float> rest;           ///< L [m]
  std::vector<std::uint32_t> index;  ///< of the partner as of the last adjustment; kFar in it if it is far

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
