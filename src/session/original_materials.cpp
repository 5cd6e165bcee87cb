#include "session/original_materials.h"

#include "ooze/world/liquid_look.h"

#include "session/differences.h"

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

std::vector<Command> commandsToBecome(const std::string& own, const MaterialDefinition& other,
                                      std::string_view method) {
  std::vector<Command> commands;
  const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
  const std::string prefix = "material." + own + ".";
  for (std::size_t i = 0; i < rows.size() && i < other.values.size(); ++i)
    commands.push_back({prefix + std::string(rows[i].key), {other.values[i]}});
  const auto channel = [&](int shift) { return static_cast<float>(other.colour >> shift & 0xffu) / 255.f; };
  commands.push_back({prefix + "colour", {channel(0), channel(8), channel(16)}});
  commands.push_back({prefix + "look", {}, other.look});
  for (std::size_t i = 0; i < kLookNumbers.size(); ++i) {
    const std::optional<float>& value = other.lookChanges[i];
    commands.push_back(
        {prefix + std::string(kLookNumbers[i].key), value ? std::vector{*value} : std::vector<float>()});
  }
  return commands;
}

}  // namespace ooze
