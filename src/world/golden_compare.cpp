#include "ooze/world/golden.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <span>

namespace ooze {
namespace {

constexpr std::array<std::string_view, kGoldenFields> kFieldNames{
    "positions", "velocities", "densities", "links", "settings, substeps or emitters", "bodies"};

/// The digests as of a stage; none if particles are not known so late in the run.
std::span<const std::uint16_t> digestsAt(const GoldenRun& run, std::size_t stage) {
  if (stage >= run.digestedStages) return {};
  while (stage > 0 && run.stages[stage].digests.empty()) --stage;
  return run.stages[stage].digests;
}

void nameParticles(const GoldenRun& expected, const GoldenRun& actual, std::size_t stage,
                   GoldenDifference& difference) {
  const auto a = digestsAt(expected, stage), b = digestsAt(actual, stage);
  if (stage >= std::min(expected.digestedStages, actual.digestedStages)) return;
  for (std::size_t id = 0; id < std::max(a.size(), b.size()); ++id) {
    if ((id < a.size() ? a[id] : 0) == (id < b.size() ? b[id] : 0)) continue;
    if (!difference.particle) difference.particle = static_cast<std::uint32_t>(id);
    ++difference.particlesThatDiffer;
  }
}

std::string fieldsThatDiffer(const GoldenStage& a, const GoldenStage& b) {
  std::string text;
  const auto add = [&](std::string_view what) {
    if (!text.empty()) text += ", ";
    text += what;
  };
  if (a.particles != b.particles) add(fmt::format("{} particles instead of {}", b.particles, a.particles));
  if (a.links != b.links) add(fmt::format("{} links instead of {}", b.links, a.links));
  for (std::size_t f = 0; f < kGoldenFields; ++f)
    if (a.hashes[f] != b.hashes[f]) add(kFieldNames[f]);
  return text;
}

}  // namespace

std::string describe(const GoldenDifference& d) {
  std::string text = fmt::format("step {}, stage \"{}\"", d.step, d.stage);
  if (d.particle)
    text += fmt::format(", particle {} (of {} that differ)", *d.particle, d.particlesThatDiffer);
  return text + ": " + d.what;
}

std::optional<GoldenDifference> compareExactly(const GoldenRun& expected, const GoldenRun& actual) {
  const std::size_t common = std::min(expected.stages.size(), actual.stages.size());
  for (std::size_t i = 0; i < common; ++i) {
    const GoldenStage& a = expected.stages[i];
    const GoldenStage& b = actual.stages[i];
    const std::string& stage = expected.stageNames[a.name];
    if (a.step != b.step || stage != actual.stageNames[b.name])
      return GoldenDifference{a.step,
                              stage,
                              fmt::format("step {}, \"{}\" came instead", b.step, actual.stageNames[b.name]),
                              {},
                              0};
    GoldenDifference difference{a.step, stage, fieldsThatDiffer(a, b), {}, 0};
    if (difference.what.empty()) continue;
    nameParticles(expected, actual, i, difference);
    return difference;
  }
  if (expected.stages.size() == actual.stages.size()) return {};
  const bool shorter = actual.stages.size() < expected.stages.size();
  const GoldenRun& longer = shorter ? expected : actual;
  const GoldenStage& next = longer.stages[common];
  return GoldenDifference{
      next.step, longer.stageNames[next.name], shorter ? "missing" : "was not expected", {}, 0};
}

Lockstep::Lockstep(World& a, World& b)
    : a_(a),
      b_(b),
      recorderA_(a, std::numeric_limits<std::uint64_t>::max()),
      recorderB_(b, std::numeric_limits<std::uint64_t>::max()) {}

std::optional<GoldenDifference> Lockstep::compare() const {
  return compareExactly(recorderA_.run(), recorderB_.run());
}

std::optional<GoldenDifference> Lockstep::step() {
  recorderA_.forget();
  recorderB_.forget();
  a_.step();
  b_.step();
  return compare();
}

}  // namespace ooze
