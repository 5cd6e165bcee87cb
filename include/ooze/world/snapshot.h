// An immutable picture of a world at one moment: what windows, films and exporters read, on any thread.
#pragma once

#include "ooze/base/stage_timer.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/field.h"
#include "ooze/methods/method.h"
#include "ooze/spray/droplet.h"
#include "ooze/world/roll_back.h"
#include "ooze/world/statistics.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

/// What a snapshot has besides what it always has: things that take a while to gather.
struct SnapshotContent {
  std::vector<Field> fields{};  ///< those that the world's method has
  bool droplets = false;        ///< from a SprayTrail that goes beside the world: a world has none

  bool operator==(const SnapshotContent&) const = default;
};

/// What was gathered of a field.
struct FieldValues {
  Field field;                ///< the field
  std::vector<float> values;  ///< of each particle, in the method's own measure
  std::vector<float> atRest;  ///< Field::atRest, by material; empty where there is none
};

/// State of a world at one moment, as copies. Particle arrays are parallel.
struct Snapshot {
  std::uint64_t step = 0;       ///< World::stepIndex()
  std::uint64_t frame = 0;      ///< World::frameIndex()
  double time = 0;              ///< [s]
  int substeps = 0;             ///< steps per frame now
  std::string substepLimit;     ///< World::substepLimit()
  std::size_t rollBacks = 0;    ///< since the world was made or restored
  RollBack lastRollBack;        ///< if there was one
  float framesPerSecond = 60;   ///< [1/s]
  float interactionRadius = 0;  ///< h [m]
  float restSpacing = 0;        ///< of the first material [m]
  float regionDistance = 0;     ///< SurfaceSettings::regionDistance [m]
  std::string method;           ///< MethodRow::key
  PairTable pairs;              ///< live: what holds between materials, and between them and solids

  std::vector<Vec3> positions;                    ///< [m]
  std::vector<Vec3> velocities;                   ///< World::frameVelocity() [m/s]
  std::vector<std::uint32_t> ids;                 ///< permanent ids of the particles
  std::vector<std::uint16_t> particleMaterials;   ///< indices into `materials`
  std::vector<std::uint32_t> colours;             ///< 0xAABBGGRR, sRGB
  std::vector<std::uint8_t> frozen;               ///< 1: stands like a wall; empty while nothing does
  std::vector<Vec3> initialPositions;             ///< LiquidView::initialPositions [m]; empty: there are none
  std::vector<FieldValues> fields;                ///< those that are always there, and what was asked for
  std::shared_ptr<const grid::LevelSet> surface;  ///< the method's own; null: it has none
  std::vector<Droplet> droplets;                  ///< drawn only; World::snapshot() leaves them out
  std::vector<MaterialDefinition> materials;      ///< live values
  std::vector<float> worldValues;                 ///< live, in the order of worldParameters()
  std::vector<EmitterSpec> emitters;              ///< live
  std::vector<Control> controls;                  ///< live
  std::vector<Body> bodies;                       ///< live, absent ones too
  std::size_t links = 0;                          ///< number of links between particles
  LinkWords linkWords{};                          ///< what the method calls them
  std::vector<std::pair<std::string, double>> stageMilliseconds;  ///< of the last frame
  std::vector<StageSlice> slices;  ///< when they ran, steps among them, if the world's timer keeps that
  Statistics statistics;           ///< World::statistics()
};

/// Calls f with each array that has one entry for each particle, or none: the one list of them.
template <class AnySnapshot, class F>
void visitParticleArrays(AnySnapshot& snapshot, F&& f) {
  f(snapshot.positions), f(snapshot.velocities), f(snapshot.ids);
  f(snapshot.particleMaterials), f(snapshot.colours), f(snapshot.frozen);
  f(snapshot.initialPositions);
  for (auto& gathered : snapshot.fields) f(gathered.values);
}

/// In keepParticles(): one that was not there, with zeros to be filled in.
inline constexpr std::size_t kNewParticle = static_cast<std::size_t>(-1);
/// Makes these the snapshot's particles. @param kept  by their present indices, in their new order
void keepParticles(Snapshot& snapshot, std::span<const std::size_t> kept);

/// What a snapshot has of the fields of a method: those that are always there, and those that are asked for.
/// What the method does not have is left out. @param dt  length of the last step [s]
[[nodiscard]] std::vector<FieldValues> gatherFields(const MethodRow& row, const Method& method,
                                                    const MethodSettings& settings,
                                                    std::span<const MaterialDefinition> materials,
                                                    std::span<const Field> asked, float dt);
/// Null if the snapshot does not have it.
[[nodiscard]] const FieldValues* findField(const Snapshot& snapshot, const Field& field);

}  // namespace ooze
