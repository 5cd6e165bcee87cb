#include "session/live_values.h"

namespace ooze {

WorldValues liveValues(const Snapshot& snapshot, std::span<const Command> pending) {
  WorldValues live{snapshot.materials,        snapshot.worldValues,       snapshot.emitters,
                   valuesOf(snapshot.bodies), snapshot.interactionRadius, snapshot.pairs};
  for (const Command& command : pending) apply(live, snapshot.method, command);
  return live;
}

}  // namespace ooze
