#include "ooze/world/snapshot.h"

#include "grid/level_set.h"
#include "world/commands/settings.h"
#include "world/state.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace ooze {

std::vector<FieldValues> gatherFields(const MethodRow& row, const Method& method,
                                      const MethodSettings& settings,
                                      std::span<const MaterialDefinition> materials,
                                      std::span<const Field> asked, float dt) {
  std::vector<FieldValues> all;
  for (const Field& field : row.fields) {
    if (!field.always && std::find(asked.begin(), asked.end(), field) == asked.end()) continue;
    FieldValues& gathered = all.emplace_back(FieldValues{field, method.gather(field.key, dt), {}});
    if (!field.atRest) continue;
    for (const MaterialDefinition& m : materials) gathered.atRest.push_back(field.atRest(settings, m));
  }
  return all;
}

std::shared_ptr<Snapshot> World::snapshot(const SnapshotContent& content) const {
  const State& s = *state_;
  auto shot = std::make_shared<Snapshot>();
  shot->step = s.clock.step();
  shot->frame = s.clock.frame();
  shot->time = s.clock.time();
  shot->substeps = s.clock.substeps();
  shot->substepLimit = substepLimit();
  shot->rollBacks = rollBacks().size();
  if (!rollBacks().empty()) shot->lastRollBack = rollBacks().back();
  shot->balance = s.balance;
  shot->framesPerSecond = s.spec.framesPerSecond;
  shot->interactionRadius = s.spec.methodSettings.interactionRadius;
  shot->restSpacing = s.materials.restSpacing(0);
  shot->regionDistance = s.methodRow->regionDistance * s.spec.methodSettings.interactionRadius;
  shot->method = s.spec.method;
  shot->pairs = s.materials.pairs();
  const LiquidView view = s.method->view();
  const Particles& p = *view.particles;
  if (view.surface) shot->surface = std::make_shared<const grid::LevelSet>(*view.surface);
  const auto copyMotion = [&] {
    shot->positions.reserve(p.size());
    shot->velocities.reserve(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      shot->positions.push_back(p.position[i]);
      shot->velocities.push_back(s.frameVelocity(i));
    }
    if (!view.initialPositions) return;
    shot->initialPositions.reserve(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) shot->initialPositions.push_back((*view.initialPositions)[i]);
  };
  const auto copyValues = [&] {
    shot->ids = p.id;
    shot->particleMaterials = p.material;
    shot->colours = p.colour;
    shot->frozen = p.frozen;
    shot->cutSides = s.method->cutMarks();
    const auto dt = static_cast<float>(1.0 / (s.spec.framesPerSecond * std::max(s.clock.substeps(), 1)));
    shot->fields =
        gatherFields(*s.methodRow, *s.method, s.spec.methodSettings, s.materials.list(), content.fields, dt);
  };
  // Three tasks run in parallel, to shorten the part of a frame that the simulation thread spends on the
  // snapshot.
  s.threads.forEach(3, [&](std::size_t task) {
    if (task == 0) shot->statistics = statistics();  // sums in a fixed order; the longest task
    if (task == 1) copyMotion();
    if (task == 2) copyValues();
  });
  shot->materials = s.materials.list();
  shot->worldValues = toValues<WorldSettings>(kWorldParameters, s.settings);
  for (const Emitter& e : s.emitters.list()) shot->emitters.push_back(e.spec());
  shot->controls = s.controls.list();
  shot->bodies = s.bodies.list();
  shot->links = shot->statistics.links;
  shot->linkWords = s.methodRow->links;
  for (const auto& [stage, ms] : s.timer.stages()) shot->stageMilliseconds.emplace_back(stage, ms);
  shot->slices = s.timer.slices();
  return shot;
}

const FieldValues* findField(const Snapshot& snapshot, const Field& field) {
  for (const FieldValues& f : snapshot.fields)
    if (f.field == field) return &f;
  return nullptr;
}

void keepParticles(Snapshot& snapshot, std::span<const std::size_t> kept) {
  const bool any = !snapshot.positions.empty();
  visitParticleArrays(snapshot, [&](auto& values) {
    if (any && values.empty()) return;  // optional arrays that are empty, such as frozen
    std::decay_t<decltype(values)> taken(kept.size());
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k] != kNewParticle) taken[k] = values[kept[k]];
    values = std::move(taken);
  });
}

}  // namespace ooze
