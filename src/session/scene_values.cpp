#include "session/scene_values.h"

#include "ooze/world/world.h"

namespace ooze {

WorldValues startOf(const Scene& scene) {
  const WorldSettings& s = scene.world.settings;
  return {scene.world.materials,
          {s.gravityX, s.gravityY, s.gravityZ, s.substeps, s.sleep},
          scene.world.emitters,
          valuesOf(scene.world.bodies),
          scene.world.methodSettings.interactionRadius,
          scene.world.methodSettings.pairs,
          scene.world.controls};
}

WorldValues scriptedValues(const Scene& scene, double time) {
  constexpr double kRounding = 1e-9;
  WorldValues values = startOf(scene);
  for (const TimedCommand& entry : scene.world.timeline)
    // Commands due at the end of a step are applied by the next step.
    if (entry.time < time - kRounding) apply(values, scene.world.method, entry.command);
  return values;
}

WorldValues liveValues(const Snapshot& snapshot, std::span<const Command> pending) {
  WorldValues live{snapshot.materials,        snapshot.worldValues,       snapshot.emitters,
                   valuesOf(snapshot.bodies), snapshot.interactionRadius, snapshot.pairs,
                   snapshot.controls};
  for (const Command& command : pending) apply(live, snapshot.method, command);
  return live;
}

}  // namespace ooze
