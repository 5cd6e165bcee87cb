#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene_writing.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/report.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "app/exports/band_recorder.h"
#include "app/exports/exports.h"
#include "base/chrome_trace.h"
#include "base/file.h"
#include "base/file_name.h"
#include "base/file_writer.h"
#include "export/frame_name.h"
#include "export/vtk_series.h"
#include "scene/golden_file.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ooze {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Checks before the long run starts that every output file can be written.
void requireOutputs(const RunOptions& o) {
  if (!o.save.empty()) requireWritable(o.save);
  if (!o.saveScene.empty()) requireWritable(o.saveScene);
  if (!o.report.empty() && o.report != "-") requireWritable(o.report);
  if (!o.trace.empty()) requireWritable(o.trace);
}

/// Returns the files that the run will write. A golden file that exists is compared, not written.
std::vector<FileUse> outputsOf(const RunOptions& o, const Scene& scene) {
  std::vector<FileUse> outputs{
      {"--save", o.save},   {"--report", o.report == "-" ? "" : o.report}, {"--save-scene", o.saveScene},
      {"--trace", o.trace}, {"--particles", o.exports.particles},          {"--surface", o.exports.surface}};
  const auto addList = [&](const char* option, const std::filesystem::path& name) {
    if (VtkSeries::isFor(name))
      outputs.push_back({fmt::format("the list of the {} files", option), VtkSeries(name).file()});
  };
  addList("--particles", o.exports.particles);
  addList("--surface", o.exports.surface);
  std::error_code unknown;
  if (!std::filesystem::exists(o.golden, unknown)) outputs.push_back({"--golden", o.golden});
  if (!o.bands.empty())
    for (const BandSpec& band : scene.world.bands)
      outputs.push_back({"--bands", o.bands / (fileNameOf(band.name) + "_%06d.band")});
  return outputs;
}

/// Checks that no output replaces an input or another output.
void requireSeparateFiles(const RunOptions& o, const RunStart& start) {
  std::vector<FileUse> inputs = inputFiles(start.scene, start.save, o.restore.empty() ? o.replay : o.restore);
  std::error_code unknown;
  if (std::filesystem::exists(o.golden, unknown)) inputs.push_back({"the golden file", o.golden});
  requireSeparateFiles(outputsOf(o, start.scene), inputs);
}

World makeWorld(const RunStart& start, const RunOptions& o) {
  World world = o.restore.empty() ? World(start.scene.world, o.choice.threads)
                                  : restoredWorld(*start.save, o.restore, o.choice.threads);
  if (!o.replay.empty()) world.replay(start.save->commands);
  submitAssignments(world, o.choice, start.scene);
  return world;
}

/// Returns the commands that makeWorld() submits, as the event log will contain them.
std::vector<LoggedCommand> commandsOf(const RunStart& start, const RunOptions& o) {
  if (!o.replay.empty()) return start.save->commands;
  std::vector<LoggedCommand> commands;
  for (const std::string& assignment : o.choice.assignments)
    commands.push_back({0, parseAssignment(assignment, start.scene.world.method)});
  return commands;
}

/// Checks the run against the golden file of `ooze run --golden FILE`: records a run, or compares the run
/// with the recorded one.
class GoldenCheck {
 public:
  /// Reads the golden file if the file exists.
  /// @param file  "" disables recording and comparing
  /// @throws InputError if the file is no valid golden file; RunError if the file is new and cannot be
  /// written
  explicit GoldenCheck(std::filesystem::path file);

  /// Returns the length of the recorded run; unset if no run is recorded.
  [[nodiscard]] std::optional<std::uint64_t> frames() const;

  /// Starts to record the run.
  /// @param commands  commands that the run will apply
  /// @param frames    length of the run
  /// @param world     the world at its start; must not be moved or destroyed before finish()
  /// @throws InputError if the golden file belongs to a different run
  void begin(const Scene& scene, const std::vector<LoggedCommand>& commands, std::uint64_t frames,
             World& world);
  /// Records the frame that the world has just finished.
  void noteFrame();
  /// Writes or compares the golden file and prints the result as one line.
  /// @return exit code: 1 if the runs differ
  int finish(std::FILE* out);

 private:
  std::filesystem::path file_;
  std::optional<GoldenFile> expected_;
  GoldenFile actual_;
  std::unique_ptr<GoldenRecorder> recorder_;
};

GoldenCheck::GoldenCheck(std::filesystem::path file) : file_(std::move(file)) {
  if (file_.empty()) return;
  std::error_code ignored;
  if (std::filesystem::exists(file_, ignored))
    expected_ = readGolden(file_);
  else
    requireWritable(file_);
}

std::optional<std::uint64_t> GoldenCheck::frames() const {
  return expected_ ? std::optional(expected_->frames()) : std::nullopt;
}

