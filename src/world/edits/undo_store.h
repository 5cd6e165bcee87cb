// Undo store: records from which undo reverts events (such as an erased region) while the world runs on.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

#include "world/commands/targets.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ooze {

/// The undo record of one event.
struct EventUndoRecord {
  std::uint64_t number = 0;  ///< number of the event in the run, counted from 1
  TargetField field = TargetField::None;
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

}  // namespace ooze
