// The materials that "changed" is measured from: those of the scene, or those that took their place.
#pragma once

#include "session/live_world.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

class OriginalMaterials {
 public:
  /// An edit gave all the values of this material to the world's number `index`.
  void note(std::uint64_t edit, std::size_t index, MaterialDefinition material);
  void clear() { chosen_.clear(); }

  /// Those that the scene has at this time by itself, that were added to it, or that took their place by an
  /// edit which is not undone.
  [[nodiscard]] std::vector<MaterialDefinition> of(const LiveWorld& live) const;

 private:
  std::map<std::uint64_t, std::pair<std::size_t, MaterialDefinition>> chosen_;  ///< by edit
};

/// Commands that give the world's material `own` all that another has but its name.
std::vector<Command> commandsToBecome(const std::string& own, const MaterialDefinition& other,
                                      std::string_view method);

}  // namespace ooze