void GoldenCheck::begin(const Scene& scene, const std::vector<LoggedCommand>& commands, std::uint64_t frames,
                        World& world) {
  if (file_.empty()) return;
  actual_ = describeGolden(scene, commands);
  if (expected_) {
    requireComparable(*expected_, actual_, file_);
    if (expected_->frames() != frames)
      throw InputError(
          fmt::format("{}: recorded over {} frames, not {}", file_.string(), expected_->frames(), frames));
  }
  recorder_ =
      std::make_unique<GoldenRecorder>(world, expected_ ? expected_->run.digestBudget : kGoldenDigestBudget);
}

void GoldenCheck::noteFrame() {
  if (recorder_) recorder_->noteFrame();
}

int GoldenCheck::finish(std::FILE* out) {
  if (!recorder_) return 0;
  actual_.run = recorder_->run();
  if (!expected_) {
    writeGolden(file_, actual_);
    fmt::print(out, "{}: recorded {} frames, {} stages\n", file_.string(), actual_.frames(),
               actual_.run.stages.size());
    return 0;
  }
  const GoldenVerdict verdict = compareGolden(*expected_, actual_);
  fmt::print(out, "{}: {}\n", file_.string(), verdict.text);
  return verdict.same ? 0 : 1;
}

std::uint64_t lastFrame(const RunStart& start, const RunOptions& o, const GoldenCheck& golden) {
  if (!o.frames && golden.frames()) return *golden.frames();
  const double whole = std::round(start.scene.duration * start.scene.world.framesPerSecond);
  std::uint64_t last = o.frames.value_or(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(whole)));
  // A world that stopped in its first frame is saved at frame 0.
  if (!o.replay.empty() && !o.frames) last = start.save->frame;
  if (!o.restore.empty() && last < start.save->frame)
    throw InputError(
        fmt::format("--frames {}: {} is already at frame {}", last, o.restore.string(), start.save->frame));
  return last;
}

/// Sets the world's cancellation token during its lifetime, so that only time steps can be cancelled.
class ScopedCancellationToken {
 public:
  ScopedCancellationToken(World& world, const CancellationToken& work) : world_(world) {
    world.setCancellationToken(&work);
  }
  ~ScopedCancellationToken() { world_.setCancellationToken(nullptr); }
  ScopedCancellationToken(const ScopedCancellationToken&) = delete;
  ScopedCancellationToken& operator=(const ScopedCancellationToken&) = delete;

 private:
  World& world_;
};

/// Steps to the next frame boundary and adds the cost of each step to the report.
/// @throws Cancelled; then the report is unchanged and the world is at the start of the frame
void advance(World& world, Report& report, BandRecorder& bands, const CancellationToken& work) {
  struct Cost {
    double milliseconds;
    std::size_t particles;
  };
  std::vector<Cost> costs;
  world.timer().clear();
  const std::uint64_t first = world.stepIndex();
  const LoopTimes before = world.loopTimes();
  const ScopedCancellationToken heeding(world, work);
  do {
    const auto begin = Clock::now();
    world.step();
    costs.push_back({1000 * secondsSince(begin), world.particles().size()});
    bands.note(world);
  } while (!world.atFrameBoundary());
  for (const Cost& cost : costs) report.addStep(cost.milliseconds, cost.particles);
  const LoopTimes after = world.loopTimes();
  report.endFrame(world, world.stepIndex() - first,
                  {.seconds = after.seconds - before.seconds,
                   .on8Cores = after.on8Cores - before.on8Cores,
                   .on16Cores = after.on16Cores - before.on16Cores});
}

void writeSceneFile(const RunOptions& o, const RunStart& start, const World& world) {
  const std::vector<std::string> left =
      writeScene(start.scene, world, {start.scene.camera, start.scene.look}, o.saveScene);
  if (!left.empty())
    printNote(fmt::format("left out of {}: {}", o.saveScene.string(), fmt::join(left, ", ")));
}

/// Writes every result, even if writing others fails. Results needed to resume the run come first, large
/// files last.
/// @return a line for each file that failed
std::vector<std::string> writeResults(const RunOptions& o, const RunStart& start, World& world,
                                      const Report& report, const TraceThread& trace, Exports& exports,
                                      double seconds) {
  std::vector<std::string> failed;
  if (!o.save.empty()) writeOrReport(failed, [&] { writeSave(o.save, makeSave(start.scene, world)); });
  if (!o.report.empty() && o.report != "-")
    writeOrReport(failed, [&] { writeFile(o.report, report.text(world, seconds)); });
  if (!o.saveScene.empty()) writeOrReport(failed, [&] { writeSceneFile(o, start, world); });
  if (!o.trace.empty()) writeOrReport(failed, [&] { writeFile(o.trace, chromeTrace({&trace, 1})); });
  for (std::string& line : exports.end(world)) failed.push_back(std::move(line));
  if (o.report == "-") {
    fmt::print("{}", report.text(world, seconds));
    return failed;
  }
  fmt::print(
      "{}: frame {}, {} steps in {:.1f} s ({:.2f} ms per step, {:.2f} x real time), {} particles, hash {}\n",
      escapeForTerminal(start.scene.name), world.frameIndex(), report.steps(), seconds,
      report.medianStepMilliseconds(), report.realTimeFactor(), world.particles().size(),
      hashText(world.hash()));
  return failed;
}

