#include "ooze/world/history.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "world/guard/record_validation.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>
#include <zstd.h>

namespace ooze {
namespace {

constexpr int kQuick = 1;  // zstd level: fast enough to finish before the next keyframe

std::vector<std::byte> packed(const std::vector<std::byte>& raw) {
  std::vector<std::byte> small(ZSTD_compressBound(raw.size()));
  const std::size_t n = ZSTD_compress(small.data(), small.size(), raw.data(), raw.size(), kQuick);
  if (ZSTD_isError(n)) throw RunError(fmt::format("cannot keep a keyframe: {}", ZSTD_getErrorName(n)));
  return {small.begin(), small.begin() + static_cast<std::ptrdiff_t>(n)};
}

std::vector<std::byte> unpacked(const std::vector<std::byte>& small, std::size_t size) {
  std::vector<std::byte> raw(size);
  const std::size_t n = ZSTD_decompress(raw.data(), raw.size(), small.data(), small.size());
  if (ZSTD_isError(n) || n != size) throw RunError("a keyframe is damaged");
  return raw;
}

}  // namespace

void requireSound(const std::vector<HistoryBranch>& branches, std::size_t present) {
  bool sound = present < branches.size();
  for (std::size_t b = 0; sound && b < branches.size(); ++b) {
    const HistoryBranch& branch = branches[b];
    sound = (b == 0 ? branch.parent == 0 : branch.parent < b) && branch.from <= branch.last &&
            branch.fromStep <= branch.lastStep && isPossibleMoment(branch.from, branch.fromStep) &&
            isPossibleMoment(branch.last, branch.lastStep) && isInOrder(branch.log) &&
            (branch.log.empty() || branch.log.back().step <= branch.lastStep);
    std::size_t logged = 0;
    for (const EditPiece& piece : branch.edits) {
      sound =
          sound && logged <= piece.logBegin && piece.logBegin <= piece.logEnd && piece.frame <= branch.last;
      logged = piece.logEnd;
    }
    sound = sound && logged <= branch.log.size();
  }
  if (!sound) throw InputError("the save is damaged: its branches are not valid");
}

History::History(const World& start, std::size_t budget) : budget_(budget), branches_{{"1"}} { keep(start); }

History::History(const World& start, std::vector<HistoryBranch> branches, std::size_t present,
                 std::size_t budget)
    : budget_(budget) {
  requireSound(branches, present);
  branches_ = std::move(branches);
  names_ = branches_.size();
  keep(start);
  present_ = present;
}

std::size_t History::appliedEditCount(const World& world) const {
  const std::vector<EditPiece>& edits = branch().edits;
  const std::size_t logged = world.commandLog().size();
  const auto after =
      std::find_if(edits.begin(), edits.end(), [&](const EditPiece& p) { return p.logEnd > logged; });
  return static_cast<std::size_t>(after - edits.begin());
}

bool History::atEnd(const World& world) const {
  return world.stepIndex() >= branch().lastStep && world.commandLog().size() >= branch().log.size();
}

void History::feed(World& world) const {
  const std::vector<LoggedCommand>& log = branch().log;
  const auto due = log.begin() + static_cast<std::ptrdiff_t>(std::min(world.commandLog().size(), log.size()));
  const auto later =
      std::find_if(due, log.end(), [&](const LoggedCommand& c) { return c.step > world.stepIndex(); });
  if (due != later) world.replay({due, later});
}

void History::follow(const World& world) {
  if (atEnd(world)) end(world);
  if (!world.atFrameBoundary()) return;
  const Keyframe& before = lastKeyframe([&](const Keyframe& k) { return k.step <= world.stepIndex(); });
  if (world.frameIndex() >= before.frame + kSpacing) keep(world);
}

void History::end(const World& world) {
  HistoryBranch& b = branches_[present_];
  b.last = world.frameIndex();
  b.lastStep = world.stepIndex();
  // The logs share a prefix, except for commands of a repeated frame, which have moved to the frame's start.
  const std::vector<LoggedCommand>& log = world.commandLog();
  std::size_t same = std::min(b.log.size(), log.size());
  while (same > 0 && log[same - 1].step != b.log[same - 1].step) --same;
  b.log.resize(same);
  b.log.insert(b.log.end(), log.begin() + static_cast<std::ptrdiff_t>(same), log.end());
  std::erase_if(b.edits, [&](const EditPiece& piece) { return piece.logEnd > log.size(); });
}

void History::fork(const World& world) {
  if (atEnd(world)) return;
  if (branches_.size() >= kMaxBranches) removeOldestLeafBranch();
  HistoryBranch child;
  child.name = std::to_string(++names_);
  child.from = child.last = world.frameIndex();
  child.fromStep = child.lastStep = world.stepIndex();
  child.log = world.commandLog();
  const auto behind = branch().edits.begin() + static_cast<std::ptrdiff_t>(appliedEditCount(world));
  child.edits.assign(branch().edits.begin(), behind);
  // States before the start of the present branch belong to an ancestor, so the parent is that ancestor.
  child.parent = present_;
  while (child.parent > 0 && branches_[child.parent].fromStep > child.fromStep)
    child.parent = branches_[child.parent].parent;
  branches_.push_back(std::move(child));
  present_ = branches_.size() - 1;
}

/// Removes the oldest branch that is not present and has no child branches.
void History::removeOldestLeafBranch() {
  const auto isNeeded = [&](std::size_t b) {
    return b == present_ || std::any_of(branches_.begin() + 1, branches_.end(),
                                        [&](const HistoryBranch& child) { return child.parent == b; });
  };
  std::size_t gone = 1;
  while (gone < branches_.size() && isNeeded(gone)) ++gone;
  if (gone >= branches_.size()) return;
  std::erase_if(keyframes_, [&](const Keyframe& k) { return k.branch == gone; });
  branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(gone));
  const auto shift = [&](std::size_t& index) { index -= index > gone ? 1 : 0; };
  for (Keyframe& k : keyframes_) shift(k.branch);
  for (HistoryBranch& b : branches_) shift(b.parent);
  shift(present_);
}

