// A scene whose worlds never exceed a few dozen particles, so that a fuzzer can try many inputs.
#pragma once

namespace ooze {

inline constexpr const char* kTinyScene = R"({
  "version": 1,
  "h": 0.04,
  "particle_limit": 60,
  "domain": {"lower": [-1, -1, -1], "upper": [1, 1, 1]},
  "materials": [{"name": "goo", "parameters": {"spring_stiffness": 10, "viscosity_linear": 1}}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.03}}, "position": [0, 0.04, 0], "sampling": "lattice"}],
  "emitters": [{"name": "spout", "radius": 0.02, "speed": 1, "position": [0, 0.2, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}},
             {"name": "ball", "motion": "dynamic", "shape": {"sphere": {"radius": 0.03}}, "position": [0.2, 0.05, 0]}]
})";

/// The same on a grid, with room for a band of cells of 2 cm.
inline constexpr const char* kTinyGridScene = R"({
  "version": 1,
  "method": "rasmussen",
  "h": 0.04,
  "particle_limit": 300,
  "domain": {"lower": [-0.2, -0.2, -0.2], "upper": [0.2, 0.2, 0.2]},
  "materials": [{"name": "goo", "file": "rasmussen_honey"}],
  "bands": [{"name": "neck", "lower": [-0.06, 0, -0.06], "upper": [0.06, 0.06, 0.06]}],
  "liquids": [{"name": "drop", "shape": {"sphere": {"radius": 0.04}}, "position": [0, 0.05, 0], "velocity": [0, -1, 0]}]
})";

}  // namespace ooze
