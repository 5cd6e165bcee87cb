// Measurements for scenes with a character.
#pragma once

#include "ooze/world/world.h"

#include <algorithm>
#include <string_view>

namespace ooze {

/// Returns the distance of a point to the nearest bone of a character [m].
inline float distanceToCharacter(const World& world, std::string_view name, const Vec3& place) {
  float nearest = 1e9f;
  for (const Body& body : world.bodies().list)
    if (body.present && body.name.starts_with(name))
      nearest = std::min(nearest, body.shape->distance(body.pose.toLocal(place)));
  return nearest;
}

/// Calls f(body) for every bone of a character, to remove the bone or to change its contact with liquid.
template <class F>
void forEachBone(WorldSpec& spec, std::string_view name, F&& f) {
  for (Body& body : spec.bodies)
    if (body.name.starts_with(name)) f(body);
}

}  // namespace ooze
