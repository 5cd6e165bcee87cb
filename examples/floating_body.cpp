// Builds a scene in code: a crate falls into a tank of water and floats.
#include <cstdio>
#include <ooze/ooze.h>
#include <optional>
#include <utility>

namespace {

using ooze::Vec3;

ooze::WorldSpec makeTank(float depth, float crateDensity) {
  ooze::WorldSpec spec;
  spec.method = "clavet";                         // viscoelastic springs
  spec.methodSettings.interactionRadius = 0.02f;  // h [m]; particles lie some 0.4 h apart

  // Each value of a material has a row in the parameter table of its method, which says unit and range.
  ooze::MaterialDefinition water = ooze::loadMaterial("water", spec.method);
  const auto rows = ooze::findMethod(spec.method).parameters();
  water.values[ooze::findParameter(rows, "friction")] = 0.f;  // the water slips along walls
  spec.materials.push_back(water);

  ooze::LiquidVolume pool;
  pool.name = "pool";
  pool.shape = ooze::makeBox(Vec3(0.09f, 0.5f * depth, 0.09f));  // half extents [m]
  pool.pose.position = Vec3(0.f, 0.5f * depth, 0.f);
  pool.sampling = ooze::Sampling::Settled;
  spec.liquids.push_back(pool);

  ooze::SolidShape inside;  // everything outside this box is solid
  inside.kind = ooze::SolidShape::SolidKind::Tank;
  inside.size = Vec3(0.09f, 0.1f, 0.09f);
  ooze::Body tank = ooze::makeBody("tank", inside, ooze::Motion::Static);
  tank.pose.position = tank.previousPose.position = Vec3(0.f, 0.1f, 0.f);
  spec.bodies.push_back(std::move(tank));

  ooze::SolidShape cube;
  cube.kind = ooze::SolidShape::SolidKind::Box;
  cube.size = Vec3(0.035f);
  ooze::Body crate = ooze::makeBody("crate", cube, ooze::Motion::Dynamic);
  crate.density = crateDensity;  // [kg/m^3]; the water has 1000
  crate.pose.position = crate.previousPose.position = Vec3(0.f, depth + 0.06f, 0.f);
  spec.bodies.push_back(std::move(crate));
  return spec;
}

int run() {
  constexpr float kDensity = 500.f;
  ooze::World world(makeTank(0.09f, kDensity));

  std::optional<ooze::Submersion> floats;
  while (world.time() < 2.0) {
    world.advanceFrame();
    const ooze::Body& crate = world.bodies().list[1];
    floats = ooze::submersionOf(world, crate);
    if (world.frameIndex() % 20 == 0)
      std::printf("%4.2f s  crate at %6.3f m  %3.0f %% of it under water\n", world.time(), crate.centre().y,
                  floats ? 100.0 * floats->fraction : 0.0);
  }

  // By Archimedes' principle half of the crate is under water. Particles make that coarse: they are a tenth
  // of the crate's edge apart.
  if (!floats || floats->fraction < 0.3 || floats->fraction > 0.7) {
    std::fprintf(stderr, "floating_body: the crate does not float\n");
    return 1;
  }
  std::printf("The crate floats.\n");
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const ooze::InputError& error) {  // the specification is not sound, or assets are missing
    std::fprintf(stderr, "floating_body: %s\n", error.what());
    return 2;
  } catch (const ooze::RunError& error) {  // a step that went wrong
    std::fprintf(stderr, "floating_body: %s\n", error.what());
    return 1;
  }
}
