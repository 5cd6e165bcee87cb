// The state of a liquid of particles, as every method that moves particles needs it: what they are, where
// they were, who is near whom, and how they come, go, are kept and saved.
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

/// A particle that was taken out.
struct KeptParticle {
  Vec3 position, velocity;
  float density, exposure;
  std::uint32_t id, colour;
  std::uint16_t material;
  std::uint16_t frozen;
};
static_assert(sizeof(KeptParticle) == 44, "written as it lies in memory: no gaps");

/// Liquid that was taken out.
struct KeptParticles {
  std::vector<KeptParticle> particles;
  ParticleArrays arrays;  ///< of the same particles
};

/// A state as it is read: nothing in it is believed before areSound().
struct LiquidState {
  Particles particles;
  ParticleArrays arrays;
  Vec3Array listedAt;  ///< where the first of them were when they were sorted [m]; none: they have no lists

  void readParticles(ByteReader& in);
  void readLists(ByteReader& in) { readValues(in, listedAt); }
  /// @param reach  of the lists [m]
  /// @throws InputError unless a step can have left this of a liquid of so many materials
  void requireSound(const StateBounds& bounds, std::size_t materials, float reach) const;
  /// Where each id is.
  /// @throws InputError if two particles have one id, or one has an id that was never given out
  [[nodiscard]] IdTable indicesById() const;
};

/// Positions, velocities and the values of arrays are the method's to change. Which particles there are, and
/// in which order, changes through this class alone.
///
/// An index holds until the particles are sorted or some are erased, an id for ever.
class ParticleLiquid {
 public:
  /// @param reach  lists hold the others that are nearer than this [m]
  explicit ParticleLiquid(float reach) : reach_(reach) {}

  Particles particles;
  Vec3Array previous;  ///< positions at the beginning of the step [m]
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

  // Who is near whom.
  [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
  [[nodiscard]] float reach() const { return reach_; }
  /// From now on lists reach so far [m]; after another reach than before there are none.
  void setReach(float reach) {
    if (reach != reach_) listed_ = 0;
    reach_ = reach;
  }
  /// True if those that were there at the last sort have lists; they have none once particles were erased.
  [[nodiscard]] bool hasLists() const { return listed_ > 0; }
  /// True if every particle has a list and none has moved farther than this since.
  [[nodiscard]] bool listsHold(float allowed, const Threads& threads);
  /// Sorts the particles and lists neighbours. Density and exposure, which a step computes anew, are not
  /// kept.
  /// @return order: the new particle i is the old order[i]. Valid until the next sort.
  /// @throws RunError if a particle is not finite or too far away
  std::span<const std::uint32_t> list(const Threads& threads);
  /// The same between two steps, where density and exposure are still what one sees and saves.
  std::span<const std::uint32_t> listBetweenSteps(const Threads& threads);

  /// Sweeps keep their way through a pencil if all its particles are of materials that do (by index), until
  /// the next list.
  void chooseWays(std::span<const std::uint8_t> keeps);

  /// Who is where, until particles are sorted or some come or go.
  [[nodiscard]] IdTable indicesById() const { return IdTable(particles); }

  // Motion.
  void accelerate(const Vec3& gain, const Threads& threads);  ///< every velocity gains this [m/s]
  /// Keeps the positions as `previous`, and moves on by dt v. @param dt  [s]
  void predictPositions(float dt, const Threads& threads);
  /// Velocities become what positions moved since, over dt [s].
  void deriveVelocities(float dt, const Threads& threads);

  // Who comes and goes.
  /// @param positions, velocities  as many [m, m/s] @param elapsed  since the frame began [s]
  void insert(std::span<const Vec3> positions, std::span<const Vec3> velocities, std::uint16_t material,
              std::uint32_t colour, float elapsed);
  /// Removes these particles, given by index in ascending order. The last take their places.
  void erase(std::span<const std::uint32_t> which);
  void recolour(std::uint16_t material, std::uint32_t colour);

  /// What it takes to put these particles, given by index, back after they are erased.
  [[nodiscard]] KeptParticles kept(std::span<const std::uint32_t> which) const;
  /// @throws InputError unless this can have been kept of a liquid of so many materials
  void requireSound(const KeptParticles& kept, const StateBounds& bounds, std::size_t materials) const;
  /// Puts those that are not there back, with their ids; no more than `room`. @param elapsed  since the frame
  /// began [s]
  void putBack(const KeptParticles& kept, std::uint64_t room, float elapsed);
  static void save(const KeptParticles& kept, ByteWriter& out);
  /// @throws InputError if the bytes end early
  [[nodiscard]] KeptParticles readKept(ByteReader& in) const;

  /// Writes the particles, all arrays and the lists; a method with an order of its own writes them by parts.
  void save(ByteWriter& out) const;
  void saveParticles(ByteWriter& out) const;
  /// Where particles were when they were sorted decides in which order pairs are taken.
  void saveLists(ByteWriter& out) const { saveVectors(out, listedAt_, listed_); }
  /// A state to read into, with the arrays of this one.
  [[nodiscard]] LiquidState blankState() const { return {{}, arrays.blank(), {}}; }
  /// What save() wrote. @throws InputError if the bytes end early
  [[nodiscard]] LiquidState read(ByteReader& in) const;
  /// Becomes a state that is sound; sorts and lists again as the step before the save did.
  /// @throws InputError if its particles are not in the order of that sort
  void become(LiquidState&& state);

 private:
  void listAgain(const Vec3Array& at);

  float reach_;
  Neighbours neighbours_;
  /// How many particles have valid lists: those inserted since are not among them; 0 when particles were
  /// removed.
  std::size_t listed_ = 0;
  Vec3Array listedAt_;               ///< where particles were when they were sorted and listed [m]
  std::vector<std::uint8_t> moved_;  ///< per chunk: something left the reach of its lists
  // What the sort gathers into, swapped with the above.
  Particles sorted_;
  Vec3Array sortedPrevious_;
};

}  // namespace ooze
