#include "ooze/world/world.h"

#include <cstdio>

int main() {
  ooze::MaterialDefinition liquid;
  liquid.name = "liquid";
  for (const ooze::ParameterInfo& row : ooze::findMethod("clavet").parameters())
    liquid.values.push_back(row.defaultValue);

  ooze::WorldSpec spec;
  spec.materials = {liquid};
  ooze::LiquidVolume block;
  block.shape = ooze::makeBox(ooze::Vec3(0.01f));
  spec.liquids = {block};

  ooze::World world(spec);
  world.step();
  std::printf("%zu particles, hash %016llx\n", world.particles().size(),
              static_cast<unsigned long long>(world.hash()));
  return world.particles().size() > 0 ? 0 : 1;
}
