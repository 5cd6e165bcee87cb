#include "world/history/golden.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <span>

namespace ooze {
namespace {

/// Returns the grid blocks after a stage; empty if the stage is beyond the memory budget.
std::span<const GoldenBlock> blocksAt(const GoldenRun& run, std::size_t stage) {
  if (stage >= run.digestedStages) return {};
  while (stage > 0 && run.stages[stage].blocks.empty()) --stage;
  return run.stages[stage].blocks;
}

void nameBlocks(const GoldenRun& expected, const GoldenRun& actual, std::size_t stage,
                GoldenDifference& difference) {
  if (stage >= std::min(expected.digestedStages, actual.digestedStages)) return;
  const auto key = [](const GoldenBlock& b) { return std::array{b.x, b.y, b.z}; };
  const auto note = [&](const GoldenBlock& b) {
    if (!difference.block) difference.block = glm::ivec3(b.x, b.y, b.z);
    ++difference.blocksThatDiffer;
  };
  const auto a = blocksAt(expected, stage), b = blocksAt(actual, stage);
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (j == b.size() || (i < a.size() && key(a[i]) < key(b[j]))) {
      note(a[i++]);
    } else if (i == a.size() || key(b[j]) < key(a[i])) {
      note(b[j++]);
    } else {
      if (a[i].digest != b[j].digest) note(a[i]);
      ++i, ++j;
    }
  }
}

/// Returns the particle hashes after a stage; empty if the stage is beyond the memory budget.
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

std::string partsThatDiffer(const std::vector<std::string>& parts, const GoldenStage& a,
                            const GoldenStage& b) {
  std::string text;
  const auto add = [&](std::string_view what) {
    if (!text.empty()) text += ", ";
    text += what;
  };
  if (a.particles != b.particles) add(fmt::format("{} particles instead of {}", b.particles, a.particles));
  if (a.links != b.links) add(fmt::format("{} links instead of {}", b.links, a.links));
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (a.hashes[p] != b.hashes[p]) add(parts[p]);
  return text;
}

/// Returns the entries of `parts` that `others` lacks.
std::vector<std::string> without(const std::vector<std::string>& parts,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> left;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(left), [&](const std::string& part) {
    return std::find(others.begin(), others.end(), part) == others.end();
  });
  return left;
}

}  // namespace

std::string describe(const GoldenDifference& d) {
  std::string text = d.stage == kLastStage ? fmt::format("step {}, end of step", d.step)
                                           : fmt::format("step {}, stage {}", d.step, quoteText(d.stage));
  if (d.particle)
    text += fmt::format(", particle {} (of {} that differ)", *d.particle, d.particlesThatDiffer);
  if (d.block)
    text += fmt::format(", block {} {} {} (of {} that differ)", d.block->x, d.block->y, d.block->z,
                        d.blocksThatDiffer);
  return text + ": " + d.what;
}

std::string describePartDifferences(const GoldenRun& expected, const GoldenRun& actual) {
  if (expected.parts == actual.parts) return "";
  const auto missing = without(expected.parts, actual.parts), more = without(actual.parts, expected.parts);
  if (missing.empty() && more.empty()) return "has its fields in another order";
  if (missing.empty()) return fmt::format("has also {}", fmt::join(more, ", "));
  std::string text = fmt::format("has no {}", fmt::join(missing, ", "));
  return more.empty() ? text : fmt::format("{}, but {}", text, fmt::join(more, ", "));
}

std::optional<GoldenDifference> compareExactly(const GoldenRun& expected, const GoldenRun& actual) {
  const std::size_t common = std::min(expected.stages.size(), actual.stages.size());
  if (const std::string apart = describePartDifferences(expected, actual); !apart.empty() && common > 0)
    return GoldenDifference{expected.stages[0].step,
                            expected.stageNames[expected.stages[0].name],
                            "the other run " + apart,
                            {},
                            0,
                            {},
                            0};
  for (std::size_t i = 0; i < common; ++i) {
    const GoldenStage& a = expected.stages[i];
    const GoldenStage& b = actual.stages[i];
    const std::string& stage = expected.stageNames[a.name];
    if (a.step != b.step || stage != actual.stageNames[b.name])
      return GoldenDifference{
          a.step,
          stage,
          fmt::format("the other run has step {}, {}", b.step, quoteText(actual.stageNames[b.name])),
          {},
          0,
          {},
          0};
    GoldenDifference difference{a.step, stage, partsThatDiffer(expected.parts, a, b), {}, 0, {}, 0};
    if (difference.what.empty()) continue;
    nameParticles(expected, actual, i, difference);
    nameBlocks(expected, actual, i, difference);
    return difference;
  }
  if (expected.stages.size() == actual.stages.size()) return {};
  const bool shorter = actual.stages.size() < expected.stages.size();
  const GoldenRun& longer = shorter ? expected : actual;
  const GoldenStage& next = longer.stages[common];
  return GoldenDifference{
      next.step, longer.stageNames[next.name], shorter ? "missing" : "not expected", {}, 0, {}, 0};
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
