#include "ooze/surface/steady_particles.h"

#include <algorithm>

namespace ooze {
namespace {

constexpr std::uint32_t kNoPlace = ~0u;
constexpr std::size_t kSteadyChunk = 2048;
/// Restart threshold: at least 1 in kOneIn of the particles known from the last frame must be near their
/// earlier position. Otherwise the frame shows another world.
constexpr std::size_t kOneIn = 10;

}  // namespace

void TemporalParticleFilter::forget() {
  pasts_.clear();
  free_.clear();
  std::fill(placeOfId_.begin(), placeOfId_.end(), kNoPlace);
  last_ = kNever;
}

void TemporalParticleFilter::dropLost(std::uint64_t frame) {
  for (std::uint32_t k = 0; k < pasts_.size(); ++k) {
    Past& past = pasts_[k];
    if (past.last == kNever || past.last + kFrames > frame) continue;
    placeOfId_[past.id] = kNoPlace;
    past.last = kNever;
    free_.push_back(k);
  }
}

void TemporalParticleFilter::findPlaces(std::uint64_t frame, std::span<const std::uint32_t> ids) {
  places_.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= placeOfId_.size())
      placeOfId_.resize(std::max<std::size_t>(ids[i] + std::size_t{1}, 2 * placeOfId_.size()), kNoPlace);
    std::uint32_t& place = placeOfId_[ids[i]];
    if (place == kNoPlace) {
      if (free_.empty()) {
        place = static_cast<std::uint32_t>(pasts_.size());
        pasts_.emplace_back();
      } else {
        place = free_.back();
        free_.pop_back();
      }
      pasts_[place].frame.fill(kNever);
      pasts_[place].id = ids[i];
    }
    pasts_[place].last = frame;
    places_[i] = place;
  }
}

bool TemporalParticleFilter::isSame(std::uint64_t frame, std::span<const Vec3> positions) const {
  const std::size_t place = frame % kFrames;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Past& past = pasts_[places_[i]];
    if (past.frame[place] != frame || past.at[place] != positions[i]) return false;
  }
  return true;
}

bool TemporalParticleFilter::goesOn(std::span<const Vec3> positions, std::uint64_t before,
                                    const Threads& threads) {
  counts_.assign(Threads::chunkCount(positions.size(), kSteadyChunk), FollowCount{});
  threads.forChunks(positions.size(), kSteadyChunk,
                    [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                      FollowCount count;
                      for (std::size_t i = begin; i < end; ++i) {
                        const Past& past = pasts_[places_[i]];
                        if (past.frame[before % kFrames] != before) continue;
                        const Vec3 d = past.at[before % kFrames] - positions[i];
                        ++count.known;
                        if (glm::dot(d, d) < reach_ * reach_) ++count.near;
                      }
                      counts_[chunk] = count;
                    });
  FollowCount all;
  for (const FollowCount& c : counts_) all.known += c.known, all.near += c.near;
  return kOneIn * all.near >= all.known;
}

void TemporalParticleFilter::average(std::uint64_t frame, std::span<const Vec3> positions,
                                     const Threads& threads) {
  means_.resize(positions.size());
  const float perReach2 = 1.f / (reach_ * reach_);
  threads.forChunks(positions.size(), kSteadyChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Past& past = pasts_[places_[i]];
      past.at[frame % kFrames] = positions[i];
      past.frame[frame % kFrames] = frame;
      // Sums from this frame backwards, so that the order does not depend on the position in the ring buffer.
      Vec3 shift(0.f);
      float weight = 1.f;
      for (std::uint64_t ago = 1; ago < kFrames && ago <= frame; ++ago) {
        const std::size_t k = (frame - ago) % kFrames;
        if (past.frame[k] != frame - ago) continue;
        const Vec3 d = past.at[k] - positions[i];
        const float closeness = 1.f - glm::dot(d, d) * perReach2;
        if (!(closeness > 0.f)) continue;
        shift += closeness * closeness * d;
        weight += closeness * closeness;
      }
      means_[i] = positions[i] + shift / weight;
    }
  });
}

std::span<const Vec3> TemporalParticleFilter::follow(std::uint64_t frame, std::span<const Vec3> positions,
                                                     std::span<const std::uint32_t> ids, float reach,
                                                     const Threads& threads) {
  if (last_ != kNever && (frame < last_ || reach != reach_)) forget();
  const std::uint64_t before = last_;
  const std::size_t countBefore = places_.size();
  last_ = frame;
  reach_ = reach;
  dropLost(frame);
  findPlaces(frame, ids);
  lacksHistory_ = before == kNever || before + kFrames <= frame ||
                  (before == frame && !(countBefore == positions.size() && isSame(frame, positions)));
  if (before != kNever && before != frame && !goesOn(positions, before, threads)) {
    forget();
    lacksHistory_ = true;
    last_ = frame;
    findPlaces(frame, ids);
  }
  average(frame, positions, threads);
  return means_;
}

}  // namespace ooze
