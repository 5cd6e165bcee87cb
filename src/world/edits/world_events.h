// Undoable events: runs commands that add, remove or change things, and records how to undo each.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

#include "world/edits/liquid_edits.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ooze {

/// The undo record of one event.
struct EventUndoRecord {
  std::uint64_t number = 0;  ///< number of the event in the run, counted from 1
  std::uint32_t kind = 0;    ///< kind of the event: CommandRow::number
  /// For an edit of the liquid, the method's undo data. For other events, `ids` holds the number of the added
  /// body or nozzle, and `bytes` the added bodies that were removed.
  UndoRecord kept{};
};

/// Holds the undo records of the last kMaxUndoRecords events, or fewer if the records are large. Copies share
/// the records, so that copying the start of a frame is cheap.
class UndoStore {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

  void add(EventUndoRecord event);
  [[nodiscard]] bool holds(std::uint64_t number) const;
  /// Removes and returns the record of an event; null if the store has none.
  std::shared_ptr<const EventUndoRecord> take(std::uint64_t number);

  /// Calls visit(EventUndoRecord) for each record.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const StoredUndoRecord& e : entries_) visit(*e.event);
  }

  /// Returns a hash of all records.
  [[nodiscard]] std::uint64_t digest() const;
  /// Serializes the records, so that a restored world can still undo these events.
  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  struct StoredUndoRecord {
    std::shared_ptr<const EventUndoRecord> event;
    std::uint64_t hash;
  };
  std::deque<StoredUndoRecord> entries_;  ///< stored undo records, sorted by ascending event number
};

class WorldEvents {
 public:
  /// Returns the number of undoable events so far in this run.
  [[nodiscard]] std::uint64_t count() const { return events_; }
  [[nodiscard]] const UndoStore& stash() const { return stash_; }
  [[nodiscard]] UndoStore& stash() { return stash_; }

  void run(const Command& command, EditedWorld world);
  /// Undoes an event.
  /// @param elapsed  time since the frame began [s]
  void revert(std::uint64_t number, float elapsed, EditedWorld world);
  /// Checks that an event can be undone: it exists, and its undo record is still stored.
  /// @param waiting  number of waiting events that will be applied before the undo
  /// @throws InputError if the event cannot be undone
  void requireTakeable(std::uint64_t number, std::uint64_t waiting) const;

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
