// Particle state as a structure of arrays.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Three parallel float arrays that read and write as vectors.
class Vec3Array {
 public:
  std::vector<float> x, y, z;  ///< components, of one length

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
  /// The last takes the place of i.
  void remove(std::size_t i) {
    for (std::vector<float>* c : {&x, &y, &z}) (*c)[i] = c->back(), c->pop_back();
  }
  void copy(const Vec3Array& from, const Threads& threads);  ///< becomes `from`
  /// Becomes `from` in this order: the new element i is from[order[i]].
  void gather(const Vec3Array& from, std::span<const std::uint32_t> order, const Threads& threads);
};

/// Ids that a world may give out, over all its life: at a hundred thousand a second, three quarters of an
/// hour.
inline constexpr std::uint32_t kMostIds = 1u << 28;

/// What every particle method shares. The order of particles changes from step to step: an index is valid
/// until the next step, an id for ever.
struct Particles {
  Vec3Array position;  ///< [m]
  Vec3Array velocity;  ///< that the method goes on with [m/s]
  /// Position when the frame began [m]; of what has come since, where it would have been, and of what a solid
  /// that jumps has put out, beside it: position - frameStart is always motion, never a leap.
  Vec3Array frameStart;
  std::vector<std::uint32_t> id;        ///< persistent, unique, never reused
  std::vector<std::uint16_t> material;  ///< index into the world's materials
  std::vector<std::uint32_t> colour;    ///< 0xAABBGGRR, sRGB
  std::vector<float> density;           ///< number density of the last step, in the method's own measure [1]
  std::vector<float>
      exposure;  ///< 0 deep inside the liquid .. 1 alone: how one-sided or few the neighbours are [1]
  std::vector<std::uint8_t> frozen;  ///< 1: stands where it is, whatever pushes; empty while nothing does
  std::uint32_t nextId = 0;          ///< at most kMostIds

  /// Returns the number of particles.
  [[nodiscard]] std::size_t size() const { return id.size(); }
  /// Returns true if particle i is frozen.
  [[nodiscard]] bool isFrozen(std::size_t i) const { return !frozen.empty() && frozen[i] != 0; }

  /// Appends a particle with a fresh id; density 0, exposure 1, not frozen.
  /// @param elapsed  since the frame began [s]: it is taken to have moved as it does now until then
  /// @return its id
  std::uint32_t append(const Vec3& at, const Vec3& moving, std::uint16_t of, std::uint32_t coloured,
                       float elapsed);

  /// Removes particle i; the last takes its place.
  void remove(std::size_t i);

  /// Becomes `from` in this order: the new element i is from[order[i]]. Takes no memory once it has held as
  /// many. Density and exposure, which every step computes anew, are not carried over.
  void gather(const Particles& from, std::span<const std::uint32_t> order, const Threads& threads);
};

}  // namespace ooze
