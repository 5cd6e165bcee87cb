#include "methods/clavet/spring_ends.h"

#include <algorithm>

namespace ooze::clavet {

void SpringEnds::clear() {
  slotOf_.clear();
  gone_.clear();
  idOf_.assign(1, 0);
  indexOf_.assign(1, 0);
  rowOf_.assign(1, kGone);
  places_.assign(4, 0.f);
  nextId_ = 0;
  sorts_ = 0;
}

void SpringEnds::grow(const Particles& particles) {
  for (std::size_t i = slotOf_.size(); i < particles.size(); ++i) {
    const std::uint32_t id = particles.id[i];
    // Only a restored particle has an old id; search its previous slot.
    const auto own = id < nextId_ ? std::find_if(gone_.begin(), gone_.end(),
                                                 [&](std::uint32_t slot) { return idOf_[slot] == id; })
                                  : gone_.end();
    nextId_ = std::max(nextId_, id + 1);
    if (own != gone_.end()) {
      slotOf_.push_back(*own);
      rowOf_[*own] = 0;
      gone_.erase(own);
      continue;
    }
    slotOf_.push_back(static_cast<std::uint32_t>(idOf_.size()));
    idOf_.push_back(id);
    indexOf_.push_back(0);
    rowOf_.push_back(0);
    places_.insert(places_.end(), 4, 0.f);
  }
  // Reserve memory here, so that later steps allocate nothing even when slots are renumbered.
  reordered_.reserve(slotOf_.capacity());
  moved_.reserve(idOf_.capacity());
}

void SpringEnds::erase(std::span<const std::uint32_t> which) {
  for (std::size_t k = which.size(); k-- > 0;) {
    const std::uint32_t slot = slotOf_[which[k]];
    rowOf_[slot] = kGone;
    gone_.push_back(slot);
    slotOf_[which[k]] = slotOf_.back();
    slotOf_.pop_back();
  }
}

void SpringEnds::reorder(std::span<const std::uint32_t> order, const Threads& threads) {
  reordered_.resize(order.size());
  threads.forEachIndex(order.size(), kGrain, [&](std::size_t i) { reordered_[i] = slotOf_[order[i]]; });
  slotOf_.swap(reordered_);
  ++sorts_;
}

bool SpringEnds::shouldRenumber() const {
  constexpr int kSorts = 64;           // most sorts; the run time depends only weakly on this value
  constexpr std::size_t kFew = 1024u;  // slots of erased particles that are always tolerated
  return sorts_ >= kSorts || gone_.size() > slotOf_.size() / 4 + kFew;
}

std::span<const std::uint32_t> SpringEnds::renumber(const Particles& particles) {
  const std::size_t n = slotOf_.size();
  moved_.assign(idOf_.size(), kNoSlot);
  for (std::size_t i = 0; i < n; ++i) {
    const auto slot = static_cast<std::uint32_t>(i + 1);
    moved_[slotOf_[i]] = slot;
    slotOf_[i] = slot;
  }
  idOf_.resize(n + 1);
  std::copy(particles.id.begin(), particles.id.end(), idOf_.begin() + 1);
  indexOf_.resize(n + 1);
  rowOf_.assign(n + 1, 0);
  rowOf_[kNoSlot] = kGone;
  places_.assign(4 * (n + 1), 0.f);
  gone_.clear();
  sorts_ = 0;
  return moved_;
}

void SpringEnds::loadPositions(const Vec3Array& positions, std::span<const std::uint32_t> rows,
                               const Threads& threads) {
  threads.forEachIndex(size(), kGrain, [&](std::size_t i) {
    float* to = places_.data() + 4 * std::size_t{slotOf_[i]};
    to[0] = positions.x[i], to[1] = positions.y[i], to[2] = positions.z[i];
    rowOf_[slotOf_[i]] = ((rows[i] >> 16) & 0x7ffu) << 11 | (rows[i] & 0x7ffu);
    indexOf_[slotOf_[i]] = static_cast<std::uint32_t>(i);
  });
}

void SpringEnds::storePositions(Vec3Array& positions, const Threads& threads) const {
  threads.forEachIndex(size(), kGrain, [&](std::size_t i) {
    const float* from = places_.data() + 4 * std::size_t{slotOf_[i]};
    positions.x[i] = from[0], positions.y[i] = from[1], positions.z[i] = from[2];
  });
}

}  // namespace ooze::clavet
