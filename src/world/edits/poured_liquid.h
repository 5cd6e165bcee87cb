// Record of the liquid that each nozzle of the pour tool has poured, for undo.
#pragma once

#include "ooze/base/bytes.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Stores the ids of the particles that each nozzle of the pour tool has poured, and the time steps in which
/// they were poured. A run is an uninterrupted range of ids of one nozzle.
class PouredLiquid {
 public:
  [[nodiscard]] bool empty() const { return runs_.empty(); }
  /// Records particles that a nozzle poured. Ids never decrease from call to call.
  /// @param nozzle  number in the name of the nozzle
  /// @param step    time step (World::stepIndex())
  /// @param first   id of the first particle
  /// @param end     id after the last particle
  void note(std::uint32_t nozzle, std::uint64_t step, std::uint32_t first, std::uint32_t end);
  /// Ends the present run, because a nozzle was opened or closed.
  void endRun() { goesOn_ = false; }
  /// Forgets the particles whose ids are given again after a roll-back.
  /// @param nextId  id that the next new particle gets
  void forgetFrom(std::uint32_t nextId);
  /// Returns the ids that a nozzle poured in the steps first .. last, ascending. Some particles may have left
  /// the world.
  [[nodiscard]] std::vector<std::uint32_t> idsOf(std::uint64_t nozzle, std::uint64_t first,
                                                 std::uint64_t last) const;

  void save(ByteWriter& out) const;
  /// @param nextId  id that the next new particle gets
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, std::uint32_t nextId);

 private:
  struct PouredRun {
    std::uint64_t firstStep, lastStep;
    std::uint32_t nozzle;
    std::uint32_t first, end;  ///< ids first .. end - 1
  };
  std::vector<PouredRun> runs_;  ///< sorted by id
  bool goesOn_ = false;          ///< true if the next particles may belong to the last run
};

}  // namespace ooze
