// Never silently wrong: a state that is not finite or runs away is seen at the end of its step (SaneSpeeds).
// The world then goes back to the last good state, the start of the frame, and takes the frame again with
// steps of half the length, at most kMostHalvings times.
//
// What happens then depends on the state and on the log alone, so that a replay and a restored save come to
// the same bits. The commands that came in the middle of the frame move to its start; that is where the log
// has them, and a replay, which gives them there, goes wrong in the same way or not at all as the second
// attempt did. Hence the attempts count afresh when commands have moved, and commands that come while a frame
// is taken again wait for the next one.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/world/roll_back.h"

#include "world/command_queue.h"
#include "world/stash.h"
#include "world/world_clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

class FrameGuard {
 public:
  /// The frames that went wrong and were taken again, since the world was made or restored.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const { return rollBacks_; }
  /// This frame went wrong before: commands that come now wait for the next one.
  [[nodiscard]] bool retaken() const { return retaken_; }
  /// True if a frame begins here whose start is not kept yet.
  [[nodiscard]] bool lacksStart(const WorldClock& clock) const;

  /// Keeps the state as the frame begins, before its commands. @param save  writes it
  void keep(const WorldClock& clock, const CommandQueue& commands, const Stash& stash,
            FunctionRef<void(ByteWriter&)> save);
  /// Back to what was kept; what was applied in this frame waits again. @param restore  reads it
  void goBack(CommandQueue& commands, Stash& stash, FunctionRef<void(ByteReader&)> restore);
  /// The same, to take the frame again with shorter steps.
  /// @throws RunError if it was taken with the shortest ones
  void rollBack(WorldClock& clock, CommandQueue& commands, Stash& stash,
                FunctionRef<void(ByteReader&)> restore, const std::string& reason);
  void beginFrame(int substeps);
  void endFrame() { kept_ = retaken_ = false; }

  /// In the middle of a frame.
  void save(ByteWriter& out) const;
  /// @param logged  commands in the log
  /// @param remake  keeps the start of the frame as a world that stands there does, from the state and from
  /// what of the save follows
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, std::uint64_t logged,
               FunctionRef<FrameGuard(ByteReader& state, ByteReader& in)> remake);

 private:
  /// The last good state: a world as its present frame began, before the commands of that frame.
  struct Start {
    ByteWriter state;  ///< the memory is used again
    Stash stash;
    std::uint64_t step = 0;
    std::uint64_t logged = 0;  ///< commands in the log then
  };

  Start start_;
  bool kept_ = false;  ///< start_ is of the frame that begins here or is in progress
  bool retaken_ = false;
  std::vector<RollBack> rollBacks_;
};

}  // namespace ooze
