// Undoable events: runs commands that add, remove or change things, and records how to undo each.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/world/command.h"

#include "world/commands/targets.h"
#include "world/edits/liquid_edits.h"
#include "world/edits/undo_store.h"

#include <cstdint>

namespace ooze {

class WorldEvents {
 public:
  /// Returns the number of undoable events so far in this run.
  [[nodiscard]] std::uint64_t count() const { return events_; }
  [[nodiscard]] const UndoStore& stash() const { return stash_; }
  [[nodiscard]] UndoStore& stash() { return stash_; }

  void runEvent(const Target& target, const Command& command, EditedWorld world);
  /// Undoes an event.
  /// @param elapsed  time since the frame began [s]
  void revert(std::uint64_t number, float elapsed, EditedWorld world);
  /// Checks that an event can be undone: it exists, and its undo record is still stored.
  /// @param waiting  number of waiting events that will be applied before the undo
  /// @throws InputError if the event cannot be undone
  void requireTakeable(float number, std::uint64_t waiting) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early
  void restore(ByteReader& in);
  /// Restores the undo records. save() leaves the records out because they are large and shared by the copies
  /// of a frame's start.
  /// @throws InputError if the bytes end early, or are not undo records of this run
  void restoreUndoStore(ByteReader& in, const WorldMaterials& materials, const Method& method);

 private:
  void validateUndoRecord(const EventUndoRecord& event, const WorldMaterials& materials,
                          const Method& method) const;

  std::uint64_t events_ = 0;
  UndoStore stash_;
  std::uint64_t digest_ = 0;  ///< hash of the undo store at the time of the save last restored
};

}  // namespace ooze
