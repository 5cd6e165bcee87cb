// A world of one volume of settled liquid over a floor, for comparing materials.
#pragma once

#include "ooze/world/world.h"

#include <utility>

namespace ooze::test {

/// Makes a world with one volume of settled liquid above a floor at height 0.
/// @param h       interaction radius [m]
/// @param height  height of the volume's centre over the floor [m]
inline World liquidOnFloor(const char* method, float h, const MaterialDefinition& material, ShapePtr shape,
                           float height) {
  WorldSpec spec;
  spec.method = method;
  spec.methodSettings.interactionRadius = h;
  spec.materials = {material};
  LiquidVolume volume;
  volume.name = "volume";
  volume.shape = std::move(shape);
  volume.pose.position = {0.f, height, 0.f};
  volume.sampling = Sampling::Settled;
  spec.liquids = {volume};
  Body floor;
  floor.name = "floor";
  floor.shape = makePlane({0.f, 1.f, 0.f});
  spec.bodies = {floor};
  return World(spec);
}

}  // namespace ooze::test
