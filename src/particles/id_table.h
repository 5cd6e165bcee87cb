// Look-up table from particle ids to present indices.
#pragma once

#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// A paged table that maps particle ids to indices.
/// Ids grow without end while a nozzle pours and a drain removes, and a save may contain any id. Memory is
/// therefore allocated only for pages with living particles.
class IdTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;  ///< no particle has this id

  IdTable() { reset(0); }
  explicit IdTable(const Particles& particles) { fill(particles); }

  /// Removes all entries. Allocates no memory once the table has held as many.
  /// @param nextId  all ids that are looked up are below this id
  void reset(std::uint32_t nextId) {
    pages_.assign((std::size_t{nextId} + kInPage) >> kPageBits, 0);
    indices_.assign(kInPage + 1, kNone);
  }
  /// Replaces the entries by those of all particles.
  void fill(const Particles& particles) {
    reset(particles.nextId);
    for (std::size_t i = 0; i < particles.size(); ++i) set(particles.id[i], static_cast<std::uint32_t>(i));
  }
  /// Sets the index of an id.
  /// @param index  index of the particle; kNone: the particle is removed
  void set(std::uint32_t id, std::uint32_t index) {
    if (id >> kPageBits >= pages_.size()) pages_.resize((id >> kPageBits) + 1, 0);
    std::uint32_t& page = pages_[id >> kPageBits];
    if (page == 0) {
      page = static_cast<std::uint32_t>(indices_.size());
      indices_.resize(indices_.size() + kInPage + 1, kNone);
    }
    indices_[page + (id & kInPage)] = index;
  }
  /// Returns the index of an id, or kNone for any id without a particle.
  [[nodiscard]] std::uint32_t operator[](std::uint32_t id) const {
    return id >> kPageBits < pages_.size() ? indices_[pages_[id >> kPageBits] + (id & kInPage)] : kNone;
  }
  [[nodiscard]] bool holds(std::uint32_t id) const { return (*this)[id] != kNone; }

 private:
  static constexpr std::uint32_t kPageBits = 10;
  static constexpr std::uint32_t kInPage = (1u << kPageBits) - 1;

  std::vector<std::uint32_t> pages_;    ///< start of each page in indices_; 0: the page is empty
  std::vector<std::uint32_t> indices_;  ///< particle of each id; the first page is the shared empty page
};

}  // namespace ooze
