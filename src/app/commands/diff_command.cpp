#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "base/file.h"
#include "scene/golden_file.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace ooze {
namespace {

int diffGolden(const GoldenFile& a, const GoldenFile& b, const DiffOptions& o) {
  requireComparable(a, b, o.a);
  if (a.frames() != b.frames())
    throw InputError(
        fmt::format("{}: recorded over {} frames, not {}", o.a.string(), a.frames(), b.frames()));
  const GoldenVerdict verdict = compareGolden(a, b);
  fmt::print("{}\n", verdict.text);
  return verdict.same ? 0 : 1;
}

void requireOneScene(const SaveFile& a, const SaveFile& b, const DiffOptions& o) {
  if (a.sceneName != b.sceneName)
    throw InputError(fmt::format("{} is a save of the scene {}, {} of {}", o.a.string(),
                                 quoteText(a.sceneName), o.b.string(), quoteText(b.sceneName)));
  if (a.detail != b.detail)
    throw InputError(fmt::format("{} and {} were saved at different details", o.a.string(), o.b.string()));
}

/// Describes how far apart a particle is in the two worlds, or that only one world has the particle.
std::string describeDistance(const World& a, const World& b, std::uint32_t id) {
  const auto find = [&](const World& w) {
    const auto& ids = w.particles().id;
    return static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
  };
  const std::size_t i = find(a), j = find(b);
  if (i == a.particles().size() || j == b.particles().size()) return ", which only one save has";
  return fmt::format(", {:.3g} m and {:.3g} m/s apart",
                     glm::distance(a.particles().position[i], b.particles().position[j]),
                     glm::distance(a.particles().velocity[i], b.particles().velocity[j]));
}

/// Compares the states at the moments of saving. Returns one line, or "" if the states are the same.
std::string compareStates(World& a, World& b) {
  if (a.stepIndex() != b.stepIndex())
    return fmt::format("frame {}, step {} against frame {}, step {}", a.frameIndex(), a.stepIndex(),
                       b.frameIndex(), b.stepIndex());
  const auto d = Lockstep(a, b).compare();
  const auto where = fmt::format("frame {}, step {}", a.frameIndex(), a.stepIndex());
  if (!d) return a.hash() == b.hash() ? "" : where + ": neither particles nor settings show the difference";
  std::string text = fmt::format("{}: {}", where, d->what);
  if (d->particle)
    text += fmt::format("; particle {} (of {} that differ){}", *d->particle, d->particlesThatDiffer,
                        describeDistance(a, b, *d->particle));
  return text;
}

/// Replays both saves in lockstep from their starts, and reports the first difference.
std::string compareRuns(const SaveFile& a, const SaveFile& b, int threads) {
  World worldA(parseSavedScene(a).world, threads), worldB(parseSavedScene(b).world, threads);
  worldA.replay(a.commands);
  worldB.replay(b.commands);
  const std::uint64_t last = std::min(a.frame, b.frame);
  Lockstep both(worldA, worldB);
  ProgressBar bar("frame", 0, last);
  auto difference = both.compare();
  while (!difference && worldA.frameIndex() < last) {
    difference = both.step();
    bar.update(worldA.frameIndex());
  }
  return difference ? "differ first at " + describe(*difference)
                    : fmt::format("are the same up to frame {}", last);
}

int diffSaves(const SaveFile& a, const SaveFile& b, const DiffOptions& o) {
  requireOneScene(a, b, o);
  std::string states;
  {
    World worldA = restoredWorld(a, o.a, o.threads), worldB = restoredWorld(b, o.b, o.threads);
    states = compareStates(worldA, worldB);
  }
  if (states.empty()) {
    fmt::print("the same state at frame {}\n", a.frame);
    return 0;
  }
  fmt::print("states differ: {}\n", states);
  std::fflush(stdout);  // replaying takes as long as the two runs did
  fmt::print("runs from the start {}\n", compareRuns(a, b, o.threads));
  return 1;
}

}  // namespace

int diffCommand(const DiffOptions& o) {
  const InterruptBlock interrupt;
  const ExitOnInterrupt comparing(interrupt, "comparing");
  const auto bytesA = readBytes(o.a), bytesB = readBytes(o.b);
  if (isGolden(bytesA) != isGolden(bytesB))
    throw InputError(
        fmt::format("{} and {} are different kinds of file; compare two saves or two golden files",
                    o.a.string(), o.b.string()));
  if (isGolden(bytesA)) return diffGolden(decodeGolden(bytesA, o.a), decodeGolden(bytesB, o.b), o);
  return diffSaves(decodeSave(bytesA, o.a), decodeSave(bytesB, o.b), o);
}

}  // namespace ooze
