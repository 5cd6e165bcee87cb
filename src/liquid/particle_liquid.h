// The state of a particle liquid that all particle methods share.
// It holds the particles, their previous positions and the neighbour lists, and provides insertion, erasure,
// undo and serialization.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "liquid/particle_arrays.h"
#include "liquid/state_bounds.h"
#include "particles/id_table.h"
#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A removed particle, kept for undo.
struct RemovedParticle {
  Vec3 position, velocity;
  float density, exposure;
  std::uint32_t id, colour;
  std::uint16_t material;
  std::uint16_t frozen;
};
static_assert(sizeof(RemovedParticle) == 44, "written as it lies in memory: no gaps");

/// Removed liquid, kept for undo.
struct RemovedParticles {
  std::vector<RemovedParticle> particles;
  ParticleArrays arrays;  ///< values of the added arrays for the same particles
};

/// A liquid state as read from a save. The state is untrusted until requireSound() has passed.
struct LiquidState {
  Particles particles;
  ParticleArrays arrays;
  /// Positions of the first particles at the last sort [m]; empty: no neighbour lists.
  Vec3Array listedAt;

  void readParticles(ByteReader& in);
  void readLists(ByteReader& in) { readValues(in, listedAt); }
  /// Validates the state.
  /// @param reach  reach of the neighbour lists [m]
  /// @throws InputError unless a time step can have produced this state for a liquid of so many materials
  void requireSound(const StateBounds& bounds, std::size_t materials, float reach) const;
  /// Returns the table from ids to indices.
  /// @throws InputError if two particles have one id, or an id was never given out
  [[nodiscard]] IdTable indicesById() const;
};

/// A liquid of particles with neighbour lists.
/// The method may change positions, velocities and values of arrays. Only this class changes the set of
/// particles and their order.
///
/// An index is valid until the particles are sorted or some are erased; an id is valid for ever.
class ParticleLiquid {
 public:
  /// @param reach  neighbour lists hold all particles nearer than this [m]
  explicit ParticleLiquid(float reach) : reach_(reach) {}

  Particles particles;
  Vec3Array previous;  ///< positions at the start of the time step [m]
  ParticleArrays arrays;

  [[nodiscard]] std::size_t size() const { return particles.size(); }
  template <class T>
  [[nodiscard]] auto& operator[](ArrayKey<T> key) {
    return arrays[key];
  }
  template <class T>
  [[nodiscard]] const auto& operator[](ArrayKey<T> key) const {
    return arrays[key];
  }

  // Neighbour lists.
  [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
  [[nodiscard]] float reach() const { return reach_; }
  /// Sets the reach of the lists [m]. A changed reach invalidates the lists.
  void setReach(float reach) {
    if (reach != reach_) listed_ = 0;
    reach_ = reach;
  }
  /// Returns true if the particles of the last sort have valid lists. Erasing particles invalidates all
  /// lists.
  [[nodiscard]] bool hasLists() const { return listed_ > 0; }
  /// Returns true if every particle has a list and none has moved farther than `allowed` since the sort [m].
  [[nodiscard]] bool listsAreValid(float allowed, const Threads& threads);
  /// Sorts the particles and builds their neighbour lists.
  /// Density and exposure are lost, because a time step computes them anew.
  /// @return order: the new particle i is the old order[i]. Valid until the next sort.
  /// @throws RunError if a particle is not finite or too far away
  std::span<const std::uint32_t> list(const Threads& threads);
  /// Sorts the particles and builds their lists like list(), but keeps density and exposure.
  /// To be used between two time steps, where these values are still drawn and saved.
  std::span<const std::uint32_t> sortBetweenSteps(const Threads& threads);

  /// Chooses the sweep direction for each pencil until the next sort.
  /// Sweeps keep their direction in a pencil if all its particles are of materials with a non-zero entry in
  /// `keeps`.
  void chooseSweepDirections(std::span<const std::uint8_t> keeps);

  /// Returns the table from ids to indices, valid until particles are sorted, inserted or erased.
  [[nodiscard]] IdTable indicesById() const { return IdTable(particles); }

  // Motion.
  void accelerate(const Vec3& gain, const Threads& threads);  ///< adds `gain` to every velocity [m/s]
  /// Saves the positions as `previous` and moves every particle by dt v. @param dt  [s]
  void predictPositions(float dt, const Threads& threads);
  /// Sets the velocities to the displacement since `previous` over dt [s].
  void deriveVelocities(float dt, const Threads& threads);

  // Insertion and erasure.
  /// Appends particles of one material.
  /// @param positions, velocities  of equal length [m, m/s]
  /// @param elapsed                time since the frame began [s]
  void insert(std::span<const Vec3> positions, std::span<const Vec3> velocities, std::uint16_t material,
              std::uint32_t colour, float elapsed);
  /// Removes particles, given by index in ascending order. The last particles take their places.
  void erase(std::span<const std::uint32_t> which);
  void recolour(std::uint16_t material, std::uint32_t colour);

  /// Returns the data needed to restore these particles, given by index, after they are erased.
  [[nodiscard]] RemovedParticles kept(std::span<const std::uint32_t> which) const;
  /// Validates removed liquid.
  /// @throws InputError unless a liquid of so many materials can have produced the data
  void requireSound(const RemovedParticles& kept, const StateBounds& bounds, std::size_t materials) const;
  /// Restores removed particles with their ids, at most `room` of them. Ids that exist already are skipped.
  /// @param elapsed  time since the frame began [s]
  void putBack(const RemovedParticles& kept, std::uint64_t room, float elapsed);
  static void save(const RemovedParticles& kept, ByteWriter& out);
  /// Reads what save(kept) wrote.
  /// @throws InputError if the bytes end early
  [[nodiscard]] RemovedParticles readRemoved(ByteReader& in) const;

  /// Serializes the particles, all arrays and the lists. A method with its own file order writes the parts
  /// instead.
  void save(ByteWriter& out) const;
  void saveParticles(ByteWriter& out) const;
  /// Serializes the positions at the last sort, which determine the order in which pairs are processed.
  void saveLists(ByteWriter& out) const { saveVectors(out, listedAt_, listed_); }
  /// Returns an empty state with the arrays of this liquid, to read into.
  [[nodiscard]] LiquidState blankState() const { return {{}, arrays.blank(), {}}; }
  /// Reads what save() wrote.
  /// @throws InputError if the bytes end early
  [[nodiscard]] LiquidState read(ByteReader& in) const;
  /// Replaces this liquid by a validated state and repeats the sort that preceded the save.
  /// @throws InputError if its particles are not in the order of that sort
  void replaceBy(LiquidState&& state);

 private:
  void listAgain(const Vec3Array& at);

  float reach_;
  Neighbours neighbours_;
  /// Number of particles with valid lists: particles inserted since the sort have none; 0 after an erasure.
  std::size_t listed_ = 0;
  Vec3Array listedAt_;               ///< positions at the last sort [m]
  std::vector<std::uint8_t> moved_;  ///< for each chunk: 1 if a particle left the reach of its list
  // Buffers of the sort, swapped with the members above.
  Particles sorted_;
  Vec3Array sortedPrevious_;
};

}  // namespace ooze
