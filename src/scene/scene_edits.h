// What was done to a world by hand, as far as it concerns a scene that begins as the world stands.
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

  /// The value of a target at the start: the one that holds now, unless only the timeline set it, which will
  /// set it again.
  template <class T>
  [[nodiscard]] const T& start(const std::string& target, const T& now, const T& asLoaded) const {
    return timed_.contains(target) && !byHand_.contains(target) ? asLoaded : now;
  }
  /// The last value that was set by hand, or null.
  [[nodiscard]] const Command* lastOf(std::string_view target) const;

  /// The commands that filled meshes with liquid, less those that were taken back.
  [[nodiscard]] std::vector<Command> meshesOfLiquid() const;
  /// The deed by which the liquid keeps its shape since it was done by hand; null if it keeps none.
  [[nodiscard]] const MethodDeed* shapeKept() const;
  /// What no scene can say, in words: "cuts".
  [[nodiscard]] std::vector<std::string> left() const;

 private:
  const World& world_;
  std::set<std::string> timed_, byHand_;  ///< targets
  std::vector<Command> events_;           ///< not taken back, in their order
};

}  // namespace ooze
