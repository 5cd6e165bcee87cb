// A small world for golden runs with springs, a floor and a nozzle. FaultyStage disturbs a single stage.
#pragma once

#include "ooze/scene/scene.h"

#include "world/history/golden.h"

#include <algorithm>
#include <string>
#include <string_view>
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

/// Returns the particles of a world, to disturb them as a faulty stage would.
inline Particles& particlesOf(const Method& method) {
  return const_cast<Particles&>(*method.view().particles);  // no method's particles are const objects
}

/// Disturbs a given stage of a given step, between the world and the recorder, before the stage is recorded.
class FaultyStage final : public StageObserver {
 public:
  using Fault = void (*)(Particles&);
  FaultyStage(World& world, StageObserver& next, std::uint64_t step, std::string stage, Fault fault)
      : world_(world), next_(next), step_(step), stage_(std::move(stage)), fault_(fault) {
    world.observe(this);
  }
  void afterStage(std::string_view stage, const Method& method) override {
    if (stage == stage_ && world_.stepIndex() == step_) fault_(particlesOf(method)), ++faults_;
    next_.afterStage(stage, method);
  }
  [[nodiscard]] int faults() const { return faults_; }

 private:
  World& world_;
  StageObserver& next_;
  std::uint64_t step_;
  std::string stage_;
  Fault fault_;
  int faults_ = 0;
};

inline std::size_t indexOf(const Particles& p, std::uint32_t id) {
  return static_cast<std::size_t>(std::find(p.id.begin(), p.id.end(), id) - p.id.begin());
}

}  // namespace ooze
