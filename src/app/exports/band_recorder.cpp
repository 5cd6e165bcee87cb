#include "app/exports/band_recorder.h"

#include "ooze/base/error.h"
#include "ooze/scene/band_file.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

/// Computes an id of the run. Runs of one scene at one detail give equal results, and so have equal ids.
std::uint64_t runId(const Scene& scene) {
  ByteWriter out;
  out.text(scene.source);
  out.value(scene.detail);
  return hashBytes(out.bytes());
}

}  // namespace

BandRecorder::BandRecorder(std::filesystem::path folder, const Scene& scene) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  const MethodRow& method = findMethod(scene.world.method);
  if (scene.world.bands.empty() || !method.cellSide)
    throw InputError(fmt::format(
        "--bands: {}", method.cellSide ? fmt::format("the scene \"{}\" has no \"bands\"", scene.name)
                                       : fmt::format("\"{}\" is not on a grid", method.title)));
  for (const BandSpec& band : scene.world.bands) {
    BandFrame& frame = frames_.emplace_back();
    frame.scene = scene.name;
    frame.band = band.name;
    frame.run = runId(scene);
    frame.framesPerSecond = scene.world.framesPerSecond;
    frame.cells = cellsOf(band.box, method.cellSide(scene.world.methodSettings));
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
