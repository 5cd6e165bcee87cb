// Where the ends of springs are. A spring names its ends by slots: numbers that particles keep while they are
// sorted, so that nobody looks up 30 springs a particle after every sort.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Slots are of no consequence to a result: which they are is neither saved nor hashed.
class SpringEnds {
 public:
  static constexpr std::uint32_t kGone = 0xffffffff;  ///< in the place of a row
  static constexpr std::uint32_t kNobody = 0;         ///< a slot

  SpringEnds() { clear(); }
  void clear();

  // What becomes of the particles.
  /// The last of them are new. Who is put back has the slot that was its own, if springs may still name it.
  void grow(const Particles& particles);
  void erase(std::span<const std::uint32_t> which);  ///< ascending; the last take their places
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);
  /// Whether it is time to renumber: so many are gone, or sorted so far from where they were, that walking
  /// the particles jumps through memory.
  [[nodiscard]] bool areScattered() const;
  /// Gives slots anew, in the particles' order. @return the new slot of each old one; kNobody of who is gone
  std::span<const std::uint32_t> renumber(const Particles& particles);

  /// Takes positions over, for the kernels. @param rows  Neighbours::rows()
  void take(const Vec3Array& positions, std::span<const std::uint32_t> rows, const Threads& threads);
  /// Gives the places back as positions.
  void give(Vec3Array& positions, const Threads& threads) const;

  [[nodiscard]] std::size_t size() const { return slotOf_.size(); }
  [[nodiscard]] std::uint32_t slotOf(std::size_t i) const { return slotOf_[i]; }
  [[nodiscard]] const std::uint32_t* slots() const { return slotOf_.data(); }  ///< by particle
  [[nodiscard]] bool isThere(std::uint32_t slot) const { return rowOf_[slot] != kGone; }
  [[nodiscard]] std::uint32_t idOf(std::uint32_t slot) const { return idOf_[slot]; }
  [[nodiscard]] const std::uint32_t* ids() const { return idOf_.data(); }  ///< by slot, also of who is gone
  /// Particles by slot, as of take().
  [[nodiscard]] const std::uint32_t* indices() const { return indexOf_.data(); }
  /// Rows by slot, as of take(): y + 2048 z, each modulo 2048, and ends that are as many rows apart are too
  /// far for the pencils anyway; kGone of who is gone. Apart from the places, which are written while others
  /// ask who is in reach.
  [[nodiscard]] const std::uint32_t* rows() const { return rowOf_.data(); }
  /// x, y, z [m] by slot, as of take(), and nothing: one cache line an end.
  [[nodiscard]] float* places() { return places_.data(); }
  [[nodiscard]] const float* places() const { return places_.data(); }

 private:
  static constexpr std::size_t kGrain = 2048;  // particles

  std::vector<std::uint32_t> slotOf_, reordered_;              ///< by particle
  std::vector<std::uint32_t> idOf_, indexOf_, rowOf_, moved_;  ///< by slot
  std::vector<float> places_;                                  ///< by slot, four each
  std::vector<std::uint32_t> gone_;                            ///< slots of who is gone
  std::uint32_t nextId_ = 0;  ///< nobody with this id or a later one had a slot
  int sorts_ = 0;             ///< since slots were given
};

}  // namespace ooze::clavet
