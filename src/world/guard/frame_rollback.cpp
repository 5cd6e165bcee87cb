#include "world/guard/frame_rollback.h"

#include "ooze/base/error.h"

#include "world/guard/record_validation.h"

#include <fmt/format.h>
#include <utility>

namespace ooze {

bool FrameRollback::needsFrameStart(const WorldClock& clock) const {
  return clock.atFrameBoundary() && !kept_ && !isRepeatedFrame_;
}

void FrameRollback::keep(const WorldClock& clock, const CommandQueue& commands, const UndoStore& stash,
                         FunctionRef<void(ByteWriter&)> save) {
  kept_ = true;
  start_.state.clear();
  save(start_.state);
  start_.stash = stash;
  start_.step = clock.step();
  start_.logged = commands.log().size();
}

void FrameRollback::restoreFrameStart(CommandQueue& commands, UndoStore& stash,
                                      FunctionRef<void(ByteReader&)> restore) {
  ByteReader in(start_.state.bytes());
  restore(in);
  stash = start_.stash;
  commands.requeueSince(start_.logged);
  isRepeatedFrame_ = kept_ = false;
}

void FrameRollback::rollBack(WorldClock& clock, CommandQueue& commands, UndoStore& stash,
                             FunctionRef<void(ByteReader&)> restore, const std::string& reason) {
  const std::vector<LoggedCommand>& log = commands.log();
  const bool moved = log.size() > start_.logged && log.back().step > start_.step;
  const int again = moved ? 0 : clock.halvings() + 1;
  const int triedWith = clock.substeps();
  restoreFrameStart(commands, stash, restore);
  if (again > kMaxHalvings)
    throw RunError(
        fmt::format("frame {} is unstable even with {} steps: {}; try {}", clock.frame(), triedWith, reason,
                    reason.starts_with("body ") ? "a heavier, smaller or slower body" : "softer materials"));
  clock.halve(again);
  isRepeatedFrame_ = true;
  rollBacks_.push_back({clock.frame(), 0, reason});
}

void FrameRollback::beginFrame(int substeps) {
  if (isRepeatedFrame_) rollBacks_.back().substeps = substeps;
}

void FrameRollback::save(ByteWriter& out) const {
  out.value(static_cast<std::uint8_t>(isRepeatedFrame_));
  out.value(start_.logged);
  out.array(start_.state.bytes());
  start_.stash.save(out);
}

void FrameRollback::restore(ByteReader& in, std::uint64_t logged,
                            FunctionRef<FrameRollback(ByteReader& state, ByteReader& in)> remake) {
  const bool isRepeatedFrame = in.flag();
  const auto loggedThen = in.value<std::uint64_t>();
  validateSave(loggedThen <= logged);
  const auto bytes = in.array<std::byte>();
  ByteReader state(bytes);
  start_ = std::move(remake(state, in).start_);
  start_.logged = loggedThen;
  isRepeatedFrame_ = isRepeatedFrame;
}

}  // namespace ooze
