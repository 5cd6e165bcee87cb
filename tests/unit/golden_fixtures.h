// A small world to record: springs, a floor, a nozzle.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/golden.h"

#include <string>
#include <utility>

namespace ooze {

inline Scene goldenScene(const std::string& material = "slime", const std::string& method = "clavet") {
  return parseScene(R"({
    "version": 1, "h": 0.03, "method": ")" +
                        method + R"(",
    "domain": {"lower": [-1, -0.1, -1], "upper": [1, 1, 1]},
    "materials": [{"name": "goo", "file": ")" +
                        material + R"("}],
    "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.04}}, "position": [0, 0.06, 0]}],
    "emitters": [{"name": "spout", "radius": 0.02, "position": [0, 0.2, 0], "speed": 1}],
    "bodies": [{"name": "floor", "shape": {"plane": {}}}]
  })",
                    "folder/little.json", Detail::Coarse);
}

inline GoldenRun record(World& world, int frames, std::uint64_t digestBudget = kGoldenDigestBudget) {
  GoldenRecorder recorder(world, digestBudget);
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    recorder.noteFrame();
  }
  return recorder.run();
}

inline GoldenRun record(const Scene& scene, int frames, int threads = 1,
                        std::uint64_t digestBudget = kGoldenDigestBudget) {
  World world(scene.world, threads);
  return record(world, frames, digestBudget);
}

/// The particles of a world, to disturb them as a faulty stage would.
inline Particles& particlesOf(const Method& method) {
  return const_cast<Particles&>(*method.view().particles);  // no method's particles are const objects
}

}  // namespace ooze
