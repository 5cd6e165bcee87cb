// The balance of a world's liquid: how many particles were added, removed on purpose, and lost.
#pragma once

#include "ooze/base/bytes.h"

#include <cstdint>
#include <string>

namespace ooze {

/// Counts the particles that entered and left a world since step 0. At any time the world holds
/// added - removed - left - vanished particles. A roll-back also restores the balance.
struct LiquidBalance {
  /// Fraction of the added liquid that may be lost without a warning [1].
  static constexpr double kUnnoticedLoss = 0.05;

  std::uint64_t added = 0;         ///< particles added by volumes, nozzles, edits and bands
  std::uint64_t removed = 0;       ///< particles removed on purpose, by edits and the simulation window
  std::uint64_t left = 0;          ///< particles that left the domain or fell below the fall limit
  std::uint64_t vanished = 0;      ///< particles that the method lost, for example thin films on grids
  std::uint64_t blocked = 0;       ///< particles that nozzles did not pour, because there was no room
  std::uint64_t emptyVolumes = 0;  ///< volumes of the specification that held no particle at the start

  /// Returns the number of particles lost: those that left the domain, fell away or vanished.
  [[nodiscard]] std::uint64_t lost() const { return left + vanished; }
  /// Returns the lost fraction of the added liquid, 0 without liquid [1].
  [[nodiscard]] double lostFraction() const;

  /// Returns true if a volume held no liquid at the start, or more than kUnnoticedLoss of the liquid was
  /// lost.
  [[nodiscard]] bool isMissingLiquid() const;
  /// Returns true if nozzles held back more than kUnnoticedLoss of their liquid and the liquid added.
  [[nodiscard]] bool isBlocked() const;

  /// Counts the change of the number of particles by an edit. An edit that undoes another one counts
  /// against what the other one counted.
  void countEdit(std::uint64_t before, std::uint64_t after, bool undoes);
  /// Counts particles that a source added, or that were removed or lost where the number decreased.
  /// @param counter  one of the members for removal
  void countChange(std::uint64_t before, std::uint64_t after, std::uint64_t LiquidBalance::*counter);

  /// Returns one sentence for users about liquid that is missing or was held back. Empty if every volume
  /// holds liquid, at most kUnnoticedLoss of the liquid was lost, and nozzles poured all but this fraction.
  [[nodiscard]] std::string warning() const;

  /// Serializes the balance.
  void save(ByteWriter& out) const;
  /// Restores the output of save().
  /// @param particles  number of particles of the restored world
  /// @throws InputError if the bytes end early or do not add up to this number
  static LiquidBalance restored(ByteReader& in, std::uint64_t particles);

  bool operator==(const LiquidBalance&) const = default;
};

}  // namespace ooze