// Returns true if a keyframe lies on the present branch or on its shared past. A keyframe stores the moment
// before the commands of its step, so that branches leaving at that step can use the keyframe too.
bool History::visible(const Keyframe& keyframe) const {
  std::uint64_t until = UINT64_MAX;
  for (std::size_t b = present_;; b = branches_[b].parent) {
    if (keyframe.branch == b) return keyframe.step <= until;
    if (b == 0) return false;
    until = std::min(until, branches_[b].fromStep);
  }
}

template <class Before>
const History::Keyframe& History::lastKeyframe(Before before) const {
  const Keyframe* last = &keyframes_.front();
  for (const Keyframe& k : keyframes_)
    if (k.step > last->step && before(k) && visible(k)) last = &k;
  return *last;
}

void History::keep(const World& world) {
  const std::uint64_t step = world.stepIndex();
  // A keyframe taken after the commands of its step would serve only branches that have these commands.
  const bool commanded = !world.commandLog().empty() && world.commandLog().back().step >= step;
  if (!world.atFrameBoundary() || commanded) return;
  const auto same = [&](const Keyframe& k) { return k.step == step && visible(k); };
  if (std::any_of(keyframes_.begin(), keyframes_.end(), same)) return;
  ByteWriter state;
  world.save(state);
  // The keyframe belongs to the branch that owns this moment: the present branch, or an ancestor.
  std::size_t owner = present_;
  while (owner > 0 && step < branches_[owner].fromStep) owner = branches_[owner].parent;
  // The compressed size is not known yet; the uncompressed size is an upper bound.
  const std::size_t size = state.bytes().size();
  thin(world.frameIndex(), size);
  auto pack = [raw = std::move(state)]() mutable { return packed(std::exchange(raw, {}).bytes()); };
  Keyframe keyframe{owner, world.frameIndex(), step, size, std::async(std::launch::async, std::move(pack))};
  const auto order = [](const Keyframe& k) { return std::tuple(k.branch, k.step); };
  const auto place = std::find_if(keyframes_.begin(), keyframes_.end(),
                                  [&](const Keyframe& k) { return order(k) > order(keyframe); });
  keyframes_.insert(place, std::move(keyframe));
}

std::size_t History::keyframeBytes() const {
  std::size_t kept = 0;
  for (const Keyframe& k : keyframes_) kept += k.packed.get().size();
  return kept;
}

/// Removes keyframes until the budget suffices. The keyframes that leave the smallest gap relative to their
/// distance from the present go first, so that the spacing grows with the distance. Keyframes of other
/// branches count as far away.
void History::thin(std::uint64_t now, std::size_t room) {
  for (std::size_t kept = keyframeBytes(); kept + room > budget_ && keyframes_.size() > 1;) {
    std::size_t victim = 1;
    double least = 1e300;
    for (std::size_t k = 1; k < keyframes_.size(); ++k) {
      const Keyframe &it = keyframes_[k], &before = keyframes_[k - 1];
      const bool last = k + 1 == keyframes_.size() || keyframes_[k + 1].branch != it.branch;
      const double from =
          static_cast<double>(before.branch == it.branch ? before.frame : branches_[it.branch].from);
      const double until = static_cast<double>(last ? it.frame + kSpacing : keyframes_[k + 1].frame);
      const double away = std::abs(static_cast<double>(it.frame) - static_cast<double>(now));
      const double elsewhere = visible(it) ? 1.0 : 1000.0;
      const double cost = (until - from) / (away + elsewhere);
      if (cost >= least) continue;
      least = cost;
      victim = k;
    }
    kept -= keyframes_[victim].packed.get().size();
    keyframes_.erase(keyframes_.begin() + static_cast<std::ptrdiff_t>(victim));
  }
}

std::vector<std::uint64_t> History::keyframes() const {
  std::vector<std::uint64_t> frames;
  for (const Keyframe& k : keyframes_)
    if (visible(k)) frames.push_back(k.frame);
  std::sort(frames.begin(), frames.end());
  return frames;
}

void History::restore(World& world, const Keyframe& keyframe) const {
  const std::vector<std::byte> raw = unpacked(keyframe.packed.get(), keyframe.size);
  ByteReader in(raw);
  world.restore(in);
}

void History::restoreAtStep(World& world, std::uint64_t step) const {
  restore(world, lastKeyframe([&](const Keyframe& k) { return k.step <= step; }));
}

void History::restoreAtFrame(World& world, std::uint64_t frame) const {
  restore(world, lastKeyframe([&](const Keyframe& k) { return k.frame <= frame; }));
}

bool History::keyframeBetween(const World& world, std::uint64_t frame) const {
  return std::any_of(keyframes_.begin(), keyframes_.end(), [&](const Keyframe& k) {
    return k.step > world.stepIndex() && k.frame <= frame && visible(k);
  });
}

}  // namespace ooze