/// Prints the notes of meshes that commands and saves brought in, after the first `printed` of them.
void printMeshNotes(const World& world, std::size_t& printed) {
  for (const std::vector<std::string>& notes = world.meshNotes(); printed < notes.size(); ++printed)
    printNote(notes[printed]);
}

/// Runs to frame `last`, with reports and files frame by frame.
/// @return "", or why the run stopped early
std::string runFrames(const RunOptions& o, World& world, std::uint64_t last, Report& report,
                      TraceThread& trace, const CancellationToken& work, GoldenCheck& golden,
                      BandRecorder& bands, Exports& exports) {
  ProgressBar bar("frame", world.frameIndex(), last);
  std::size_t notes = 0;
  printMeshNotes(world, notes);
  world.timer().keepSlices(!o.trace.empty());
  const auto interrupted = [&] {
    return fmt::format("interrupted at frame {} of {}", world.frameIndex(), last);
  };
  while (world.frameIndex() < last) {
    try {
      advance(world, report, bands, work);
    } catch (const Cancelled&) {
      return interrupted();
    } catch (const RunError& error) {
      return fmt::format("stopped at frame {} of {}: {}", world.frameIndex(), last, error.what());
    }
    if (!o.trace.empty()) trace.frames.push_back({world.frameIndex(), world.timer().slices()});
    golden.noteFrame();
    if (!o.report.empty()) report.describeFrame(world);
    try {
      bands.endFrame(world);
      exports.frame(world);
    } catch (const Cancelled&) {
      return interrupted();
    } catch (const RunError& error) {  // for example a full disk; complete results are still written
      return fmt::format("stopped at frame {} of {}: {}", world.frameIndex(), last, error.what());
    }
    printMeshNotes(world, notes);
    bar.update(world.frameIndex());
  }
  return "";
}

/// Applies commands of the next step if the session was saved right after an edit, since that save includes
/// them.
void finishReplay(World& world, const SaveFile& save) {
  const auto isDue = [&](const LoggedCommand& c) { return c.step == world.stepIndex(); };
  if (world.frameIndex() == save.frame && std::any_of(save.commands.begin(), save.commands.end(), isDue))
    world.applyCommands();
}

void printRollBacks(const World& world) {
  const std::vector<RollBack>& all = world.rollBacks();
  if (all.empty()) return;
  printNote(fmt::format(
      "{} time{} a frame became unstable and was taken again; the last, frame {}, with {} steps: {}",
      all.size(), all.size() == 1 ? "" : "s", all.back().frame, all.back().substeps, all.back().reason));
}

}  // namespace

int runCommand(const RunOptions& o) {
  const InterruptBlock interrupt;
  requireOutputs(o);
  CancellationToken work;
  Exports exports(o.exports, o.choice.threads, &work);
  std::optional<ExitOnInterrupt> loading(std::in_place, interrupt, "loading");
  const RunStart start = chooseStart(o.choice, o.restore.empty() ? o.replay : o.restore);
  if (!o.colour.empty())
    exports.setColourField(parseQuantity(o.colour, findMethod(start.scene.world.method)));
  exports.setProjection(projectionOf(start.scene.camera));
  requireSeparateFiles(o, start);
  GoldenCheck golden(o.golden);
  const std::uint64_t last = lastFrame(start, o, golden);
  World world = makeWorld(start, o);
  loading.reset();
  // A wrapper such as timeout(1) sends the same interrupt both to the program and to the program's process
  // group.
  constexpr double kSameInterrupt = 0.5;  // signals within this time count as one interrupt [s]
  const InterruptHandler watch(interrupt, [&work, first = Clock::time_point()]() mutable {
    if (!work.cancelled.exchange(true))
      first = Clock::now();
    else if (secondsSince(first) > kSameInterrupt)
      exitInterrupted("interrupted again: files not yet written are missing");
  });
  golden.begin(start.scene, commandsOf(start, o), last, world);
  for (const std::string& note : start.scene.notes) printNote(note);

  const int threads = o.choice.threads > 0
                          ? o.choice.threads
                          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  BandRecorder bands(o.bands, start.scene, world);
  bands.begin(world);
  Report report(start.scene.name, start.scene.world, threads);
  const auto begin = Clock::now();
  TraceThread trace{"simulation", {}};
  const std::string stopped = runFrames(o, world, last, report, trace, work, golden, bands, exports);
  if (!o.replay.empty() && stopped.empty()) finishReplay(world, *start.save);
  printRollBacks(world);
  if (const std::string warning = world.balance().warning(); !warning.empty()) printNote(warning);
  std::vector<std::string> failed =
      writeResults(o, start, world, report, trace, exports, secondsSince(begin));
  if (!stopped.empty()) failed.push_back(stopped + "; complete results were written");
  for (const std::string& line : failed) tell(line);
  // A report on standard output must stay pure JSON.
  const int compared = stopped.empty() ? golden.finish(o.report == "-" ? stderr : stdout) : 0;
  return failed.empty() ? compared : 1;
}

}  // namespace ooze
