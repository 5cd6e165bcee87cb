// What commands do to materials and nozzles.
#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"

#include "world/state.h"
#include "world/target_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

/// sRGB from 0 to 1 as the four bytes of a colour.
std::uint32_t colourOf(std::span<const float> values) {
  std::uint32_t colour = 0xff000000u;
  for (std::size_t k = 0; k < 3; ++k)
    colour |= static_cast<std::uint32_t>(std::lround(255.f * values[k])) << (8 * k);
  return colour;
}

Vec3 vectorOf(std::span<const float> values) { return {values[0], values[1], values[2]}; }

}  // namespace

EmitterSpec addedEmitter(std::size_t n, bool stays) {
  EmitterSpec spec;
  spec.name = addedEmitterName(n, stays);
  return spec;
}

float World::State::lookNumber(const Target& target, std::string_view name) const {
  const std::size_t i = findLookNumber(target_rows::kRows[target.row].key);
  const std::optional<float>& own = materials[target.object].lookChanges[i];
  if (!own) throw InputError(fmt::format("{} is not set: the look's own value holds", name));
  return *own;
}

void World::State::applyToMaterial(const Target& target, const Command& command) {
  if (target.field == TargetField::MaterialAdd) return addMaterial(command);
  if (target.object == Target::kNotThere) return;
  MaterialDefinition& material = materials[target.object];
  switch (target.field) {
    case TargetField::MaterialColour:
      material.colour = colourOf(command.values);
      return method->recolour(static_cast<std::uint16_t>(target.object), material.colour);
    case TargetField::MaterialLook:
      material.look = command.text;
      return;
    case TargetField::MaterialLookNumber:
      material.lookChanges[findLookNumber(target_rows::kRows[target.row].key)] =
          command.values.empty() ? std::nullopt : std::optional(command.values[0]);
      return;
    default:
      material.values[target.row] = command.values[0];
      return applySettings();
  }
}

void World::State::addMaterial(const Command& command) {
  MaterialDefinition material = decodeMaterial(command.text, spec.method);
  material.name = materialAddedBy(command);
  const auto same = [&](const MaterialDefinition& m) { return m.name == material.name; };
  // Submitted, it was refused; a log that somebody wrote may have it.
  if (materials.size() >= kMostMaterials || std::any_of(materials.begin(), materials.end(), same)) return;
  materials.push_back(std::move(material));
  applySettings();
}

void World::State::applyToEmitter(const Target& target, std::span<const float> values) {
  if (target.object == Target::kNotThere) return;  // it was taken back since, or never came
  EmitterSpec& e = emitters[target.object].spec();
  switch (target.field) {
    case TargetField::EmitterEnabled:
      emitters[target.object].setEnabled(values[0] >= 0.5f);
      break;
    case TargetField::EmitterSpeed:
      e.speed = values[0];
      break;
    case TargetField::EmitterRadius:
      e.radius = values[0];
      break;
    case TargetField::EmitterPosition:
      e.keys.clear();
      e.position = vectorOf(values);
      break;
    case TargetField::EmitterDirection:
      e.keys.clear();
      e.direction = glm::normalize(vectorOf(values));
      break;
    case TargetField::EmitterMaterial:
      if (values[0] < static_cast<float>(materials.size()))
        e.material = static_cast<std::uint16_t>(values[0]);
      break;
    default:
      break;
  }
}

bool World::State::addEmitter(std::span<const float> values) {
  if (addedEmitters.size() >= kMostAddedEmitters || values[8] >= static_cast<float>(materials.size()))
    return false;
  const std::uint32_t number = addedEmitters.empty() ? 1 : addedEmitters.back() + 1;
  EmitterSpec nozzle = addedEmitter(number, values.size() > 9 && values[9] >= 0.5f);
  nozzle.position = vectorOf(values);
  nozzle.direction = glm::normalize(vectorOf(values.subspan(3)));
  nozzle.radius = values[6];
  nozzle.speed = values[7];
  nozzle.material = static_cast<std::uint16_t>(values[8]);
  emitters.emplace_back(std::move(nozzle));
  addedEmitters.push_back(number);
  return true;
}

void World::State::removeEmitter(std::uint32_t number) {
  const auto found = std::find(addedEmitters.begin(), addedEmitters.end(), number);
  if (found == addedEmitters.end()) return;
  emitters.erase(emitters.begin() + static_cast<std::ptrdiff_t>(spec.emitters.size()) +
                 (found - addedEmitters.begin()));
  addedEmitters.erase(found);
}

}  // namespace ooze
