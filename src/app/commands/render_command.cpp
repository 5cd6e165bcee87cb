#include "ooze/base/error.h"
#include "ooze/world/spray_trail.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "app/pictures/picture_line.h"
#include "app/pictures/render_output.h"

#include <atomic>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

namespace ooze {
namespace {

RenderSettings settingsOf(const RenderOptions& options, const Scene& scene) {
  RenderSettings settings = settingsOf(static_cast<const PictureChoice&>(options), scene);
  settings.transparent = options.transparent;
  return settings;
}

CameraView cameraAt(const RenderOptions& options, const Scene& scene, std::uint64_t picture) {
  const CameraView start = cameraOf(options, scene);
  if (!options.turntable) return start;
  const std::uint64_t turn = options.turn > 0 ? options.turn : pictureCount(options);
  return start.turned(
      static_cast<float>(360.0 * static_cast<double>(picture % turn) / static_cast<double>(turn)));
}

/// The render queue and the progress, which the interrupt handler reads from another thread.
struct Work {
  PictureLine& line;
  std::atomic<std::uint64_t> frame{0};
};

/// Simulates up to a frame. @return "", or why the simulation stopped early. If the render queue has failed,
/// PictureLine::finish() throws the reason.
std::string advanceTo(std::uint64_t frame, const RenderOptions& options, World& world, Work& work,
                      ProgressBar& bar, SprayTrail& trail, const SnapshotContent& content) {
  while (world.frameIndex() < frame) {
    if (content.droplets) (void)trail.snapshot(world, content);  // spray accumulates over every frame
    bar.update(world.frameIndex());
    if (work.line.ended()) return "stopped";
    try {
      world.advanceFrame();
    } catch (const RunError& error) {
      return fmt::format("stopped at frame {} of {}: {}", world.frameIndex(), options.frames.last,
                         error.what());
    }
    work.frame = world.frameIndex();
  }
  return "";
}

/// Simulates and submits every picture to the render queue. @return "", or why the run stopped early
std::string takeShots(const RenderOptions& options, const Scene& scene, World& world, Work& work) {
  RenderSettings settings = settingsOf(options, scene);
  const SnapshotContent content = contentFor(settings);
  SprayTrail trail(options.choice.threads);
  SteadyScale scale;
  const bool still = turnsRoundOneFrame(options);
  const std::uint64_t count = pictureCount(options);
  std::optional<ProgressBar> bar(std::in_place, "frame", 0, options.frames.last);
  std::shared_ptr<const Snapshot> snapshot;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t frame = options.frames.first + (still ? 0 : i * options.frames.step);
    std::string why = advanceTo(frame, options, world, work, *bar, trail, content);
    if (!why.empty()) return why;
    if (!still || !snapshot) snapshot = trail.snapshot(world, content);
    settings.quantityScale =
        scale.follow(quantityValues(*snapshot, settings.quantity), settings.quantity, snapshot->time);
    if (still && i == 0) bar.emplace("picture", 0, count);
    if (still) bar->update(i);
    if (!work.line.put({snapshot, cameraAt(options, scene, i), settings, still ? i : frame}))
      return "stopped";
    work.line.waitForRoom();
  }
  return "";
}

/// Ends the program on an interrupt without waiting for a step or picture. A video ends with the frames
/// encoded so far.
[[noreturn]] void cutShort(Work& work, std::uint64_t last) {
  const std::string line = fmt::format("interrupted at frame {} of {}", work.frame.load(), last);
  try {
    work.line.cutShort();
  } catch (const std::exception& error) {
    endInterrupted(fmt::format("{}; {}", line, error.what()));
  }
  endInterrupted(line + "; what is complete was written");
}

World worldOf(const Start& start, const RenderOptions& options) {
  if (!start.save) return World(start.scene.world, options.choice.threads);
  if (options.frames.first < start.save->frame)
    throw InputError(fmt::format("--frames {}: {} stands at frame {} already", options.frames.first,
                                 options.restore.string(), start.save->frame));
  return restoredWorld(*start.save, options.restore, options.choice.threads);
}

}  // namespace

int renderCommand(const RenderOptions& options) {
  const InterruptGuard interrupt;
  const RenderOutput output(options);
  std::optional<InterruptEndsProgram> loading(std::in_place, interrupt, "loading");
  const Start start = chooseStart(options.choice, options.restore);
  const Scene& scene = start.scene;
  for (const std::string& note : scene.notes) tellNote(note);
  settingsOf(options, scene);  // throws for an unknown view
  World world = worldOf(start, options);
  loading.reset();
  submitAssignments(world, options.choice, scene);

  const double step = turnsRoundOneFrame(options) ? 1.0 : static_cast<double>(options.frames.step);
  std::unique_ptr<PictureSink> sink = output.open(scene.world.framesPerSecond / step);
  PictureLine line([&options] { return openOffscreen(options.supersample); }, std::move(sink));
  Work work{line, {world.frameIndex()}};
  const InterruptWatch watch(interrupt, [&] { cutShort(work, options.frames.last); });
  const std::string stopped = takeShots(options, scene, world, work);
  line.finish();
  if (!stopped.empty()) throw RunError(stopped + "; what is complete was written");
  fmt::print("{}\n", options.out.string());
  return 0;
}

}  // namespace ooze
