#include "ooze/base/error.h"

#include "app/cluster/cluster_run.h"
#include "app/cluster/slurm.h"
#include "app/cluster/sweep_parts.h"
#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/start.h"
#include "app/commands/terminal.h"
#include "app/pictures/picture_choice.h"
#include "app/pictures/sweep.h"
#include "export/frame_name.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace ooze {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(20);

void requireSheetFile(const std::filesystem::path& out) {
  if (out.extension() != ".png")
    throw InputError(fmt::format("--out {}: the sheet must be a .png file", out.string()));
  requireWritable(out);
}

SweepPlan planOf(const SweepOptions& o) {
  if (o.vary.empty() || o.vary.size() > 2)
    throw InputError(fmt::format("--vary is given {} times; give it once or twice", o.vary.size()));
  if (!o.frame) throw InputError("--frame is missing; choose the frame of the pictures");
  SweepPlan plan;
  plan.scene = std::make_shared<const Scene>(chooseStart(o.choice, {}).scene);
  const std::string& method = plan.scene->world.method;
  for (const std::string& text : o.choice.assignments) plan.edits.push_back(parseAssignment(text, method));
  for (const std::string& text : o.vary) plan.axes.push_back(parseVariation(text, method));
  plan.frame = *o.frame;
  plan.camera = cameraOf(o, *plan.scene);
  plan.picture = settingsOf(o, *plan.scene);
  plan.threads = o.choice.threads;
  return plan;
}

/// Notes parameters of the sweep that the scene's own timeline overrides after the first step.
void printTimelineConflicts(const SweepPlan& plan) {
  const double end = static_cast<double>(plan.frame) / plan.scene->world.framesPerSecond;
  for (const SweepAxis& axis : plan.axes)
    for (const TimedCommand& timed : plan.scene->world.timeline)
      if (const auto* set = std::get_if<SetValue>(&timed.command);
          set && timed.time < end &&
          settingsOverlap(set->setting, axis.setting, plan.scene->world.method, plan.scene->world.materials))
        printNote(fmt::format("the scene's timeline sets {} at {:g} s in all pictures", axis.setting.text(),
                              timed.time));
}

/// Runs the sweep with a progress bar.
/// @param done  number of finished pictures, for the interrupt handler
/// @return the cells, in order
/// @throws RunError if nothing could be drawn
std::vector<SweepCell> runSweep(Sweep& sweep, const SweepPlan& plan, std::atomic<std::size_t>& done) {
  const std::uint64_t frames = plan.frame * plan.cells();
  ProgressBar bar(fmt::format("{} worlds: frame", plan.cells()), 0, frames);
  std::vector<SweepCell> cells;
  const auto take = [&] {
    for (SweepCell& cell : sweep.takeCells()) cells.push_back(std::move(cell));
    done = cells.size();
  };
  for (; !sweep.ended(); std::this_thread::sleep_for(kPollInterval)) {
    bar.update(std::min(sweep.framesDone(), frames));
    take();
  }
  sweep.rethrow();
  take();
  std::sort(cells.begin(), cells.end(),
            [](const SweepCell& a, const SweepCell& b) { return a.index < b.index; });
  return cells;
}

}  // namespace

void sweepPart(const SweepOptions& options, const JobFolder& folder, const JobOptions& job) {
  runSweepPart(planOf(options), folder, job, options.out);
}

int sweepCommand(const SweepOptions& options) {
  InterruptBlock interrupt;
  if (options.cluster.requested()) requireSlurm([&interrupt] { return interrupt.arrived(); });
  requireSheetFile(options.out);
  std::optional<ExitOnInterrupt> loading(std::in_place, interrupt, "loading");
  const SweepPlan plan = planOf(options);
  std::vector<FileUse> inputs = inputFiles(*plan.scene, {}, {});
  inputs.push_back(backgroundFile(options));
  requireSeparateFiles({{"--out", options.out}}, inputs);
  loading.reset();
  for (const std::string& note : plan.scene->notes) printNote(note);
  printTimelineConflicts(plan);
  if (options.cluster.requested()) {
    requireSound(plan);
    return runOnCluster(
        options.cluster,
        {options.out, options.out, filesOf(inputs), sweepParts(plan), plan.cells(), options.choice.threads},
        interrupt);
  }
  std::atomic<std::size_t> done{0};
  const InterruptHandler watch(interrupt, [&done, of = plan.cells()] {
    exitInterrupted(fmt::format("interrupted after {} of {} pictures; nothing was written", done.load(), of));
  });
  Sweep sweep(
      plan, [] { return openOffscreen(kFileSupersample); }, false);
  const std::vector<SweepCell> cells = runSweep(sweep, plan, done);
  writePng(options.out, drawSweep(sweep.plan(), cells));
  for (const std::string& note : notesOf(plan, cells)) printNote(note);
  fmt::print("{}\n", options.out.string());
  return 0;
}

}  // namespace ooze
