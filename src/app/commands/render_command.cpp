#include "ooze/base/error.h"
#include "ooze/world/spray_trail.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "app/pictures/render_queue.h"
#include "export/frame_name.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Returns true if the camera orbits around a single frame of the simulation.
bool orbitsOneFrame(const RenderOptions& o) { return o.turntable && o.frames.first == o.frames.last; }

/// Returns the number of pictures that `ooze render` makes.
std::uint64_t pictureCount(const RenderOptions& o) {
  return orbitsOneFrame(o) ? o.turn : (o.frames.last - o.frames.first) / o.frames.step + 1;
}

/// Returns true if the pictures are written with layers.
bool isLayered(const fs::path& file) { return file.extension() == ".exr"; }

void requireFolder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError(fmt::format("--out: there is no folder {}", folder.string()));
}

/// Chooses the output files of the pictures. Checks the path before the simulation starts, and writes
/// nothing.
class RenderOutput {
 public:
  /// Checks the options.
  /// @throws InputError if the name fits no kind of file, or the path is not writable
  /// @throws RunError if the output is a video and ffmpeg is not installed
  explicit RenderOutput(const RenderOptions& options);

  /// Opens the output.
  /// @param framesPerSecond  frame rate of a video
  /// @throws as requireFilmEncoder()
  [[nodiscard]] std::unique_ptr<PictureSink> open(double framesPerSecond) const;
  /// Returns the path of the film or of the pictures, with %05d for several pictures.
  [[nodiscard]] const std::filesystem::path& name() const { return name_; }

 private:
  std::filesystem::path name_;  ///< name of the video or of the pictures, with %05d for several pictures
  FilmOptions film_;
};

RenderOutput::RenderOutput(const RenderOptions& o) : name_(o.out) {
  if (pictureCount(o) == 0)
    throw InputError("--turntable needs a number of pictures for one frame, as in --turntable=120");
  film_.width = o.width;
  film_.height = o.height;
  film_.transparent = o.transparent;
  std::error_code ignored;
  if (fs::is_directory(name_, ignored) || !name_.has_extension()) {
    fs::create_directories(name_, ignored);
    name_ /= "frame_%05d.png";
  } else if (isFilm(name_)) {
    film_.framesPerSecond = 1.0;  // placeholder, since the frame rate is not known yet
    requireFilmEncoder(name_, film_);
  } else if (name_.extension() != ".png" && !isLayered(name_)) {
    throw InputError(
        fmt::format("--out {}: must be a .png, .exr, .mp4, .webp or .gif file, or a folder", name_.string()));
  } else if (!isSequence(name_.filename()) && pictureCount(o) > 1) {
    throw InputError(fmt::format(
        "--out {}: several frames need a name with %04d, a folder, or a film such as .mp4", name_.string()));
  }
  requireFolder(name_);
  // A film has no frame number in its name.
  const fs::path first = isFilm(name_) ? name_.filename() : frameName(name_.filename(), o.frames.first);
  requireWritable(name_.parent_path() / first);
}

std::unique_ptr<PictureSink> RenderOutput::open(double framesPerSecond) const {
  if (!isFilm(name_)) return makePictureFiles(name_);
  FilmOptions film = film_;
  film.framesPerSecond = framesPerSecond;
  return makeFilm(name_, film);
}

RenderSettings settingsOf(const RenderOptions& options, const Scene& scene) {
  RenderSettings settings = settingsOf(static_cast<const PictureChoice&>(options), scene);
  settings.transparent = options.transparent;
  settings.layers = isLayered(options.out);
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
struct RenderWork {
  RenderQueue& line;
  std::atomic<std::uint64_t> frame{0};
};

/// Simulates up to a frame.
/// @return "", or why the simulation stopped early. If the render queue has failed, RenderQueue::finish()
///         throws the reason.
std::string advanceTo(std::uint64_t frame, const RenderOptions& options, World& world, RenderWork& work,
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
std::string submitPictures(const RenderOptions& options, const Scene& scene, World& world, RenderWork& work) {
  RenderSettings settings = settingsOf(options, scene);
  const SnapshotContent content = contentFor(settings);
  SprayTrail trail(options.choice.threads);
  SmoothedScale scale;
  const bool still = orbitsOneFrame(options);
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
[[noreturn]] void finishEarly(RenderWork& work, std::uint64_t last) {
  const std::string line = fmt::format("interrupted at frame {} of {}", work.frame.load(), last);
  try {
    work.line.finishEarly();
  } catch (const std::exception& error) {
    exitInterrupted(fmt::format("{}; {}", line, error.what()));
  }
  exitInterrupted(line + "; complete results were written");
}

World worldOf(const RunStart& start, const RenderOptions& options) {
  if (!start.save) return World(start.scene.world, options.choice.threads);
  if (options.frames.first < start.save->frame)
    throw InputError(fmt::format("--frames {}: {} is already at frame {}", options.frames.first,
                                 options.restore.string(), start.save->frame));
  return restoredWorld(*start.save, options.restore, options.choice.threads);
}

}  // namespace

int renderCommand(const RenderOptions& options) {
  const InterruptBlock interrupt;
  const RenderOutput output(options);
  std::optional<ExitOnInterrupt> loading(std::in_place, interrupt, "loading");
  const RunStart start = chooseStart(options.choice, options.restore);
  const Scene& scene = start.scene;
  std::vector<FileUse> inputs = inputFiles(scene, start.save, options.restore);
  inputs.push_back(backgroundFile(options));
  requireSeparateFiles({{"--out", output.name()}}, inputs);
  for (const std::string& note : scene.notes) printNote(note);
  settingsOf(options, scene);  // throws for an unknown view
  World world = worldOf(start, options);
  loading.reset();
  submitAssignments(world, options.choice, scene);

  const double step = orbitsOneFrame(options) ? 1.0 : static_cast<double>(options.frames.step);
  std::unique_ptr<PictureSink> sink = output.open(scene.world.framesPerSecond / step);
  RenderQueue line([&options] { return openOffscreen(options.supersample); }, std::move(sink));
  RenderWork work{line, {world.frameIndex()}};
  const InterruptHandler watch(interrupt, [&] { finishEarly(work, options.frames.last); });
  const std::string stopped = submitPictures(options, scene, world, work);
  line.finish();
  for (const std::string& note : world.meshNotes()) printNote(note);
  if (const std::string warning = world.balance().warning(); !warning.empty()) printNote(warning);
  if (!stopped.empty()) throw RunError(stopped + "; complete results were written");
  fmt::print("{}\n", options.out.string());
  return 0;
}

}  // namespace ooze
