#include "ui/monitor.h"

#include "base/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace ooze::ui {
namespace {

std::size_t indexOf(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

FrameStatistics statisticsOf(const Snapshot& s, std::vector<std::string>& stages) {
  FrameStatistics f;
  f.frame = s.frame;
  f.time = s.time;
  f.steps = s.substeps;
  f.particles = s.positions.size();
  f.links = s.links;
  f.kineticEnergy = s.statistics.kineticEnergy;
  f.meanDensity = s.statistics.meanDensity;
  f.maxSpeed = s.statistics.maxSpeed;
  f.solver = s.statistics.solver.value_or(SolverWork{});
  for (const auto& [name, ms] : s.stageMilliseconds) {
    const std::size_t at = indexOf(stages, name);
    if (f.stages.size() <= at) f.stages.resize(at + 1);
    f.stages[at] += static_cast<float>(ms);
  }
  return f;
}

}  // namespace

void FrameMonitor::note(const std::string& scene, const Snapshot& frame) {
  const std::lock_guard lock(mutex_);
  if (scene != scene_) {
    scene_ = scene;
    figures_ = {};
    trace_.clear();
    slices_ = 0;
  }
  if (std::exchange(figures_.method, frame.method) != frame.method) figures_.solves = false;
  figures_.links = frame.linkWords.many;
  figures_.solves = figures_.solves || frame.statistics.solver;
  std::deque<FrameStatistics>& frames = figures_.frames;
  while (!frames.empty() && frames.back().frame >= frame.frame) frames.pop_back();
  frames.push_back(statisticsOf(frame, figures_.stages));
  if (frames.size() > mostFrames_) frames.pop_front();
  if (frame.slices.empty()) return;
  trace_.push_back({frame.frame, frame.slices});
  slices_ += frame.slices.size();
  while (slices_ > mostSlices_ && trace_.size() > 1) {
    slices_ -= trace_.front().slices.size();
    trace_.pop_front();
  }
}

void FrameMonitor::notePicture(const StageSlice& slice) {
  const std::lock_guard lock(mutex_);
  pictures_.push_back(slice);
  if (pictures_.size() > mostFrames_) pictures_.pop_front();
}

void FrameMonitor::read(FunctionRef<void(const FrameHistory&)> use) const {
  const std::lock_guard lock(mutex_);
  use(figures_);
}

void FrameMonitor::writeCsv(const std::filesystem::path& file) { write(file, csv()); }
void FrameMonitor::writeTrace(const std::filesystem::path& file) { write(file, trace()); }

void FrameMonitor::write(const std::filesystem::path& file, const std::string& text) {
  Message message{Message::MessageKind::Info, "Saved " + file.string()};
  try {
    writeFile(file, text);
  } catch (const std::exception& error) {
    message = {Message::MessageKind::Error, error.what()};
  }
  const std::lock_guard lock(mutex_);
  messages_.push_back(std::move(message));
}

std::vector<Message> FrameMonitor::takeMessages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

std::string FrameMonitor::csv() const {
  const std::lock_guard lock(mutex_);
  const bool links = !figures_.links.empty();
  std::string out = fmt::format(
      "frame,time [s],steps,particles,{}kinetic energy [J],mean density [1],largest speed [m/s]{}",
      links ? figures_.links + "," : "", figures_.solves ? ",iterations,residual [1]" : "");
  for (const std::string& stage : figures_.stages) out += "," + stage + " [ms]";
  for (const FrameStatistics& f : figures_.frames) {
    fmt::format_to(std::back_inserter(out), "\n{},{:.6f},{},{},{}{:.6g},{:.6g},{:.6g}", f.frame, f.time,
                   f.steps, f.particles, links ? fmt::format("{},", f.links) : "", f.kineticEnergy,
                   f.meanDensity, f.maxSpeed);
    if (figures_.solves)
      fmt::format_to(std::back_inserter(out), ",{},{:.3g}", f.solver.iterations, f.solver.residual);
    for (std::size_t s = 0; s < figures_.stages.size(); ++s)
      fmt::format_to(std::back_inserter(out), ",{:.4f}", f.stage(s));
  }
  return out + "\n";
}

std::string FrameMonitor::trace() const {
  std::vector<TraceThread> threads{{"simulation", {}}, {"picture", {}}};
  {
    const std::lock_guard lock(mutex_);
    threads[0].frames.assign(trace_.begin(), trace_.end());
    // Keeps only pictures that were drawn within the time span of the frames.
    for (const StageSlice& slice : pictures_)
      if (!trace_.empty() && slice.end >= trace_.front().slices.front().begin)
        threads[1].frames.push_back({std::nullopt, {slice}});
  }
  return chromeTrace(threads);
}

}  // namespace ooze::ui
