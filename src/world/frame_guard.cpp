#include "world/frame_guard.h"

#include "ooze/base/error.h"

#include "world/record_checks.h"

#include <fmt/format.h>
#include <utility>

namespace ooze {

bool FrameGuard::lacksStart(const WorldClock& clock) const {
  return clock.atFrameBoundary() && !kept_ && !retaken_;
}

void FrameGuard::keep(const WorldClock& clock, const CommandQueue& commands, const Stash& stash,
                      FunctionRef<void(ByteWriter&)> save) {
  kept_ = true;
  start_.state.clear();
  save(start_.state);
  start_.stash = stash;
  start_.step = clock.step();
  start_.logged = commands.log().size();
}

void FrameGuard::goBack(CommandQueue& commands, Stash& stash, FunctionRef<void(ByteReader&)> restore) {
  ByteReader in(start_.state.bytes());
  restore(in);
  stash = start_.stash;
  commands.waitAgain(start_.logged);
  retaken_ = kept_ = false;
}

void FrameGuard::rollBack(WorldClock& clock, CommandQueue& commands, Stash& stash,
                          FunctionRef<void(ByteReader&)> restore, const std::string& reason) {
  const std::vector<LoggedCommand>& log = commands.log();
  const bool moved = log.size() > start_.logged && log.back().step > start_.step;
  const int again = moved ? 0 : clock.halvings() + 1;
  const int triedWith = clock.substeps();
  goBack(commands, stash, restore);
  if (again > kMostHalvings)
    throw RunError(fmt::format("frame {} went wrong even with {} steps: {}; try softer materials",
                               clock.frame(), triedWith, reason));
  clock.halve(again);
  retaken_ = true;
  rollBacks_.push_back({clock.frame(), 0, reason});
}

void FrameGuard::beginFrame(int substeps) {
  if (retaken_) rollBacks_.back().substeps = substeps;
}

void FrameGuard::save(ByteWriter& out) const {
  out.value(static_cast<std::uint8_t>(retaken_));
  out.value(start_.logged);
  out.array(start_.state.bytes());
  start_.stash.save(out);
}

void FrameGuard::restore(ByteReader& in, std::uint64_t logged,
                         FunctionRef<FrameGuard(ByteReader& state, ByteReader& in)> remake) {
  const bool retaken = in.flag();
  const auto loggedThen = in.value<std::uint64_t>();
  requireSoundSave(loggedThen <= logged);
  const auto bytes = in.array<std::byte>();
  ByteReader state(bytes);
  start_ = std::move(remake(state, in).start_);
  start_.logged = loggedThen;
  retaken_ = retaken;
}

}  // namespace ooze
