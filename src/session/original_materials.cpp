#include "session/original_materials.h"

#include "session/scene_values.h"

#include <algorithm>
#include <optional>

namespace ooze {

void OriginalMaterials::note(std::uint64_t edit, std::size_t index, MaterialDefinition material) {
  chosen_[edit] = {index, std::move(material)};
}

std::vector<MaterialDefinition> OriginalMaterials::of(const LiveWorld& live) const {
  const World& world = live.world();
  std::vector<MaterialDefinition> all = scriptedValues(*live.scene(), world.time()).materials;
  for (std::size_t added = all.size(); added < world.materials().size(); ++added) {
    const std::string target = "material." + world.materials()[added].name + ".add";
    const auto& log = world.commandLog();
    const auto add = std::find_if(log.begin(), log.end(),
                                  [&](const LoggedCommand& c) { return c.command.target == target; });
    all.push_back(add == log.end() ? world.materials()[added]
                                   : decodeMaterial(add->command.text, world.method().key()));
    all.back().name = world.materials()[added].name;
  }
  for (const std::uint64_t edit : live.order().undo)
    if (const auto it = chosen_.find(edit); it != chosen_.end() && it->second.first < all.size())
      all[it->second.first] = it->second.second;
  return all;
}

}  // namespace ooze
