// What commands do to materials, pairs of them, and nozzles.
#include "world/pair_rows.h"
#include "world/state.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

Vec3 vectorOf(std::span<const float> values) { return {values[0], values[1], values[2]}; }

}  // namespace

EmitterSpec addedEmitter(std::size_t n, bool stays) {
  EmitterSpec spec;
  spec.name = addedEmitterName(n, stays);
  return spec;
}

void World::State::writeToMaterial(const Target& target, const Command& command) {
  const TargetRow& row = *target.row;
  if (row.group == methodRow->key)
    for (MaterialDefinition& m : materials) row.write(m, command);
  else
    row.write(materials[target.object], command);
  if (row.recolours)
    method->recolour(static_cast<std::uint16_t>(target.object), materials[target.object].colour);
  if (row.parameter) applySettings();
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

void World::State::writeToPair(const Target& target, const Command& command) try {
  PairCurve curve = pairCurveOf(*target.pair, scope());
  target.row->write(curve, command);
  PairEntry entry = *target.pair;
  entry.curve = std::move(curve.own);
  setPair(methodSettings.pairs, std::move(entry));
  applySettings();
} catch (const InputError&) {
  // The function has changed since this was checked: it has no such point any more.
}

void World::State::writeToEmitter(const Target& target, const Command& command) {
  Emitter& emitter = emitters[target.object];
  EmitterSpec now = emitter.spec();
  target.row->write(now, command);
  if (now.material >= materials.size()) return;  // it never came
  const bool enabled = std::exchange(now.enabled, emitter.spec().enabled);
  emitter.spec() = std::move(now);
  if (target.field == TargetField::EmitterEnabled) emitter.setEnabled(enabled);
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
