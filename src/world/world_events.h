// Commands that change what is there, and that can be taken back: each notes what it takes to do so.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/world/command.h"

#include "world/liquid_edits.h"
#include "world/stash.h"
#include "world/targets.h"

#include <cstdint>

namespace ooze {

class WorldEvents {
 public:
  /// How many events could be taken back when they came.
  [[nodiscard]] std::uint64_t count() const { return events_; }
  [[nodiscard]] const Stash& stash() const { return stash_; }
  [[nodiscard]] Stash& stash() { return stash_; }

  void carryOut(const Target& target, const Command& command, EditedWorld world);
  /// @param elapsed  since the frame began [s]
  void takeBack(std::uint64_t number, float elapsed, EditedWorld world);
  /// @param waiting  events that come before @throws InputError if this event cannot be taken back
  void requireTakeable(float number, std::uint64_t waiting) const;

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early
  void restore(ByteReader& in);
  /// What save() leaves out: it is large, and shared by the copies of a frame's start.
  /// @throws InputError if the bytes end early, or are not what events of this run left to be taken back
  void restoreStash(ByteReader& in, const WorldMaterials& materials, const Method& method);

 private:
  void requireKept(const KeptEvent& event, const WorldMaterials& materials, const Method& method) const;

  std::uint64_t events_ = 0;
  Stash stash_;
  std::uint64_t digest_ = 0;  ///< of the stash, that the state last restored had
};

}  // namespace ooze
