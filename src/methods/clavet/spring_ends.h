// Ends of springs. A spring refers to its ends by slots, which particles keep when they are sorted. Without
// slots every sort would have to update some 30 springs per particle.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Maps particles to slots and stores the positions of particles by slot. Slot numbers do not affect results,
/// so they are neither saved nor hashed.
class SpringEnds {
 public:
  static constexpr std::uint32_t kGone = 0xffffffff;  ///< row value of a slot whose particle was erased
  static constexpr std::uint32_t kNoSlot = 0;         ///< slot that belongs to no particle

  SpringEnds() { clear(); }
  void clear();

  // Changes of the particles.
  /// Assigns slots to the new particles at the end of the list. A restored particle gets its previous slot
  /// back, as long as springs may still refer to the slot.
  void grow(const Particles& particles);
  /// Removes particles, given in ascending order; the last particles take the freed places.
  void erase(std::span<const std::uint32_t> which);
  /// Reorders the particles: the new particle i is the old order[i].
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);
  /// Returns true if slots should be renumbered for cache locality: many particles were erased, or sorting
  /// has moved particles far from their slots.
  [[nodiscard]] bool shouldRenumber() const;
  /// Renumbers all slots in the order of the particles. @return new slot of each old slot; kNoSlot if erased
  std::span<const std::uint32_t> renumber(const Particles& particles);

  /// Copies positions into the slots for the kernels. @param rows  Neighbours::rows()
  void loadPositions(const Vec3Array& positions, std::span<const std::uint32_t> rows, const Threads& threads);
  /// Copies the positions in the slots back to the particles.
  void storePositions(Vec3Array& positions, const Threads& threads) const;

  [[nodiscard]] std::size_t size() const { return slotOf_.size(); }
  [[nodiscard]] std::uint32_t slotOf(std::size_t i) const { return slotOf_[i]; }
  [[nodiscard]] const std::uint32_t* slots() const { return slotOf_.data(); }  ///< slot of each particle
  [[nodiscard]] bool isThere(std::uint32_t slot) const { return rowOf_[slot] != kGone; }
  [[nodiscard]] std::uint32_t idOf(std::uint32_t slot) const { return idOf_[slot]; }
  [[nodiscard]] const std::uint32_t* ids() const {
    return idOf_.data();
  }  ///< particle id of each slot, erased particles included
  /// Returns particle indices by slot, valid since take().
  [[nodiscard]] const std::uint32_t* indices() const { return indexOf_.data(); }
  /// Returns grid rows by slot, valid since take(): y + 2048 z, each modulo 2048; kGone if the particle was
  /// erased. Two ends of a spring are never 2048 rows apart. Rows are stored separately from positions,
  /// because threads read rows while other threads write positions.
  [[nodiscard]] const std::uint32_t* rows() const { return rowOf_.data(); }
  /// Returns positions by slot, valid since take(): x, y, z [m] and padding, so that one end lies in one
  /// cache line.
  [[nodiscard]] float* places() { return places_.data(); }
  [[nodiscard]] const float* places() const { return places_.data(); }

 private:
  static constexpr std::size_t kGrain = 2048;  // particles per parallel chunk

  std::vector<std::uint32_t> slotOf_, reordered_;              ///< indexed by particle
  std::vector<std::uint32_t> idOf_, indexOf_, rowOf_, moved_;  ///< indexed by slot
  std::vector<float> places_;        ///< position of each slot's particle, four floats per slot [m]
  std::vector<std::uint32_t> gone_;  ///< slots of erased particles
  std::uint32_t nextId_ = 0;         ///< no particle with this id or a larger id has had a slot
  int sorts_ = 0;                    ///< number of sorts since the last renumbering
};

}  // namespace ooze::clavet
