// An immutable picture of a world at one moment: what windows, films and exporters read, on any thread.
#pragma once

#include "ooze/base/stage_timer.h"
#include "ooze/bodies/bodies.h"
#include "ooze/methods/method.h"
#include "ooze/spray/droplet.h"
#include "ooze/world/emitter.h"
#include "ooze/world/roll_back.h"
#include "ooze/world/statistics.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

/// What a snapshot has besides what it always has: things that take a while to gather.
struct SnapshotContent {
  bool pressures = false;
  bool strains = false;
  bool droplets = false;  ///< from a SprayTrail that goes beside the world: a world has none

  bool operator==(const SnapshotContent&) const = default;
};

struct Snapshot {
  std::uint64_t step = 0;
  std::uint64_t frame = 0;
  double time = 0;            ///< [s]
  int substeps = 0;           ///< steps per frame now
  std::string substepLimit;   ///< World::substepLimit()
  std::size_t rollBacks = 0;  ///< since the world was made or restored
  RollBack lastRollBack;      ///< if there was one
  float framesPerSecond = 60;
  float interactionRadius = 0;  ///< h [m]
  float restSpacing = 0;        ///< of the first material [m]
  std::string method;
  PairTable pairs;  ///< live: what holds between materials, and between them and solids

  std::vector<Vec3> positions;   ///< [m]
  std::vector<Vec3> velocities;  ///< World::frameVelocity() [m/s]
  std::vector<std::uint32_t> ids;
  std::vector<std::uint16_t> particleMaterials;
  std::vector<std::uint32_t> colours;
  std::vector<float> densities;               ///< [1], method's measure
  std::vector<float> exposures;               ///< 0 inside .. 1 alone
  std::vector<std::uint8_t> frozen;           ///< 1: stands like a wall; empty while nothing does
  std::vector<float> pressures;               ///< Method::pressures() [Pa]; empty unless asked for
  std::vector<float> strains;                 ///< Links::strains() [1]; empty unless asked for
  std::vector<Droplet> droplets;              ///< drawn only; World::snapshot() leaves them out
  std::vector<MaterialDefinition> materials;  ///< live values
  std::vector<float> restDensities;           ///< per material
  std::vector<float> worldValues;             ///< live, in the order of worldParameters()
  std::vector<EmitterSpec> emitters;          ///< live
  std::vector<Body> bodies;
  std::size_t links = 0;
  LinkWords linkWords{};                                          ///< what the method calls them
  std::vector<std::pair<std::string, double>> stageMilliseconds;  ///< of the last frame
  std::vector<StageSlice> slices;  ///< when they ran, steps among them, if the world's timer keeps that
  Statistics statistics;
};

}  // namespace ooze
