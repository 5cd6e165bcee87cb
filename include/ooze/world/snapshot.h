// An immutable copy of a world's state at one moment. Windows, movie recorders and exporters read snapshots
// on any thread.
#pragma once

#include "ooze/base/stage_timer.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/field.h"
#include "ooze/methods/method.h"
#include "ooze/spray/droplet.h"
#include "ooze/world/liquid_balance.h"
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

/// Optional content of a snapshot, which takes time to gather.
struct SnapshotContent {
  std::vector<Field> fields{};  ///< fields of the world's method to gather
  bool droplets = false;  ///< spray droplets, from a SprayTrail beside the world; the world itself has none

  bool operator==(const SnapshotContent&) const = default;
};

/// Values of one field.
struct FieldValues {
  Field field;                ///< the field that the values belong to
  std::vector<float> values;  ///< value of the field for each particle, in the method's own measure
  std::vector<float> atRest;  ///< value of liquid at rest, for each material; empty if the field has none
};

/// State of a world at one moment, as copies. Particle arrays are parallel. A shared snapshot does not change
/// any more, so any thread may read the snapshot.
struct Snapshot {
  std::uint64_t step = 0;       ///< number of steps taken so far (World::stepIndex())
  std::uint64_t frame = 0;      ///< number of frames completed so far (World::frameIndex())
  double time = 0;              ///< simulated time (World::time()) [s]
  int substeps = 0;             ///< present number of substeps per frame
  std::string substepLimit;     ///< effect that limits the length of a substep (World::substepLimit())
  std::size_t rollBacks = 0;    ///< number of roll-backs since the world was made or restored
  RollBack lastRollBack;        ///< the last roll-back; valid if rollBacks > 0
  LiquidBalance balance;        ///< liquid added, removed and lost so far (World::balance())
  double framesPerSecond = 60;  ///< number of frames per simulated second [1/s]
  float interactionRadius = 0;  ///< interaction radius h [m]
  float restSpacing = 0;        ///< rest spacing of the first material [m]
  float regionDistance = 0;     ///< SurfaceSettings::regionDistance; 0: one surface for all liquid [m]
  std::string method;           ///< key of the simulation method (MethodRow::key)
  PairTable pairs;  ///< present interaction functions of material pairs, and of materials with solids

  std::vector<Vec3> positions;     ///< positions of the particle centres [m]
  std::vector<Vec3> velocities;    ///< mean velocities over the last frame, World::frameVelocity() [m/s]
  std::vector<std::uint32_t> ids;  ///< permanent ids of the particles
  std::vector<std::uint16_t> particleMaterials;  ///< material of each particle, an index into `materials`
  std::vector<std::uint32_t> colours;            ///< colour of each particle, 0xAABBGGRR in sRGB
  std::vector<std::uint8_t> frozen;              ///< 1: the particle is immovable; empty if no particle is
  std::vector<std::uint32_t> cutSides;  ///< sides of cuts (Method::cutMarks()); empty if nothing is cut
  std::vector<Vec3> initialPositions;   ///< initial position of each particle's liquid [m]; may be empty
  std::vector<FieldValues> fields;      ///< fields that are always gathered, and those requested
  std::shared_ptr<const grid::LevelSet> surface;  ///< the method's own level set; null if the method has none
  std::vector<Droplet> droplets;              ///< for drawing only; World::snapshot() leaves the list empty
  std::vector<MaterialDefinition> materials;  ///< materials with their present values
  std::vector<float> worldValues;     ///< present settings of the world, in the order of worldParameters()
  std::vector<EmitterSpec> emitters;  ///< nozzles with their present values
  std::vector<Control> controls;      ///< controls with their present values
  std::vector<Body> bodies;           ///< bodies at their present poses, absent bodies included
  std::size_t links = 0;              ///< number of links between particles
  LinkWords linkWords{};              ///< user interface words for the links between particles
  /// Wall time of each stage in the last frame [ms]
  std::vector<std::pair<std::string, double>> stageMilliseconds;
  /// Start and end of each stage and step, if the world's timer records them.
  std::vector<StageSlice> slices;
  Statistics statistics;  ///< mass, momentum, energy and other sums (World::statistics())
};

/// Calls f with every per-particle array; optional arrays may be empty. A new per-particle array must be
/// added here.
template <class AnySnapshot, class F>
void visitParticleArrays(AnySnapshot& snapshot, F&& f) {
  f(snapshot.positions), f(snapshot.velocities), f(snapshot.ids);
  f(snapshot.particleMaterials), f(snapshot.colours), f(snapshot.frozen);
  f(snapshot.cutSides);
  f(snapshot.initialPositions);
  for (auto& gathered : snapshot.fields) f(gathered.values);
}

/// Index for keepParticles() that creates a new particle, filled with zeros.
inline constexpr std::size_t kNewParticle = static_cast<std::size_t>(-1);
/// Selects and reorders the particles of a snapshot. Optional arrays that are empty stay empty.
/// @param kept  one present index for each new particle, in the new order; kNewParticle creates a particle
void keepParticles(Snapshot& snapshot, std::span<const std::size_t> kept);

/// Gathers the fields of a method: the fields that are always gathered, and the fields in `asked`. Fields
/// that the method does not have are skipped.
/// @param dt  length of the last time step [s]
/// @return the fields in the order of MethodRow::fields, each with one value per particle
[[nodiscard]] std::vector<FieldValues> gatherFields(const MethodRow& row, const Method& method,
                                                    const MethodSettings& settings,
                                                    std::span<const MaterialDefinition> materials,
                                                    std::span<const Field> asked, float dt);
/// Returns the values of a field, or null if the snapshot lacks the field. Valid as long as the snapshot's
/// list of fields.
[[nodiscard]] const FieldValues* findField(const Snapshot& snapshot, const Field& field);

}  // namespace ooze
