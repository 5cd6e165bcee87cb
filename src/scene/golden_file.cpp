#include "scene/golden_file.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/file.h"
#include "base/utf8.h"
#include "scene/packed_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace ooze {
namespace {

// Bound of a golden file: the first steps of the largest world, plus 512 MiB for stages and frames.
constexpr std::uint64_t kMaxGoldenBytes = kGoldenFirstSteps * 28 * kParticleLimit + (512u << 20);
constexpr PackedKind kGolden{{'o', 'o', 'z', 'e', 'g', 'o', 'l', 'd'},
                             2,
                             "golden file",
                             kMaxGoldenBytes,
                             "remove it and run with --golden again to record a new one"};

void requireGolden(bool sound) {
  if (!sound) throw InputError("the golden file is damaged");
}

/// Reads a number and requires it to be finite.
template <class T>
T readFinite(ByteReader& in) {
  const auto v = in.value<T>();
  requireGolden(std::isfinite(v));
  return v;
}
template <>
Vec3 readFinite<Vec3>(ByteReader& in) {
  const auto v = in.value<Vec3>();
  requireGolden(isFinite(v));
  return v;
}

std::uint64_t readParticles(ByteReader& in) {
  const auto n = in.value<std::uint64_t>();
  requireGolden(n <= kParticleLimit);
  return n;
}

void writeTexts(ByteWriter& out, const std::vector<std::string>& texts) {
  out.value(static_cast<std::uint64_t>(texts.size()));
  for (const std::string& t : texts) out.text(t);
}

std::vector<std::string> readTexts(ByteReader& in) {
  std::vector<std::string> texts;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) texts.push_back(in.text());
  return texts;
}

bool hasGrid(const GoldenRun& run) {
  return std::find(run.parts.begin(), run.parts.end(), kGridPart) != run.parts.end();
}

/// Hashes are stored as XOR with the hashes of the stage before. Most are zero and compress well.
void writeStage(ByteWriter& out, const GoldenStage& stage, const GoldenStage& before) {
  out.value(stage.step);
  out.value(stage.name);
  out.value(stage.particles);
  out.value(stage.links);
  for (std::size_t p = 0; p < stage.hashes.size(); ++p) out.value(stage.hashes[p] ^ before.hashes[p]);
  out.array(stage.digests);
}

GoldenStage readStage(ByteReader& in, const GoldenStage& before, std::size_t names) {
  GoldenStage stage;
  stage.step = in.value<std::uint64_t>();
  stage.name = in.value<std::uint16_t>();
  requireGolden(stage.name < names);
  stage.particles = readParticles(in);
  stage.links = in.value<std::uint64_t>();
  for (const std::uint64_t hash : before.hashes) stage.hashes.push_back(hash ^ in.value<std::uint64_t>());
  stage.digests = in.array<std::uint16_t>();
  return stage;
}

void writeStep(ByteWriter& out, const GoldenStep& step) {
  out.value(step.step);
  out.value(step.seconds);
  out.array(step.ids);
  out.array(step.positions);
  out.array(step.velocities);
}

GoldenStep readStep(ByteReader& in) {
  GoldenStep step;
  step.step = in.value<std::uint64_t>();
  step.seconds = readFinite<float>(in);
  step.ids = in.array<std::uint32_t>();
  step.positions = in.array<Vec3>();
  step.velocities = in.array<Vec3>();
  requireGolden(step.positions.size() == step.ids.size() && step.velocities.size() == step.ids.size());
  requireGolden(std::all_of(step.positions.begin(), step.positions.end(), isFinite) &&
                std::all_of(step.velocities.begin(), step.velocities.end(), isFinite));
  return step;
}

void writeFrame(ByteWriter& out, const GoldenFrame& f) {
  out.value(f.frame);
  out.value(f.particles);
  for (const float v : {f.mass, f.kineticEnergy, f.meanDensity}) out.value(v);
  out.value(f.centroid);
  out.value(f.momentum);
}

GoldenFrame readFrame(ByteReader& in) {
  GoldenFrame f;
  f.frame = in.value<std::uint64_t>();
  f.particles = readParticles(in);
  for (float* v : {&f.mass, &f.kineticEnergy, &f.meanDensity}) *v = readFinite<float>(in);
  f.centroid = readFinite<Vec3>(in);
  f.momentum = readFinite<Vec3>(in);
  return f;
}

/// Writes the digests of grid blocks, which stand last in the file and only for methods with a grid.
void writeBlocks(ByteWriter& out, const GoldenRun& run) {
  if (!hasGrid(run)) return;
  for (const GoldenStage& s : run.stages) out.array(s.blocks);
}

void readBlocks(ByteReader& in, GoldenRun& run) {
  if (!hasGrid(run)) return;
  for (GoldenStage& s : run.stages) s.blocks = in.array<GoldenBlock>();
}

GoldenRun readRun(ByteReader& in) {
  GoldenRun run;
  run.interactionRadius = readFinite<float>(in);
  run.framesPerSecond = readFinite<double>(in);
  requireGolden(run.interactionRadius > 0.f && run.framesPerSecond > 0.0);
  run.digestBudget = in.value<std::uint64_t>();
  requireGolden(run.digestBudget <= kMaxGoldenBytes);
  run.digestedStages = in.value<std::uint64_t>();
  run.parts = readTexts(in);
  run.stageNames = readTexts(in);
  GoldenStage before;
  before.hashes.resize(run.parts.size());
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) {
    before = readStage(in, before, run.stageNames.size());
    run.stages.push_back(before);
  }
  requireGolden(run.digestedStages <= run.stages.size());
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) run.firstSteps.push_back(readStep(in));
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) run.frames.push_back(readFrame(in));
  readBlocks(in, run);
  return run;
}

