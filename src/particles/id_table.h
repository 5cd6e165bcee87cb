// Where the particle of an id is now.
#pragma once

#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// Index of a particle by its id. Ids grow without end while a nozzle pours and a drain takes, and a save may
/// name any: the table has pages, and memory only for those on which somebody lives.
class IdTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;  ///< nobody of this id

  IdTable() { reset(0); }
  explicit IdTable(const Particles& particles) { fill(particles); }

  /// Forgets everybody. Takes no memory once it has held as many.
  /// @param nextId  ids that may be asked for are below it
  void reset(std::uint32_t nextId) {
    pages_.assign((std::size_t{nextId} + kInPage) >> kPageBits, 0);
    indices_.assign(kInPage + 1, kNone);
  }
  void fill(const Particles& particles) {
    reset(particles.nextId);
    for (std::size_t i = 0; i < particles.size(); ++i) set(particles.id[i], static_cast<std::uint32_t>(i));
  }
  /// @param index  kNone: it is gone
  void set(std::uint32_t id, std::uint32_t index) {
    if (id >> kPageBits >= pages_.size()) pages_.resize((id >> kPageBits) + 1, 0);
    std::uint32_t& page = pages_[id >> kPageBits];
    if (page == 0) {
      page = static_cast<std::uint32_t>(indices_.size());
      indices_.resize(indices_.size() + kInPage + 1, kNone);
    }
    indices_[page + (id & kInPage)] = index;
  }
  /// kNone of an id that nobody has, whichever.
  [[nodiscard]] std::uint32_t operator[](std::uint32_t id) const {
    return id >> kPageBits < pages_.size() ? indices_[pages_[id >> kPageBits] + (id & kInPage)] : kNone;
  }
  [[nodiscard]] bool holds(std::uint32_t id) const { return (*this)[id] != kNone; }

 private:
  static constexpr std::uint32_t kPageBits = 10;
  static constexpr std::uint32_t kInPage = (1u << kPageBits) - 1;

  std::vector<std::uint32_t> pages_;    ///< where a page begins in indices_; 0: nobody lives there
  std::vector<std::uint32_t> indices_;  ///< the first page is that of nobody
};

}  // namespace ooze
