#include "session/session_publisher.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze {
namespace {

constexpr double kMuchMore = 1.05;  // growth of what nozzles hold back that is reported again
constexpr double kFreeSeconds =
    3.0;  // after this time a nozzle that is blocked again is reported [simulated s]

/// Updates a copy of a log. Nearly always the log has only grown.
void follow(std::vector<LoggedCommand>& copy, const std::vector<LoggedCommand>& log) {
  const auto [mine, theirs] = std::mismatch(copy.begin(), copy.end(), log.begin(), log.end());
  copy.erase(mine, copy.end());
  copy.insert(copy.end(), theirs, log.end());
}

}  // namespace

void SessionPublisher::publish(const LiveWorld& live) {
  SnapshotContent content;
  std::shared_ptr<FrameBarrier> pace;
  std::size_t lane = 0;
  shared_.with([&](const SharedSession::SessionState& s) {
    content = s.content;
    pace = s.pace;
    lane = s.lane;
  });
  // No droplets during a seek, because the frames that are shown then depend on the machine.
  content.droplets = content.droplets && !live.seeking();
  std::shared_ptr<const Snapshot> snapshot = spray_.snapshot(live.world(), content);
  std::vector<MaterialDefinition> originals = live.originals();
  Timeline timeline = live.timeline();
  EditHistory edits = live.edits();
  noteRollBacks(live);
  noteLostLiquid(live.world());
  keepFrame(live, snapshot);
  shared_.with([&](SharedSession::SessionState& s) {
    inspector_.forget();
    s.view.scene = live.scene();
    s.view.snapshot = std::move(snapshot);
    s.view.originals = std::move(originals);
    s.view.timeline = std::move(timeline);
    s.view.edits = std::move(edits);
    s.pending.removeHandedOver();
    follow(s.log, live.world().commandLog());
  });
  if (pace) pace->reached(lane, live.world().frameIndex());
  shared_.wake();
}

void SessionPublisher::keepFrame(const LiveWorld& live, const std::shared_ptr<const Snapshot>& snapshot) {
  const std::vector<HistoryBranch>& branches = live.history().branches();
  const HistoryBranch& branch = live.history().branch();
  frames_.follow(branch.name, branches[branch.parent].name, branch.from);
  if (live.world().atFrameBoundary()) frames_.keep(snapshot);
}

void SessionPublisher::publishStored(std::uint64_t frame) {
  shared_.with([&](SharedSession::SessionState& s) {
    inspector_.forget();
    s.view.snapshot = frames_.at(frame);
  });
  shared_.wake();
}

void SessionPublisher::noteRollBacks(const LiveWorld& live) {
  const std::vector<RollBack>& all = live.rollBacks();
  if (all.size() == rollBacks_) return;
  // Only the first roll-back is reported; later roll-backs are counted in the status bar.
  if (rollBacks_ == 0)
    shared_.say(Message::MessageKind::Info,
                fmt::format("Frame {} became unstable and was taken again with {} steps: {}.",
                            all.back().frame, all.back().substeps, all.back().reason));
  rollBacks_ = all.size();
}

// A loss is reported once, because the status bar shows the present one. A nozzle is reported again if it was
// free for a while.
void SessionPublisher::noteLostLiquid(const World& world) {
  const LiquidBalance& balance = world.balance();
  if (world.time() < blockedAt_ || balance.blocked < blocked_)
    saidBlocked_ = false, blockedSaid_ = 0;  // the world went back
  const bool holdsBack = balance.blocked > blocked_;
  if (holdsBack && world.time() - blockedAt_ > kFreeSeconds) saidBlocked_ = false;
  if (holdsBack || world.time() < blockedAt_) blockedAt_ = world.time();
  blocked_ = balance.blocked;
  const bool loses = balance.isMissingLiquid() && !std::exchange(saidMissing_, balance.isMissingLiquid());
  const bool isMore = static_cast<double>(blocked_) > kMuchMore * static_cast<double>(blockedSaid_);
  const bool blocks = holdsBack && balance.isBlocked() && isMore && !std::exchange(saidBlocked_, true);
  if (blocks) blockedSaid_ = blocked_;
  if (loses || blocks)
    shared_.say(
        {Message::MessageKind::Info,
         fmt::format("{}: {}.", loses ? "Liquid is missing" : "A nozzle was blocked", balance.warning()),
         "lost liquid"});
}

}  // namespace ooze
