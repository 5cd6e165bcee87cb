// Error recovery by rolling back: a non-finite or unstable state is detected at the end of its step
// (StabilityMonitor). The world then restores the last good state, the start of the frame (an in-memory
// checkpoint), and repeats the frame with half the step length, at most kMaxHalvings times.
//
// Recovery depends on the state and the log alone, so that a replay or a restored save gives the same bits.
// Commands from the middle of the frame move to the frame's start in the log. A replay applies the commands
// at the start as well, and so fails or succeeds exactly as the second attempt did. For this reason the
// attempts are counted anew when commands have moved, and commands submitted while a frame is repeated wait
// for the next frame.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/world/roll_back.h"

#include "world/commands/commands.h"
#include "world/edits/world_events.h"
#include "world/world_clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

class FrameRollback {
 public:
  /// The frames that failed and were repeated, since the world was made or restored.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const { return rollBacks_; }
  /// Returns true if this frame has failed before, so that new commands wait for the next frame.
  [[nodiscard]] bool isRepeatedFrame() const { return isRepeatedFrame_; }
  /// Returns true if a frame begins at this step and its start is not stored yet.
  [[nodiscard]] bool needsFrameStart(const WorldClock& clock) const;

  /// Stores the state at the start of the frame, before the frame's commands.
  /// @param save  function that writes the state of the world
  void keep(const WorldClock& clock, const CommandQueue& commands, const UndoStore& stash,
            FunctionRef<void(ByteWriter&)> save);
  /// Restores the stored start of the frame; commands applied in this frame wait again.
  /// @param restore  function that reads the state of the world
  void restoreFrameStart(CommandQueue& commands, UndoStore& stash, FunctionRef<void(ByteReader&)> restore);
  /// Restores the start of the frame and requests shorter steps for the next attempt.
  /// @throws RunError if the frame has failed with the shortest steps
  void rollBack(WorldClock& clock, CommandQueue& commands, UndoStore& stash,
                FunctionRef<void(ByteReader&)> restore, const std::string& reason);
  void beginFrame(int substeps);
  void endFrame() { kept_ = isRepeatedFrame_ = false; }

  /// Saves the stored start; called only in the middle of a frame.
  void save(ByteWriter& out) const;
  /// @param logged  number of commands in the log
  /// @param remake  makes a FrameRollback that stores the start of the frame, from the state and the rest of
  /// the save
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, std::uint64_t logged,
               FunctionRef<FrameRollback(ByteReader& state, ByteReader& in)> remake);

 private:
  /// The last good state: the world at the start of the present frame, before that frame's commands.
  struct FrameStart {
    ByteWriter state;  ///< saved state of the world; the buffer is reused by later frames
    UndoStore stash;
    std::uint64_t step = 0;
    std::uint64_t logged = 0;  ///< number of commands in the log at the start of the frame
  };

  FrameStart start_;
  bool kept_ = false;  ///< true if start_ belongs to the present frame
  bool isRepeatedFrame_ = false;
  std::vector<RollBack> rollBacks_;
};

}  // namespace ooze
