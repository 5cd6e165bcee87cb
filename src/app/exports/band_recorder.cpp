#include "app/exports/band_recorder.h"

#include "ooze/base/error.h"
#include "ooze/scene/band_file.h"

#include "base/file_name.h"
#include "world/history/record_serialization.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Computes an id of the run: a hash of everything that its result depends on. A continued run has the id of
/// the run from the start.
std::uint64_t runId(const Scene& scene, const World& world) {
  ByteWriter out;
  for (const std::string_view text :
       {std::string_view(OOZE_VERSION), std::string_view(scene.source), detailWord(scene.detail)})
    out.text(text);
  for (const MaterialDefinition& material : scene.world.materials) writeMaterial(out, material);
  for (const LoggedCommand& logged : world.commandsWithWaiting()) writeLogged(out, logged);
  for (const SourceSpec& source : scene.world.sources) out.value(source.frames->read(0).run);
  return hashBytes(out.bytes());
}

/// Returns the number of a frame of a band by the file's name, or an unset value for other files.
std::optional<std::uint64_t> frameOfBandFile(const fs::path& file, const std::string& band) {
  const std::string name = file.filename().string(), start = fileNameOf(band) + "_";
  std::uint64_t frame = 0;
  if (!name.starts_with(start)) return std::nullopt;
  std::from_chars(name.data() + start.size(), name.data() + name.size(), frame);
  return bandFilePath(file.parent_path(), band, frame) == file ? std::optional(frame) : std::nullopt;
}

/// Refuses a folder that holds the same band of another run, so that no reader mixes two runs.
void requireSameRun(const fs::path& folder, const BandFrame& own) {
  std::optional<std::uint64_t> first, last;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (const std::optional<std::uint64_t> frame = frameOfBandFile(entry->path(), own.band)) {
      first = std::min(first.value_or(*frame), *frame);
      last = std::max(last.value_or(*frame), *frame);
    }
  for (const std::optional<std::uint64_t>& frame : {first, last}) {
    if (!frame) continue;
    const BandFrame there = readBandFrame(bandFilePath(folder, own.band, *frame));
    if (there.scene == own.scene && there.band == own.band && there.run == own.run) continue;
    throw InputError(
        fmt::format("--bands: {} holds the band {} of another run (scene {}); remove its files or choose "
                    "another folder",
                    folder.string(), quoteText(there.band), quoteText(there.scene)));
  }
}

/// Refuses bands whose files would have the same names.
void requireDifferentFiles(const std::vector<BandSpec>& bands) {
  std::set<std::string> names;
  for (const BandSpec& band : bands)
    if (!names.insert(fileNameOf(band.name)).second)
      throw InputError(fmt::format("--bands: two bands have files named {}; rename one",
                                   quoteText(fileNameOf(band.name))));
}

}  // namespace

BandRecorder::BandRecorder(std::filesystem::path folder, const Scene& scene, const World& world)
    : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  const MethodRow& method = findMethod(scene.world.method);
  if (scene.world.bands.empty() || !method.cellSide)
    throw InputError(fmt::format(
        "--bands: {}", method.cellSide ? fmt::format("the scene {} has no \"bands\"", quoteText(scene.name))
                                       : fmt::format("\"{}\" is not on a grid", method.title)));
  requireDifferentFiles(scene.world.bands);
  const std::uint64_t run = runId(scene, world);
  for (const BandSpec& band : scene.world.bands) {
    BandFrame& frame = frames_.emplace_back();
    frame.scene = scene.name;
    frame.band = band.name;
    frame.run = run;
    frame.framesPerSecond = scene.world.framesPerSecond;
    frame.cells = cellsOf(band.box, method.cellSide(scene.world.methodSettings));
    requireSameRun(folder_, frame);
  }
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) throw RunError(fmt::format("cannot make {}: {}", folder_.string(), failed.message()));
}

void BandRecorder::begin(const World& world) {
  if (world.stepIndex() > 0) return;
  note(world);
  endFrame(world);
}

void BandRecorder::note(const World& world) {
  for (BandFrame& frame : frames_) {
    std::erase_if(frame.moments, [&](const BandState& m) { return m.time >= world.time(); });
    frame.moments.push_back(world.method().band(frame.cells));
    frame.moments.back().time = world.time();
  }
}

void BandRecorder::endFrame(const World& world) {
  for (BandFrame& frame : frames_) {
    frame.frame = world.frameIndex();
    writeBandFrame(folder_, frame);
    frame.moments.clear();
  }
}

}  // namespace ooze
