// What events did, kept so that they can be taken back while the world runs on.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"

#include "world/targets.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ooze {

/// What it takes to take one event back.
struct KeptEvent {
  std::uint64_t number = 0;  ///< among the events of the run, from 1
  TargetField field = TargetField::None;
  /// Of an edit of the liquid, what the method needs. Else ids hold the number in the name of the body or the
  /// nozzle added, and bytes the added bodies that were removed.
  KeptEdit kept{};
};

/// The last kMostKeptEvents of them, or fewer if they are large. Copies share what they hold, so that the
/// copy of a frame's start costs nothing.
class Stash {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

  void add(KeptEvent event);
  [[nodiscard]] bool holds(std::uint64_t number) const;
  /// Takes an event out; null if it is not held.
  std::shared_ptr<const KeptEvent> take(std::uint64_t number);

  /// Calls visit(KeptEvent) for each that it holds.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Entry& e : entries_) visit(*e.event);
  }

  /// A hash of all that it holds.
  [[nodiscard]] std::uint64_t digest() const;
  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  struct Entry {
    std::shared_ptr<const KeptEvent> event;
    std::uint64_t hash;
  };
  std::deque<Entry> entries_;  ///< ascending in number
};

}  // namespace ooze
