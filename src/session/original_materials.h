// Reference materials for marking values as changed: materials of the scene, or materials loaded in their
// place.
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
  /// Starts with the loaded materials of a saved session.
  explicit OriginalMaterials(std::vector<ReplacedMaterial> saved) : saved_(std::move(saved)) {}

  /// Notes that an edit loaded this material into the world's material `index`.
  void note(std::uint64_t edit, std::size_t index, MaterialDefinition material);

  /// Returns the loaded materials that replace materials of the scene at this moment. Undone loads are left
  /// out.
  /// @param order  undo stack of the edits that the world has applied
  [[nodiscard]] std::vector<ReplacedMaterial> chosen(const World& world, const UndoOrder& order) const;
  /// Returns one reference for each material of the world: the scene's material at this time, the material as
  /// added, or the material loaded last.
  [[nodiscard]] std::vector<MaterialDefinition> all(const Scene& scene, const World& world,
                                                    const UndoOrder& order) const;

 private:
  std::vector<ReplacedMaterial> saved_;
  std::map<std::uint64_t, ReplacedMaterial> noted_;  ///< materials that edits loaded, by edit number
};

}  // namespace ooze