GoldenFile readGolden(ByteReader& in) {
  GoldenFile golden;
  golden.scene = currentSceneName(in.text());
  const auto detail = in.value<std::uint8_t>();
  requireGolden(detail <= static_cast<std::uint8_t>(Detail::Draft));
  golden.detail = static_cast<Detail>(detail);
  golden.method = in.text();
  golden.settings = readTexts(in);
  golden.build = in.text();
  golden.run = readRun(in);
  requireGolden(in.atEnd());
  return golden;
}

}  // namespace

std::vector<std::string> settingTexts(const std::vector<LoggedCommand>& commands) {
  std::vector<std::string> texts;
  for (const LoggedCommand& c : commands) {
    const CommandText text = textOf(c.command);
    texts.push_back(fmt::format("{}={} at step {}", text.target, fmt::join(text.values, ","), c.step));
  }
  return texts;
}

GoldenFile describeGolden(const Scene& scene, const std::vector<LoggedCommand>& commands) {
  GoldenFile golden{
      scene.name, scene.detail, scene.world.method, settingTexts(commands), buildIdentification(), {}};
  golden.run.parts = goldenParts(findMethod(scene.world.method));
  return golden;
}

void requireComparable(const GoldenFile& expected, const GoldenFile& actual,
                       const std::filesystem::path& path) {
  const auto demand = [&](std::string_view what, std::string_view was, std::string_view is) {
    if (was != is)
      throw InputError(fmt::format("{}: recorded with the {} {}, not {}", path.string(), what,
                                   shortened(was, kMaxQuotedBytes), shortened(is, kMaxQuotedBytes)));
  };
  const auto listed = [](const std::vector<std::string>& settings) {
    return settings.empty() ? "as in the scene" : fmt::format("{}", fmt::join(settings, "; "));
  };
  demand("scene", expected.scene, actual.scene);
  demand("detail", detailWord(expected.detail), detailWord(actual.detail));
  demand("method", expected.method, actual.method);
  demand("settings", listed(expected.settings), listed(actual.settings));
  if (const std::string apart = describePartDifferences(expected.run, actual.run); !apart.empty())
    throw InputError(fmt::format("{}: recorded with other fields; the other run {}", path.string(), apart));
}

namespace {

GoldenVerdict compareRuns(const GoldenFile& expected, const GoldenFile& actual) {
  const auto& run = actual.run;
  if (expected.build == actual.build) {
    if (const auto d = compareExactly(expected.run, run)) return {false, "differs first at " + describe(*d)};
    return {true, fmt::format("identical in {} frames, {} stages", run.frames.size(), run.stages.size())};
  }
  const std::string builds =
      fmt::format("(within tolerances: recorded by {}, this is {})",
                  shortened(expected.build, kMaxQuotedBytes), shortened(actual.build, kMaxQuotedBytes));
  if (const std::string found = compareWithin(expected.run, run); !found.empty())
    return {false, fmt::format("differs first at {} {}", found, builds)};
  return {true, fmt::format("the same over {} frames {}", run.frames.size(), builds)};
}

}  // namespace

GoldenVerdict compareGolden(const GoldenFile& expected, const GoldenFile& actual) {
  GoldenVerdict verdict = compareRuns(expected, actual);
  verdict.text = replaceInvisible(verdict.text);  // the text quotes names of stages and builds
  return verdict;
}

std::vector<std::byte> encodeGolden(const GoldenFile& golden) {
  ByteWriter out;
  out.text(golden.scene);
  out.value(static_cast<std::uint8_t>(golden.detail));
  out.text(golden.method);
  writeTexts(out, golden.settings);
  out.text(golden.build);
  const GoldenRun& run = golden.run;
  out.value(run.interactionRadius);
  out.value(run.framesPerSecond);
  out.value(run.digestBudget);
  out.value(run.digestedStages);
  writeTexts(out, run.parts);
  writeTexts(out, run.stageNames);
  out.value(static_cast<std::uint64_t>(run.stages.size()));
  GoldenStage before;
  before.hashes.resize(run.parts.size());
  for (const GoldenStage& s : run.stages) {
    writeStage(out, s, before);
    before.hashes = s.hashes;
  }
  out.value(static_cast<std::uint64_t>(run.firstSteps.size()));
  for (const GoldenStep& s : run.firstSteps) writeStep(out, s);
  out.value(static_cast<std::uint64_t>(run.frames.size()));
  for (const GoldenFrame& f : run.frames) writeFrame(out, f);
  writeBlocks(out, run);
  return pack(kGolden, out.bytes());
}

GoldenFile decodeGolden(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  const auto refuse = [&](std::string_view why) {
    return InputError(fmt::format("{}: {}", path.string(), why));
  };
  std::vector<std::byte> payload;
  try {
    payload = unpack(kGolden, bytes);
  } catch (const InputError& e) {
    throw refuse(e.what());
  }
  try {
    ByteReader content(payload);
    return readGolden(content);
  } catch (const InputError&) {
    throw refuse("the golden file is damaged");
  }
}

bool isGolden(std::span<const std::byte> bytes) { return isOfKind(kGolden, bytes); }

void writeGolden(const std::filesystem::path& path, const GoldenFile& golden) {
  writeFile(path, encodeGolden(golden));
}

GoldenFile readGolden(const std::filesystem::path& path) {
  return decodeGolden(readPacked(kGolden, path), path);
}

}  // namespace ooze
