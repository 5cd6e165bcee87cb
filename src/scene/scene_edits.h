// Collects the edits made to a world by hand, as needed to write a scene that begins in the current state.
#pragma once

#include "ooze/world/world.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

class SceneEdits {
 public:
  explicit SceneEdits(const World& world);

  /// Returns the value of a target for the start of the new scene. The current value is used unless only the
  /// timeline set the target: then the loaded value is used, because the timeline will set the target again.
  template <class T>
  [[nodiscard]] const T& start(const std::string& target, const T& now, const T& asLoaded) const {
    return isSetByTimelineOnly(target) ? asLoaded : now;
  }
  [[nodiscard]] bool isSetByTimelineOnly(const std::string& target) const {
    return timed_.contains(target) && !byHand_.contains(target);
  }
  /// Returns the last command that set the target by hand, or null.
  [[nodiscard]] const Command* lastOf(std::string_view target) const;

  /// Returns the commands that filled meshes with liquid, without those that were undone.
  [[nodiscard]] std::vector<Command> meshFillCommands() const;
  /// Returns the method action by which the liquid keeps its shape, if a command ran the action by hand; else
  /// null.
  [[nodiscard]] const MethodAction* activeShapeAction() const;
  /// Returns the edits that a scene cannot represent, in words: "cuts".
  [[nodiscard]] std::vector<std::string> omitted() const;

 private:
  const World& world_;
  std::set<std::string> timed_, byHand_;  ///< targets set by the timeline, and by hand
  std::vector<Command> events_;           ///< commands that were not undone, in their order
};

}  // namespace ooze
