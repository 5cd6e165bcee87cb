#include "session/original_materials.h"

#include "session/scene_values.h"
#include "world/commands/target_names.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

/// Returns true if the log already sets values of the material. An opened session has no undo stack, so the
/// log shows whether the material has been loaded at this moment.
bool hasSettings(const World& world, const ReplacedMaterial& saved) {
  if (saved.index >= world.materials().size()) return false;
  const std::string& name = world.materials()[saved.index].name;
  return std::ranges::any_of(world.commandLog(), [&](const LoggedCommand& logged) {
    const TargetName target = parseTarget(logged.command.target);
    return target.group == "material" && target.name == name && target.key != "add";
  });
}

}  // namespace

void OriginalMaterials::note(std::uint64_t edit, std::size_t index, MaterialDefinition material) {
  noted_[edit] = {index, std::move(material)};
}

std::vector<ReplacedMaterial> OriginalMaterials::chosen(const World& world, const UndoOrder& order) const {
  std::map<std::uint64_t, const MaterialDefinition*> last;
  for (const ReplacedMaterial& c : saved_)
    if (hasSettings(world, c)) last[c.index] = &c.material;
  for (const std::uint64_t edit : order.undo)
    if (const auto it = noted_.find(edit); it != noted_.end()) last[it->second.index] = &it->second.material;
  std::vector<ReplacedMaterial> all;
  for (const auto& [index, material] : last) all.push_back({index, *material});
  return all;
}

std::vector<MaterialDefinition> OriginalMaterials::all(const Scene& scene, const World& world,
                                                       const UndoOrder& order) const {
  std::vector<MaterialDefinition> all = scriptedValues(scene, world.time()).materials;
  for (std::size_t added = all.size(); added < world.materials().size(); ++added) {
    const std::string target = "material." + world.materials()[added].name + ".add";
    const auto& log = world.commandLog();
    const auto add = std::find_if(log.begin(), log.end(),
                                  [&](const LoggedCommand& c) { return c.command.target == target; });
    all.push_back(add == log.end() ? world.materials()[added]
                                   : decodeMaterial(add->command.text, world.method().key()));
    all.back().name = world.materials()[added].name;
  }
  for (ReplacedMaterial& c : chosen(world, order))
    if (c.index < all.size()) all[c.index] = std::move(c.material);
  return all;
}

}  // namespace ooze
