#include "world/parts/world_sources.h"

#include "ooze/methods/method.h"

#include "world/guard/record_validation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

// Tolerance for equal times, because step times are sums of floats.
constexpr double kSameTime = 1e-6;  // times that differ by less count as equal [frames]

/// Returns the first frame that ends at or after this time.
std::uint64_t frameAt(double time, double framesPerSecond) {
  return static_cast<std::uint64_t>(std::max(0.0, std::ceil(time * framesPerSecond - kSameTime)));
}

}  // namespace

WorldSources::WorldSources(const WorldSpec& spec) : spec_(&spec) {
  const MethodRow& method = findMethod(spec.method);
  if (!method.cellSide) return;
  for (const SourceSpec& source : spec.sources) {
    SourceBand& held = held_.emplace_back();
    held.material = source.material;
    held.colour = spec.materials[source.material].colour;
  }
  read_.resize(held_.size());
}

void WorldSources::requireFitting(std::size_t source, const BandFrame& frame) const {
  const float side = findMethod(spec_->method).cellSide(spec_->methodSettings);
  const auto fail = [&](const std::string& what) {
    throw SourceFault(fmt::format("source \"{}\": frame {} of the band {} {}", spec_->sources[source].name,
                                  frame.frame, quoteText(frame.band), what));
  };
  if (frame.cells.side != side)
    fail(fmt::format("has cells of {:g} mm, but the scene has {:g} mm",
                     1000.0 * static_cast<double>(frame.cells.side), 1000.0 * static_cast<double>(side)));
  const BandFrame& before = read_[source].before;
  if (before.moments.empty()) return;
  if (frame.run != before.run || frame.framesPerSecond != before.framesPerSecond ||
      frame.cells != before.cells)
    fail("comes from another run than the frames before it");
}

BandFrame WorldSources::frameOf(std::size_t source, std::uint64_t number) const {
  try {
    BandFrame frame = spec_->sources[source].frames->read(number);
    requireFitting(source, frame);
    return frame;
  } catch (const InputError& e) {
    throw SourceFault(fmt::format("source \"{}\": {}", spec_->sources[source].name, e.what()));
  }
}

/// Reads the frame at this time and the frame before it, unless they are loaded already.
void WorldSources::read(std::size_t source, double time) const {
  if (!spec_->sources[source].frames)
    throw SourceFault(fmt::format("source \"{}\" has no frames", spec_->sources[source].name));
  Read& r = read_[source];
  if (r.before.moments.empty()) r.before = frameOf(source, 0);
  const std::uint64_t frame = frameAt(time, r.before.framesPerSecond);
  if (!r.after.moments.empty() && r.after.frame == frame) return;
  if (frame == 0) {
    if (r.before.frame != 0) r.before = frameOf(source, 0);
    return;
  }
  if (!r.after.moments.empty() && r.after.frame + 1 == frame)
    r.before = std::move(r.after);
  else if (r.before.frame + 1 != frame)
    r.before = frameOf(source, frame - 1);
  r.after = {};
  r.after = frameOf(source, frame);
}

std::span<SourceBand> WorldSources::hold(double time) {
  for (std::size_t s = 0; s < held_.size(); ++s) {
    read(s, time);
    const Read& r = read_[s];
    const BandState *low = &r.before.moments.back(), *high = low;
    for (const BandState& m : r.after.moments) {
      high = &m;
      if (m.time >= time) break;
      low = &m;
    }
    held_[s].cells = r.before.cells;
    held_[s].liquid = between(*low, *high, time);
  }
  return held_;
}

float WorldSources::fastest(double time) const {
  float most = 0.f;
  for (std::size_t s = 0; s < held_.size(); ++s) {
    read(s, time);
    const double framesPerSecond = read_[s].before.framesPerSecond;
    read(s, (std::floor(time * framesPerSecond + kSameTime) + 1.0) / framesPerSecond);
    for (const BandFrame* frame : {&read_[s].before, &read_[s].after})
      for (const BandState& m : frame->moments) most = std::max(most, maxSpeedOf(frame->cells, m));
  }
  return most;
}

void WorldSources::save(ByteWriter& out) const {
  out.value(static_cast<std::uint64_t>(held_.size()));
  for (const SourceBand& held : held_) out.array(held.gone);
}

void WorldSources::restore(ByteReader& in) {
  validateSave(in.value<std::uint64_t>() == held_.size(), kSaveOfAnotherWorld);
  for (SourceBand& held : held_) {
    held.gone = in.array<float>();
    validateSave(std::ranges::all_of(held.gone, [](float part) { return part >= 0.f && part < 1.f; }));
  }
}

}  // namespace ooze
