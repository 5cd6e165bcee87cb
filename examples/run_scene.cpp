// Runs a scene without a window and prints what the liquid does.
//     run_scene [SCENE [SECONDS]]
// SCENE is the name of a scene that comes with Ooze, or the path of a scene file.
#include <cstdio>
#include <cstdlib>
#include <ooze/ooze.h>
#include <string>

namespace {

int run(const std::string& name, double seconds) {
  const ooze::Scene scene = ooze::loadScene(name, ooze::Detail::Coarse);
  std::printf("%s: %s\n", scene.title.c_str(), scene.description.c_str());
  for (const std::string& note : scene.notes) std::printf("note: %s\n", note.c_str());

  ooze::World world(scene.world);
  while (world.time() < seconds) {
    world.advanceFrame();
    if (world.frameIndex() % 12 != 0) continue;
    const ooze::Statistics now = world.statistics();
    std::printf("%5.2f s  %6zu particles  %7.2f g  kinetic energy %9.3e J\n", world.time(), now.particles,
                1000.0 * now.mass, now.kineticEnergy);
  }

  // The hash covers everything that later steps depend on. It is the same for any number of threads.
  const ooze::Statistics end = world.statistics();
  std::printf("%zu particles after %.2f s, hash %016llx\n", end.particles, world.time(),
              static_cast<unsigned long long>(world.hash()));
  if (end.particles == 0 || !(end.mass > 0.0)) {
    std::fprintf(stderr, "run_scene: no liquid came\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "clavet_pour_bunny", argc > 2 ? std::atof(argv[2]) : 0.6);
  } catch (const ooze::InputError& error) {  // an unknown scene, a bad file
    std::fprintf(stderr, "run_scene: %s\n", error.what());
    return 2;
  } catch (const ooze::RunError& error) {  // a step that went wrong
    std::fprintf(stderr, "run_scene: %s\n", error.what());
    return 1;
  }
}
