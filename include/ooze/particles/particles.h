// Particle state as a structure of arrays (SoA).
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Three parallel float arrays that are read and written as vectors (structure of arrays). Indices are not
/// checked.
class Vec3Array {
 public:
  std::vector<float> x, y, z;  ///< x, y and z components; all three arrays have the same length

  /// Returns the number of vectors.
  [[nodiscard]] std::size_t size() const { return x.size(); }
  /// Returns vector i.
  [[nodiscard]] Vec3 operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
  /// Sets vector i.
  void set(std::size_t i, const Vec3& v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  /// Adds to vector i.
  void add(std::size_t i, const Vec3& v) { x[i] += v.x, y[i] += v.y, z[i] += v.z; }
  /// Appends a vector.
  void push(const Vec3& v) { x.push_back(v.x), y.push_back(v.y), z.push_back(v.z); }
  /// Changes the number of vectors; new ones are 0.
  void resize(std::size_t n) { x.resize(n), y.resize(n), z.resize(n); }
  /// Removes element i; the last element takes its place.
  void remove(std::size_t i) {
    for (std::vector<float>* c : {&x, &y, &z}) (*c)[i] = c->back(), c->pop_back();
  }
  void copy(const Vec3Array& from, const Threads& threads);  ///< copies all vectors of `from` into this array
  /// Replaces the content by elements of `from`: the new element i is from[order[i]].
  /// @param from   another array, not this one
  /// @param order  indices of `from`, one for each new element
  void gather(const Vec3Array& from, std::span<const std::uint32_t> order, const Threads& threads);
};

/// The number of particle ids that a world may ever assign.
/// At 100,000 new particles a second the ids last about three quarters of an hour.
inline constexpr std::uint32_t kMaxIds = 1u << 28;

/// The particle state that all particle methods share.
/// The order of particles changes from time step to time step. An index is valid until the next step; an id
/// is valid for ever.
struct Particles {
  Vec3Array position;  ///< positions of the particle centres [m]
  Vec3Array velocity;  ///< velocities with which the method starts the next step [m/s]
  /// Position at the start of the frame [m]. `position - frameStart` is the particle's motion within the
  /// frame. A particle created during the frame gets a position extrapolated back along its velocity. A
  /// particle that a jumping solid displaces has this position displaced too, so that the jump does not count
  /// as motion.
  Vec3Array frameStart;
  std::vector<std::uint32_t> id;        ///< particle ids: unique, never changed and never reused
  std::vector<std::uint16_t> material;  ///< index into the world's materials, for each particle
  std::vector<std::uint32_t> colour;    ///< colour of each particle, 0xAABBGGRR in sRGB
  std::vector<float> density;           ///< number density of the last step, in the method's own unit [1]
  std::vector<float>
      exposure;  ///< 0 deep inside the liquid .. 1 alone: measures few or one-sided neighbours [1]
  /// 1: the particle does not move, whatever the forces; empty while no particle is frozen.
  std::vector<std::uint8_t> frozen;
  std::uint32_t nextId = 0;  ///< id that the next new particle gets, at most kMaxIds

  /// Returns the number of particles.
  [[nodiscard]] std::size_t size() const { return id.size(); }
  /// Returns true if particle i is frozen.
  [[nodiscard]] bool isFrozen(std::size_t i) const { return !frozen.empty() && frozen[i] != 0; }

  /// Appends a particle with a new id, density 0 and exposure 1, not frozen.
  /// The caller checks that nextId is below kMaxIds.
  /// @param at        position [m]
  /// @param moving    velocity [m/s]
  /// @param of        index of the material
  /// @param coloured  0xAABBGGRR, sRGB
  /// @param elapsed   time since the frame began [s]; frameStart assumes the velocity `moving` over this time
  /// @return the particle's id
  std::uint32_t append(const Vec3& at, const Vec3& moving, std::uint16_t of, std::uint32_t coloured,
                       float elapsed);

  /// Removes particle i; the last particle takes its place.
  void remove(std::size_t i);

  /// Copies `from` in permuted order: the new particle i is from[order[i]].
  /// Allocates no memory once it has held as many particles. Density and exposure are not copied, because
  /// every step computes them anew.
  /// @param from   other particles, not these
  /// @param order  a permutation of the indices of `from`
  void gather(const Particles& from, std::span<const std::uint32_t> order, const Threads& threads);
};

}  // namespace ooze
