// The reference shapes of particles: which they have, how new liquid comes to one, and when a body takes the
// shape that it then has (section 4, eq. 14).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/bonds.h"
#include "methods/shape_matching/coefficients.h"
#include "methods/shape_matching/reference_grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

class References {
 public:
  /// Adds the arrays to those of a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<Vec3> place;           ///< x0 [m]
  ArrayKey<std::uint32_t> shape;  ///< number of the lump; 0: it has none
  ArrayKey<Quat> rotation;        ///< of its region in the last step
  ArrayKey<std::uint8_t> breaks;  ///< bits of reference_grid.h, and kJoins
  ArrayKey<float> updatedAt;      ///< when it was given its place [s]
  ArrayKey<float> strain;         ///< |g - x| over the spacing, of the last step [1]
  ArrayKey<float> load;           ///< |f_ext| per mass over the time since the last check [m/s]

  /// What comes with a speed is poured, and will join the shape that it meets, as will what is torn off one.
  static constexpr std::uint8_t kJoins = 128;

  /// Gives the last `count` particles, which have just come, a shape of their own.
  /// @param joins  whether they become part of one that they touch, in the next step
  void begin(ParticleLiquid& liquid, std::size_t count, bool joins);
  /// Liquid without alpha < 1 has no shape; what has none and needs one gets it. For those that have come,
  /// or whose material has changed.
  /// @param h  [m] @return whether anything changed
  bool settleNew(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                 const Threads& threads);

  /// What flows and is farther from its goal than its region reaches is torn off it: it has no shape, and
  /// will join that which it meets.
  /// Departs from the paper, where liquid that has run far since its last new shape is still pulled there.
  /// @return whether anything is
  bool tear(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
            const Threads& threads) const;
  /// A step has been taken. @param external  acceleration by gravity and contact [m/s^2]
  void addLoad(ParticleLiquid& liquid, const Vec3Array& external, float dt, const Threads& threads);
  /// Every S_T: each connected body whose mean load exceeds T_f(alpha) takes the shape that it has.
  /// @return whether any did
  bool update(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
              const Threads& threads);

  [[nodiscard]] ReferenceView view(const ParticleLiquid& liquid) const {
    return {liquid[shape], liquid[place], liquid[breaks], liquid.particles.id};
  }
  [[nodiscard]] double time() const { return clock_.time; }  ///< [s]
  [[nodiscard]] float sinceCheck() const { return clock_.sinceCheck; }

  void save(ByteWriter& out) const { out.value(clock_); }
  /// @throws InputError if no step can have left this
  void restore(ByteReader& in);

 private:
  struct Clock {
    double time = 0.0;         // [s]
    float sinceCheck = 0.f;    // [s]
    std::uint32_t shapes = 0;  // numbers given out
  };
  static_assert(sizeof(Clock) == 16, "written as it lies in memory: no gaps");

  std::uint32_t freshShape();
  void takeShape(ParticleLiquid& liquid, std::size_t i, std::uint32_t number);
  bool join(ParticleLiquid& liquid, std::span<const Coefficients> materials, float spacing,
            const Threads& threads);
  [[nodiscard]] std::uint32_t nearestSound(const ParticleLiquid& liquid,
                                           std::span<const Coefficients> materials, std::uint32_t i,
                                           float spacing) const;
  void joinTo(ParticleLiquid& liquid, std::uint32_t i, std::uint32_t to, float spacing);
  bool forgetOfLiquids(ParticleLiquid& liquid, std::span<const Coefficients> materials,
                       const Threads& threads) const;
  bool begin(ParticleLiquid& liquid, std::span<const Coefficients> materials, float reach,
             const Threads& threads);

  static constexpr std::uint32_t kNobody = ~0u;
  struct Joining {
    std::uint32_t particle, to;
  };

  Clock clock_;
  Bonds bonds_;
  std::vector<Joining> joining_;
  struct Body {
    double load, threshold, count;
    std::uint32_t number;  // of its new shape; 0: it keeps what it has
  };
  std::vector<Body> bodies_;
};

}  // namespace ooze::shape_matching
