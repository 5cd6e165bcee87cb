#include "scene/scene_edits.h"

#include "world/commands/command_rows.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <array>

namespace ooze {
namespace {

/// Adds the command's setting as written, and every single setting that it expands to.
void addSettings(const Command& command, const World& world, std::set<std::string>& settings) {
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) return;
  settings.insert(set->setting.text());
  for (const SettingName& one : expandSetting(set->setting, world.spec().method, world.materials()))
    settings.insert(enclosingSetting(one, world.spec().method).text());
}

}  // namespace

SceneEdits::SceneEdits(const World& world) : world_(world) {
  struct Numbered {
    std::uint64_t number;
    Command command;
  };
  std::vector<Numbered> events;
  std::uint64_t number = 0;
  // Undoable timeline events share the numbering with events of the command log, in order of time.
  auto timed = world.spec().timeline.begin();
  const auto end = world.spec().timeline.end();
  const double stepsPerSecond = world.spec().framesPerSecond * std::max(world.substeps(), 1);
  const auto passTimeline = [&](double time) {
    for (; timed != end && timed->time <= time + 1e-9; ++timed) {
      addSettings(timed->command, world, timed_);
      if (isUndoableEvent(timed->command)) ++number;
    }
  };
  for (const LoggedCommand& logged : world.commandLog()) {
    passTimeline(std::min(world.time(), static_cast<double>(logged.step) / stepsPerSecond));
    addSettings(logged.command, world, byHand_);
    if (const auto* set = std::get_if<SetValue>(&logged.command)) lasts_[set->setting.text()] = &set->value;
    if (isUndoableEvent(logged.command)) events.push_back({++number, logged.command});
    if (const auto* undo = std::get_if<UndoEvent>(&logged.command))
      std::erase_if(events, [&](const Numbered& e) { return e.number == undo->number; });
  }
  if (world.stepIndex() > 0) passTimeline(world.time());
  for (Numbered& event : events) events_.push_back(std::move(event.command));
}

const SettingValue* SceneEdits::lastOf(const SettingName& setting) const {
  const auto found = lasts_.find(setting.text());
  return found == lasts_.end() ? nullptr : found->second;
}

std::vector<FillMesh> SceneEdits::meshFills() const {
  std::vector<FillMesh> fills;
  for (const Command& event : events_)
    if (const auto* fill = std::get_if<FillMesh>(&event)) fills.push_back(*fill);
  return fills;
}

const MethodAction* SceneEdits::activeShapeAction() const {
  const MethodAction* kept = nullptr;
  for (const Command& event : events_)
    if (const auto* done = std::get_if<DoMethodAction>(&event)) {
      const MethodAction* action = findAction(findMethod(world_.spec().method), done->key);
      if (action->shape == MethodAction::Shape::Kept) kept = action;
      if (action->shape == MethodAction::Shape::Lost) kept = nullptr;
    }
  return kept;
}

std::vector<std::string> SceneEdits::omitted() const {
  std::vector<std::string> words;
  const std::vector<Emitter>& emitters = world_.emitters();
  if (std::any_of(emitters.begin(), emitters.end(),
                  [](const Emitter& e) { return e.emitted() > 0 && !isShown(e.spec()); }))
    words.emplace_back("poured liquid");
  const auto note = [&](const auto& is, std::string_view what) {
    if (!what.empty() && std::any_of(events_.begin(), events_.end(), is)) words.emplace_back(what);
  };
  note([](const Command& c) { return std::holds_alternative<CutWithBlade>(c); }, "cuts");
  note([](const Command& c) { return std::holds_alternative<FreezeBall>(c); }, "frozen liquid");
  note([](const Command& c) { return std::holds_alternative<EraseBall>(c); }, "erased liquid");
  for (const MethodAction& action : findMethod(world_.spec().method).actions)
    note([&](const Command& c) { return c == Command(DoMethodAction{std::string(action.key)}); },
         action.leaves);
  return words;
}

}  // namespace ooze
