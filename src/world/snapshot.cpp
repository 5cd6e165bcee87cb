#include "ooze/world/snapshot.h"

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

const FieldValues* findField(const Snapshot& snapshot, const Field& field) {
  for (const FieldValues& f : snapshot.fields)
    if (f.field == field) return &f;
  return nullptr;
}

void keepParticles(Snapshot& snapshot, std::span<const std::size_t> kept) {
  const bool any = !snapshot.positions.empty();
  visitParticleArrays(snapshot, [&](auto& values) {
    if (any && values.empty()) return;  // such as frozen, while nothing is
    std::decay_t<decltype(values)> taken(kept.size());
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k] != kNewParticle) taken[k] = values[kept[k]];
    values = std::move(taken);
  });
}

}  // namespace ooze
