// Fuzz target for scene files. A scene is read, simulated as a small world, and written as a scene that
// loads again.
#include "ooze/scene/scene_writing.h"

#include "fuzz/targets/fuzz_target.h"

#include <algorithm>
#include <optional>
#include <string>

namespace ooze {
namespace {

// Limits the world, because a large world is slow but no error.
constexpr std::uint64_t kMostParticles = 300;
constexpr int kSteps = 2;

}  // namespace
}  // namespace ooze

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  const std::filesystem::path file = fuzz::ownFolder() / "scene.json";
  Scene scene;
  std::optional<World> world;
  const bool taken = fuzz::isAccepted([&] {
    scene = parseScene(std::string(fuzz::textOf(data, size)), file, Detail::Coarse);
    scene.world.particleLimit = std::min(scene.world.particleLimit, kMostParticles);
    world.emplace(scene.world, 1);
  });
  if (!taken) return 0;
  fuzz::completes([&] {
    for (int i = 0; i < kSteps; ++i) world->step();
  });
  const Particles& p = world->particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    fuzz::require(isFinite(p.position[i]) && isFinite(p.velocity[i]), "a particle is not finite");
  const std::string text = sceneText(scene, *world, {scene.camera, scene.look}, file);
  (void)parseScene(text, file, Detail::Coarse);
  return 0;
}
