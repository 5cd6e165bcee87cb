#include "ooze/liquid/window.h"

#include <algorithm>

namespace ooze {
namespace {

Aabb boxAt(const WindowSpec& window, double time) {
  const std::vector<WindowKey>& keys = window.keys;
  if (keys.empty()) return window.box;
  const auto after =
      std::find_if(keys.begin(), keys.end(), [&](const WindowKey& key) { return key.time > time; });
  if (after == keys.begin()) return after->box;
  const WindowKey& before = *(after - 1);
  if (after == keys.end()) return before.box;
  const auto part = static_cast<float>((time - before.time) / (after->time - before.time));
  return {glm::mix(before.box.lower, after->box.lower, part),
          glm::mix(before.box.upper, after->box.upper, part)};
}

}  // namespace

PosedWindow poseOf(const WindowSpec& window, const std::vector<Body>& bodies, double time) {
  PosedWindow posed{boxAt(window, time)};
  const auto body =
      std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == window.body; });
  if (!window.body.empty() && body != bodies.end()) posed.moved = body->pose.position;
  return posed;
}

}  // namespace ooze
