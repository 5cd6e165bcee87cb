// What the simulation's thread shows to others.
#include "ooze/base/error.h"

#include "app/session/simulation_thread.h"
#include "ui/scene_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

constexpr double kMeasureSeconds = 0.5;  // rates over less than this jump too much to be read

/// Brings a copy of a log up to date. Nearly always it only grows.
void follow(std::vector<LoggedCommand>& copy, const std::vector<LoggedCommand>& log) {
  const auto same = [](const LoggedCommand& a, const LoggedCommand& b) {
    return a.step == b.step && a.command.target == b.command.target && a.command.values == b.command.values &&
           a.command.text == b.command.text;
  };
  const auto [mine, theirs] = std::mismatch(copy.begin(), copy.end(), log.begin(), log.end(), same);
  copy.erase(mine, copy.end());
  copy.insert(copy.end(), theirs, log.end());
}

}  // namespace

ui::SessionView SimulationThread::view() const {
  const std::lock_guard lock(mutex_);
  ui::SessionView view = view_;
  view.stepRecord = inspector_.record();
  view.pending = pending_.commands();
  return view;
}

std::vector<ui::Message> SimulationThread::takeMessages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

std::exception_ptr SimulationThread::firstLoadError() const {
  const std::lock_guard lock(mutex_);
  return firstLoadError_;
}

std::vector<LoggedCommand> SimulationThread::commandLog() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

void SimulationThread::measure(double simulated, double working, std::uint64_t steps) {
  const auto now = Clock::now();
  if (measuredFrom_ == Clock::time_point{}) {
    measuredFrom_ = now - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(working));
    simulated_ = working_ = 0.0;
    steps_ = 0;
  }
  simulated_ += simulated;
  working_ += working;
  steps_ += steps;
  const double elapsed = std::chrono::duration<double>(now - measuredFrom_).count();
  if (steps_ == 0) return;
  const std::lock_guard lock(mutex_);
  view_.status.millisecondsPerStep = 1000.0 * working_ / static_cast<double>(steps_);
  if (elapsed < kMeasureSeconds || !view_.status.playing) return;
  view_.status.simulatedOverWall = simulated_ / elapsed;
  view_.status.stepsPerSecond = static_cast<double>(steps_) / elapsed;
  measuredFrom_ = now;
  simulated_ = working_ = 0.0;
  steps_ = 0;
}

/// The materials that "changed" is measured from: those that the scene has at this time by itself, or those
/// that took their place by an edit that is not undone.
std::vector<MaterialDefinition> SimulationThread::originals() const {
  const World& world = live_->world();
  std::vector<MaterialDefinition> all = ui::scriptedValues(*live_->scene(), world.time()).materials;
  for (std::size_t added = all.size(); added < world.materials().size(); ++added) {
    const std::string target = "material." + world.materials()[added].name + ".add";
    const auto& log = world.commandLog();
    const auto add = std::find_if(log.begin(), log.end(),
                                  [&](const LoggedCommand& c) { return c.command.target == target; });
    all.push_back(add == log.end() ? world.materials()[added]
                                   : decodeMaterial(add->command.text, world.method().key()));
    all.back().name = world.materials()[added].name;
  }
  for (const std::uint64_t edit : live_->order().undo)
    if (const auto it = chosen_.find(edit); it != chosen_.end() && it->second.first < all.size())
      all[it->second.first] = it->second.second;
  return all;
}

void SimulationThread::publish() {
  SnapshotContent content;
  std::shared_ptr<Pace> pace;
  std::size_t lane = 0;
  {
    const std::lock_guard lock(mutex_);
    content = content_;
    pace = pace_;
    lane = lane_;
  }
  // On the way through the timeline it depends on the machine which frames are shown.
  content.droplets = content.droplets && !live_->seeking();
  std::shared_ptr<const Snapshot> snapshot = spray_.snapshot(live_->world(), content);
  std::vector<MaterialDefinition> materials = originals();
  ui::Timeline timeline = live_->timeline();
  ui::EditHistory edits = live_->edits();
  noteRollBacks();
  {
    const std::lock_guard lock(mutex_);
    inspector_.forget();
    view_.snapshot = std::move(snapshot);
    view_.originals = std::move(materials);
    view_.timeline = std::move(timeline);
    view_.edits = std::move(edits);
    pending_.forgetHandedOver();
    follow(log_, live_->world().commandLog());
  }
  if (pace) pace->reached(lane, live_->world().frameIndex());
  wake_();
}

void SimulationThread::noteRollBacks() {
  const std::vector<RollBack>& all = live_->rollBacks();
  if (all.size() == rollBacks_) return;
  // Once; from then on the status bar counts them.
  if (rollBacks_ == 0)
    say(ui::Message::Kind::Info, fmt::format("Frame {} went wrong and was taken again in {} steps: {}.",
                                             all.back().frame, all.back().substeps, all.back().reason));
  rollBacks_ = all.size();
}

void SimulationThread::say(ui::Message::Kind kind, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back({kind, std::move(text)});
  }
  wake_();
}

}  // namespace ooze
