#include "session/frame_store.h"

#include "grid/level_set.h"

#include <iterator>
#include <utility>

namespace ooze {
namespace {

/// Returns the memory of the large parts of a snapshot [bytes].
std::size_t bytesOf(const Snapshot& snapshot) {
  std::size_t sum = sizeof(Snapshot);
  visitParticleArrays(snapshot, [&sum](const auto& array) { sum += array.size() * sizeof(array[0]); });
  sum += snapshot.droplets.size() * sizeof(Droplet) + snapshot.bodies.size() * sizeof(Body);
  sum += snapshot.controls.size() * sizeof(Control);
  if (snapshot.surface) sum += snapshot.surface->blocks().size() * grid::kNodes * sizeof(float);
  return sum;
}

}  // namespace

void FrameStore::follow(const std::string& name, const std::string& parent, std::uint64_t from) {
  if (name == branch_) return;
  if (parent == branch_ && !branch_.empty()) {
    while (!frames_.empty() && last() > from) drop(std::prev(frames_.end()));
  } else {
    clear();
  }
  branch_ = name;
}

void FrameStore::keep(std::shared_ptr<const Snapshot> snapshot) {
  const std::uint64_t frame = snapshot->frame;
  if (const auto same = frames_.find(frame); same != frames_.end()) drop(same);
  // The frame that was last so far was kept although it may be no multiple of the stride.
  if (!frames_.empty() && frame > last() && last() % stride_ != 0) drop(std::prev(frames_.end()));
  const std::size_t bytes = bytesOf(*snapshot);
  bytes_ += bytes;
  frames_[frame] = {std::move(snapshot), bytes};
  while (bytes_ > budget_ && frames_.size() > 2) thin();
}

void FrameStore::clear() {
  frames_.clear();
  bytes_ = 0;
  stride_ = 1;
}

std::shared_ptr<const Snapshot> FrameStore::at(std::uint64_t frame) const {
  if (frames_.empty()) return nullptr;
  auto after = frames_.upper_bound(frame);
  if (after != frames_.begin()) --after;
  return after->second.snapshot;
}

std::uint64_t FrameStore::next(std::uint64_t frame) const {
  const auto after = frames_.upper_bound(frame);
  return after == frames_.end() ? frame : after->first;
}

void FrameStore::drop(std::map<std::uint64_t, StoredFrame>::iterator at) {
  bytes_ -= at->second.bytes;
  frames_.erase(at);
}

void FrameStore::thin() {
  stride_ *= 2;
  const std::uint64_t end = last();
  for (auto it = frames_.begin(); it != frames_.end();) {
    const auto here = it++;
    if (here->first % stride_ != 0 && here->first != end) drop(here);
  }
}

}  // namespace ooze
