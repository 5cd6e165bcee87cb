#include "ooze/base/error.h"

#include "app/cluster/cluster_run.h"
#include "app/cluster/film_parts.h"
#include "app/cluster/slurm.h"
#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/picture_source.h"
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
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

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
  for (const auto& [given, option] :
       {std::pair{o.samples.has_value(), "--samples"}, {o.denoise, "--denoise"}, {o.resume, "--resume"}})
    if (given) throw InputError(fmt::format("{} needs --renderer cycles", option));
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

/// The render queue and the progress, which the interrupt handler reads from another thread.
struct RenderWork {
  RenderQueue& line;
  std::atomic<std::uint64_t> frame{0};
};

/// Simulates and submits every picture to the render queue.
/// @return "", or why the run stopped early. If the render queue has failed, RenderQueue::finish() throws the
///         reason.
std::string submitPictures(const RenderOptions& options, const Scene& scene, World& world, RenderWork& work) {
  PictureSource source(options, scene, world);
  const bool still = orbitsOneFrame(options);
  const std::uint64_t count = pictureCount(options);
  std::optional<ProgressBar> bar(std::in_place, "frame", 0, options.frames.last);
  const auto goOn = [&] {
    work.frame = world.frameIndex();
    bar->update(world.frameIndex());
    return !work.line.ended();
  };
  while (source.next() < count) {
    if (std::string why = source.advance(goOn); !why.empty()) return why;
    work.frame = world.frameIndex();
    if (still && source.next() == 0) bar.emplace("picture", 0, count);
    if (still) bar->update(source.next());
    if (!work.line.put(source.take())) return "stopped";
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

}  // namespace

void renderPart(const RenderOptions& options, const JobFolder& folder, const JobOptions& job) {
  runFilmPart(options, folder, job, RenderOutput(options).name());
}

int renderCommand(const RenderOptions& options) {
  InterruptBlock interrupt;
  if (options.cluster.requested()) requireSlurm([&interrupt] { return interrupt.arrived(); });
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
  if (options.cluster.requested())
    return runOnCluster(options.cluster,
                        {options.out, firstProduct(options, output.name()), filesOf(inputs),
                         filmParts(options, scene), pictureCount(options), options.choice.threads},
                        interrupt);

  std::unique_ptr<PictureSink> sink = output.open(picturesPerSecond(options, scene));
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
