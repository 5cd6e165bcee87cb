// Collects the edits made to a world by hand, as needed to write a scene that begins in the current state.
#pragma once

#include "ooze/world/world.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ooze {

class SceneEdits {
 public:
  explicit SceneEdits(const World& world);

  /// Returns the value of a setting for the start of the new scene. The current value is used unless only the
  /// timeline set it: then the loaded value is used, because the timeline will set the target again.
  template <class T>
  [[nodiscard]] const T& start(const SettingName& setting, const T& now, const T& asLoaded) const {
    return isSetByTimelineOnly(setting) ? asLoaded : now;
  }
  [[nodiscard]] bool isSetByTimelineOnly(const SettingName& setting) const {
    const std::string text = setting.text();
    return timed_.contains(text) && !byHand_.contains(text);
  }
  /// Returns the last value of the setting that was set by hand, or null.
  [[nodiscard]] const SettingValue* lastOf(const SettingName& setting) const;

  /// Returns the commands that filled meshes with liquid, without those that were undone.
  [[nodiscard]] std::vector<FillMesh> meshFills() const;
  /// Returns the method action by which the liquid keeps its shape, if a command ran the action by hand; else
  /// null.
  [[nodiscard]] const MethodAction* activeShapeAction() const;
  /// Returns the edits that a scene cannot represent, in words: "cuts".
  [[nodiscard]] std::vector<std::string> omitted() const;

 private:
  const World& world_;
  std::set<std::string> timed_, byHand_;                        ///< settings set by the timeline, and by hand
  std::unordered_map<std::string, const SettingValue*> lasts_;  ///< last value of each setting in the log
  std::vector<Command> events_;  ///< commands that were not undone, in their order
};

}  // namespace ooze
