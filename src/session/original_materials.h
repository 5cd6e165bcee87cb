// The materials that "changed" is measured from: those of the scene, or those that took their place.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"

#include "session/edit_list.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ooze {

class OriginalMaterials {
 public:
  OriginalMaterials() = default;
  /// Those of a session that was saved.
  explicit OriginalMaterials(std::vector<ChosenMaterial> saved) : saved_(std::move(saved)) {}

  /// An edit gave all the values of this material to the world's number `index`.
  void note(std::uint64_t edit, std::size_t index, MaterialDefinition material);

  /// Those that took the place of the world's, as far as the world has come and no undo took it back.
  /// @param order  of the edits that it has behind it
  [[nodiscard]] std::vector<ChosenMaterial> chosen(const World& world, const UndoOrder& order) const;
  /// All of the world's: those that the scene has at this time by itself, that were added to it, or that were
  /// chosen.
  [[nodiscard]] std::vector<MaterialDefinition> all(const Scene& scene, const World& world,
                                                    const UndoOrder& order) const;

 private:
  std::vector<ChosenMaterial> saved_;
  std::map<std::uint64_t, ChosenMaterial> noted_;  ///< by edit
};

}  // namespace ooze
