// Path tracing of a scene with Cycles, Blender's renderer.
#include "ooze/base/error.h"

#include "app/commands/blender.h"
#include "app/commands/commands.h"
#include "app/commands/output_files.h"
#include "app/commands/terminal.h"
#include "app/exports/blender_folder.h"
#include "export/frame_name.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// A folder beside the pictures for the files of the run, which is removed in the end.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const fs::path& beside)
      : path_(beside / fmt::format(".ooze-cycles-{}", ::getpid())) {}
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Returns the file of each picture.
std::vector<fs::path> pictureFiles(const RenderOptions& o) {
  fs::path name = o.out;
  if (name.extension() != ".png")
    throw InputError(
        fmt::format("--out {}: Cycles writes .png files, such as frame_%04d.png", name.string()));
  for (const auto& [given, option] : {std::pair{o.turntable, "--turntable"},
                                      {o.transparent, "--transparent"},
                                      {!o.view.empty(), "--view"},
                                      {o.spray.has_value(), "--spray"}})
    if (given) throw InputError(fmt::format("--renderer cycles has no {}", option));
  if (!isSequence(name.filename()) && o.frames.last >= o.frames.first + o.frames.step)
    throw InputError(fmt::format("--out {}: several frames need a name with %04d", name.string()));
  std::vector<fs::path> files;
  for (std::uint64_t frame = o.frames.first; frame <= o.frames.last; frame += o.frames.step)
    files.push_back(fs::absolute(name.parent_path() / frameName(name.filename(), frame)));
  return files;
}

}  // namespace

int renderWithCycles(const RenderOptions& options) {
  if (options.cluster.requested()) throw InputError("--renderer cycles does not run with --cluster");
  const std::vector<fs::path> files = pictureFiles(options);
  requireBlender();
  requireWritable(files.front());
  std::error_code ignored;
  const auto count = [&](bool present) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        files, [&](const fs::path& file) { return fs::exists(file, ignored) == present; }));
  };
  if (const std::uint64_t kept = count(true); options.resume && kept > 0)
    printNote(fmt::format("{} picture{} kept", kept, kept == 1 ? " is" : "s are"));
  if (options.resume && count(false) == 0) {
    fmt::print("{}\n", options.out.string());
    return 0;
  }
  const InterruptBlock interrupt;
  if (options.denoise) runBlender({"--check-denoiser"}, interrupt, [] {});  // throws before the long run
  CancellationToken work;
  const RunStart start = chooseStart(options.choice, options.restore);
  for (const std::string& note : start.scene.notes) printNote(note);
  World world = start.save ? restoredWorld(*start.save, options.restore, options.choice.threads)
                           : World(start.scene.world, options.choice.threads);
  const TemporaryFolder folder(files.front().parent_path());
  BlenderFolder run(folder.path(), start.scene, options, options.choice.threads, &work);
  {
    const InterruptHandler watch(interrupt, [&work] { work.cancelled = true; });
    try {
      exportRun(start, world, options.choice, options.frames, run, work);
    } catch (const Cancelled&) {
      throw RunError(fmt::format("interrupted at frame {} of {}", world.frameIndex(), options.frames.last));
    }
  }
  // Older pictures are replaced, but not before the run is simulated: a run may stop early.
  if (!options.resume)
    for (const fs::path& file : files) fs::remove(file, ignored);
  std::vector<std::string> arguments{"--import", run.description().string(), "--samples",
                                     fmt::format("{}", options.samples.value_or(kCyclesSamples)), "--render"};
  for (const fs::path& file : files) arguments.push_back(file.string());
  if (options.denoise) arguments.insert(arguments.end(), {"--denoise"});
  ProgressBar bar("picture", 0, files.size());
  runBlender(arguments, interrupt, [&] { bar.update(count(true)); });
  if (const std::uint64_t missing = count(false); missing > 0)
    throw RunError(fmt::format("Blender drew {} of {} pictures", files.size() - missing, files.size()));
  fmt::print("{}\n", options.out.string());
  return 0;
}

}  // namespace ooze
