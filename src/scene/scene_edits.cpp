#include "scene/scene_edits.h"

#include "world/commands/target_names.h"
#include "world/parts/added_names.h"

#include <algorithm>
#include <array>

namespace ooze {
namespace {

struct Phrase {
  std::string_view target, words;
};
constexpr std::array kLeft{Phrase{"liquid.cut", "cuts"}, Phrase{"liquid.freeze", "frozen liquid"},
                           Phrase{"liquid.erase", "erased liquid"}};

/// Adds the command's target as written, and every single setting that the target expands to.
void addTargets(const Command& command, const World& world, std::set<std::string>& targets) {
  targets.insert(command.target);
  for (const std::string& one : expandTarget(command.target, world.spec().method, world.materials()))
    targets.insert(enclosingSetting(one, world.spec().method));
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
      addTargets(timed->command, world, timed_);
      if (isUndoableEvent(timed->command.target)) ++number;
    }
  };
  for (const LoggedCommand& logged : world.commandLog()) {
    passTimeline(std::min(world.time(), static_cast<double>(logged.step) / stepsPerSecond));
    addTargets(logged.command, world, byHand_);
    if (isUndoableEvent(logged.command.target)) events.push_back({++number, logged.command});
    if (logged.command.target == "edits.take_back")
      std::erase_if(events, [&](const Numbered& e) {
        return static_cast<float>(e.number) == logged.command.values.at(0);
      });
  }
  if (world.stepIndex() > 0) passTimeline(world.time());
  for (Numbered& event : events) events_.push_back(std::move(event.command));
}

const Command* SceneEdits::lastOf(std::string_view target) const {
  const std::vector<LoggedCommand>& log = world_.commandLog();
  const auto found = std::find_if(log.rbegin(), log.rend(),
                                  [&](const LoggedCommand& l) { return l.command.target == target; });
  return found == log.rend() ? nullptr : &found->command;
}

std::vector<Command> SceneEdits::meshFillCommands() const {
  std::vector<Command> meshes;
  for (const Command& event : events_)
    if (event.target == "liquid.add_mesh") meshes.push_back(event);
  return meshes;
}

const MethodAction* SceneEdits::activeShapeAction() const {
  const MethodAction* kept = nullptr;
  for (const Command& event : events_)
    if (const MethodAction* action = findAction(findMethod(world_.spec().method), event.target)) {
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
  const auto note = [&](std::string_view target, std::string_view what) {
    if (!what.empty() &&
        std::any_of(events_.begin(), events_.end(), [&](const Command& c) { return c.target == target; }))
      words.emplace_back(what);
  };
  for (const Phrase& phrase : kLeft) note(phrase.target, phrase.words);
  for (const MethodAction& action : findMethod(world_.spec().method).actions) note(action.key, action.leaves);
  return words;
}

}  // namespace ooze
