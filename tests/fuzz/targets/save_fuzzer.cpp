// Fuzz target for save files. A save is restored and stepped twice; the restored world is also saved and
// restored to the same hash.
#include "ooze/scene/save_file.h"

#include "fuzz/targets/fuzz_target.h"
#include "fuzz/tiny_scene.h"

#include <optional>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ooze;
  std::optional<World> world, again;
  const bool taken = fuzz::isAccepted([&] {
    SaveFile save = decodeSave(fuzz::bytesOf(data, size), "fuzz.ooze");
    save.source = kTinyScene;  // scenes have a fuzz target of their own
    const Scene scene = parseSavedScene(save);
    world.emplace(scene.world, 1);
    ByteReader state(save.state);
    world->restore(state);
    again.emplace(scene.world, 1);
  });
  if (!taken) return 0;
  ByteWriter saved;
  world->save(saved);
  ByteReader state(saved.bytes());
  again->restore(state);
  fuzz::require(world->hash() == again->hash(), "a world that changes when it is saved");
  const auto stepTwice = [](World& w) {
    return fuzz::completes([&] {
      w.step();
      w.step();
    });
  };
  const bool ran = stepTwice(*world);
  fuzz::require(ran == stepTwice(*again) && world->hash() == again->hash(),
                "a world that goes on otherwise once it was saved");
  (void)world->snapshot();
  const Particles& p = world->particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    fuzz::require(isFinite(p.position[i]) && isFinite(p.velocity[i]), "a particle is not finite");
  return 0;
}
