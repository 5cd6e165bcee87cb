// Reference shapes of particles: which shape a particle belongs to, how new liquid joins a shape, and plastic
// flow, by which a body takes its present shape as its new reference (section 4, eq. 14).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/coefficients.h"
#include "methods/shape_matching/connected_bodies.h"
#include "methods/shape_matching/reference_grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Per-particle reference positions and shape numbers, and the rules that change them.
class References {
 public:
  /// Adds the arrays of references to those of a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<Vec3> place;           ///< reference position x0 of each particle [m]
  ArrayKey<std::uint32_t> shape;  ///< number of each particle's reference shape; 0 for none
  ArrayKey<Quat> rotation;        ///< rotation of the particle's region in the last step
  ArrayKey<std::uint8_t> breaks;  ///< bits of reference_grid.h, and kJoins
  ArrayKey<float> updatedAt;      ///< time at which the particle got its reference position [s]
  ArrayKey<float> strain;         ///< |g - x| over the spacing, in the last step [1]
  ArrayKey<float> load;           ///< |f_ext| per mass, integrated over the time since the last check [m/s]

  /// Bit in `breaks` of liquid that was poured or torn off, and joins the next shape that it meets.
  static constexpr std::uint8_t kJoins = 128;

  /// Gives the last `count` particles, which are new, a shape of their own.
  /// @param joins  whether they join a shape that they touch in the next step
  void begin(ParticleLiquid& liquid, std::size_t count, bool joins);
  /// Settles the shapes of new particles and of particles whose material has changed. Liquid with alpha = 1
  /// has no shape; other liquid without a shape gets one.
  /// @param h  interaction radius [m]
  /// @return whether anything changed
  bool assignShapes(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                    const Threads& threads);

  /// Tears off liquid that is farther from its goal than its region extends. Torn liquid has no shape and
  /// joins the next one that it meets.
  /// Departs from the paper, where liquid that has run far since its last new shape is still pulled back.
  /// @return whether anything was torn off
  bool tear(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
            const Threads& threads) const;
  /// Accumulates the load of a step for the next yield check.
  /// @param external  acceleration by gravity and contact [m/s^2]
  void addLoad(ParticleLiquid& liquid, const Vec3Array& external, float dt, const Threads& threads);
  /// Checks for yield every S_T: each connected body whose mean load exceeds T_f(alpha) takes its present
  /// shape as reference.
  /// @return whether any body did
  bool yieldBodies(ParticleLiquid& liquid, std::span<const Coefficients> materials, float h,
                   const Threads& threads);

  [[nodiscard]] ReferenceView view(const ParticleLiquid& liquid) const {
    return {liquid[shape], liquid[place], liquid[breaks], liquid.particles.id};
  }
  [[nodiscard]] double time() const { return clock_.time; }  ///< total simulated time [s]
  [[nodiscard]] float sinceCheck() const { return clock_.sinceCheck; }

  void save(ByteWriter& out) const { out.value(clock_); }
  /// Restores a snapshot written by save().
  /// @throws InputError if no step can have left this state
  void restore(ByteReader& in);

 private:
  struct Clock {
    double time = 0.0;         // simulated time [s]
    float sinceCheck = 0.f;    // time since the last check for new shapes [s]
    std::uint32_t shapes = 0;  // last shape number given out; 0: none yet
  };
  static_assert(sizeof(Clock) == 16, "written as it lies in memory: no gaps");

  std::uint32_t newShapeNumber();
  void resetReference(ParticleLiquid& liquid, std::size_t i, std::uint32_t number);
  bool join(ParticleLiquid& liquid, std::span<const Coefficients> materials, float spacing,
            const Threads& threads);
  [[nodiscard]] std::uint32_t nearestJoinable(const ParticleLiquid& liquid,
                                              std::span<const Coefficients> materials, std::uint32_t i,
                                              float spacing) const;
  void joinTo(ParticleLiquid& liquid, std::uint32_t i, std::uint32_t to, float spacing);
  bool clearShapesOfLiquids(ParticleLiquid& liquid, std::span<const Coefficients> materials,
                            const Threads& threads) const;
  bool begin(ParticleLiquid& liquid, std::span<const Coefficients> materials, float reach,
             const Threads& threads);

  static constexpr std::uint32_t kNobody = ~0u;
  struct Joining {
    std::uint32_t particle, to;
  };

  Clock clock_;
  ConnectedBodies connectedBodies_;
  std::vector<Joining> joining_;
  struct ReferenceLoad {
    double load, threshold, count;
    std::uint32_t number;  // number of the new shape; 0: keeps its shape
  };
  std::vector<ReferenceLoad> bodies_;
};

}  // namespace ooze::shape_matching
