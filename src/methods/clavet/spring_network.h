// The spring network of Clavet 2005, section 5: which pairs of particles have a spring, and at what rest
// length.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/methods/links.h"

#include "liquid/particle_liquid.h"
#include "methods/clavet/cuts.h"
#include "methods/clavet/material_laws.h"
#include "methods/clavet/spring_ends.h"
#include "methods/clavet/spring_rows.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ooze::clavet {

/// A spring, given by the ids of its ends with a < b.
using Spring = LinkTie;

/// Returns true if a rest length is valid: a spring begins with L = h and breaks beyond h (section 5.2), with
/// a tolerance for rounding.
inline bool isRestLength(float rest, float h) { return rest >= 0.f && rest <= 1.001f * h; }

/// A spring too long for the parallel sweep over pencils, deferred to the end of the sweep.
struct DeferredSpring {
  std::uint32_t owner;  ///< index of the particle that owns the spring
  std::uint32_t place;  ///< index of the spring in the owner's row
  bool operator<(const DeferredSpring& o) const {
    return owner != o.owner ? owner < o.owner : place < o.place;
  }
};

/// Result of the parallel adjustment of one chunk of particles, to be combined in order.
struct AdjustResult {
  struct NewSpring {
    std::uint32_t owner;    ///< index of the particle that owns the spring
    std::uint32_t partner;  ///< slot of the other end in SpringEnds
    float restLength;       ///< rest length L of the new spring [m]
  };
  std::vector<NewSpring> deferred;  ///< new springs whose rows are full, grouped by owner
  bool brokeInside = false;         ///< true if a spring broke although its ends are within h
};

/// All springs of a liquid. The caller must report every sorting, insertion and removal of particles, and
/// must pass the same liquid every time.
class SpringNetwork {
 public:
  /// Upper limit of the time between two adjustments for all materials [s].
  static constexpr float kMaxAdjustmentInterval = 1.f / 60.f;

  /// Registers the network's array with a liquid.
  void addTo(ParticleArrays& arrays);
  /// Returns true once some pair of materials holds springs. An inactive network has no springs and creates
  /// none.
  [[nodiscard]] bool isActive() const { return active_; }
  /// Adapts to changed materials.
  /// @param makesMore  true if a pair of materials creates springs that created none before; the next
  ///                   adjustment then searches missing springs between all neighbours
  void follow(const MaterialLaws& laws, bool makesMore, ParticleLiquid& liquid);

  // The stages (spring_adjustment.cpp, spring_displacement.cpp).
  /// Decides whether this step skips the adjustment, and counts the time. Departs from Clavet 2005, Algorithm
  /// 1, which adjusts springs in every step. If steps are short, the weak springs of flowing liquids are
  /// created and removed only in about every second step; in between, rest lengths flow in displace().
  /// @param dt  length of the step [s]
  /// @return true if this step leaves the adjustment to a later step
  [[nodiscard]] bool skipsAdjustment(float dt, const MaterialLaws& laws);
  /// Returns the time since the last adjustment [s].
  [[nodiscard]] float timeSinceAdjustment() const { return waited_; }
  /// Adjusts all springs (section 5.2, Algorithm 4): plastic flow of rest lengths, creation and breaking of
  /// springs. Also welds kneaded cuts.
  /// @param dt  length of the step [s]
  void adjust(float dt, ParticleLiquid& liquid, MaterialLaws& laws, Cuts& cuts, const Threads& threads);
  /// Moves the ends of all springs towards their rest lengths (section 5.1, Algorithm 3).
  void displace(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                std::uint64_t stepIndex);

  // Changes of the particles.
  /// Reorders the particles: the new particle i is the old order[i].
  void reorder(std::span<const std::uint32_t> order, const ParticleLiquid& liquid, const Threads& threads);
  void grow(const ParticleLiquid& liquid);  ///< adds rows for new particles at the end of the list
  void erase(std::span<const std::uint32_t> particles);  ///< indices, ascending; the last rows fill the gaps

  // Edits.
  /// Creates a spring at rest between every pair of neighbours without a spring, if the materials hold
  /// springs. The neighbour lists must be up to date with the positions.
  void createRestSprings(const ParticleLiquid& liquid, const MaterialLaws& laws, const Threads& threads);
  /// Creates these springs, or resets the rest lengths of existing ones. Skips springs with a missing end and
  /// springs longer than 2 h. Raises rest lengths of springs that would be stretched far beyond yield.
  void restoreSprings(const ParticleLiquid& liquid, const MaterialLaws& laws, std::span<const LinkTie> ties);
  /// Removes the springs for which `goes` returns true.
  /// @param goes  called with the particle indices of both ends
  /// @return the removed springs
  std::vector<LinkTie> removeIf(const ParticleLiquid& liquid,
                                FunctionRef<bool(std::size_t, std::size_t)> goes);
  void removeAll();
  /// Replaces all springs. Every end must be an existing particle.
  void set(const ParticleLiquid& liquid, std::span<const Spring> springs);

  // Read access. Springs whose partner was erased are left out.
  /// Calls visit(id, id, rest length [m]) for every spring, in storage order.
  void visit(const ParticleLiquid& liquid,
             FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const;
  /// Calls visit(id of the other, rest length [m]) for every spring of this id.
  void visitOf(const ParticleLiquid& liquid, std::uint32_t id,
               FunctionRef<void(std::uint32_t, float)> visit) const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::vector<Spring> list(const ParticleLiquid& liquid) const;
  /// Returns the mean strain of each particle's springs [1], weighted by their stiffness.
  [[nodiscard]] std::vector<float> strains(const ParticleLiquid& liquid, float h) const;
  /// Reports the order in which displace() processes springs: calls visit(id, ids of partners) for each group
  /// of springs that move simultaneously.
  void visitTurns(const ParticleLiquid& liquid, std::uint64_t stepIndex,
                  FunctionRef<void(std::uint32_t, std::span<const std::uint32_t>)> visit) const;

  // Serialization (spring_network_serialization.cpp).
  /// State of the network besides its springs.
  struct AdjustmentProgress {
    bool active = false;          ///< true if some pair of materials has springs (isActive())
    bool lookEverywhere = false;  ///< true if the next adjustment searches missing springs in every pair
    bool atOnce = false;          ///< true if the next step must adjust springs (mustAdjustNow())
    float waited = 0.f;           ///< time since the last adjustment [s]
  };
  ArrayKey<Vec3> adjusted;  ///< positions of particles at the last adjustment [m]; empty without springs
  /// Returns true if the next adjustment searches missing springs in every pair.
  [[nodiscard]] bool searchesAllPairs() const { return searchAllPairs_; }
  /// Returns true if the next step must adjust springs regardless of its length, because rows contain erased
  /// partners. A save omits erased partners. Without the adjustment a restored run would group springs
  /// differently and diverge.
  [[nodiscard]] bool mustAdjustNow() const;
  void save(ByteWriter& out, const Threads& threads) const;
  /// Reads and validates serialized springs.
  /// @param indexOf  particle index of every id
  /// @throws InputError if no time step could have produced the springs
  [[nodiscard]] static std::vector<Spring> read(ByteReader& in, const Particles& particles,
                                                const IdTable& indexOf, float h);
  /// Continues with a restored liquid.
  void restore(const ParticleLiquid& liquid, std::span<const Spring> springs,
               const AdjustmentProgress& progress);

 private:
  static constexpr std::size_t kGrain = 256;  // particles per parallel chunk
  /// Value of `adjusted` for particles that no adjustment has processed yet.
  static constexpr Vec3 kNowhere{std::numeric_limits<float>::quiet_NaN()};

  void displaceDeferred(float dt, ParticleLiquid& liquid, const MaterialLaws& laws, const PairMasses& masses);
  void appendDeferred(std::size_t chunks);
  std::byte* saveRow(const SpringRows::SpringRow& row, std::byte* to) const;
  /// Counts the springs of a row whose partners exist.
  [[nodiscard]] std::uint32_t countPresent(const SpringRows::SpringRow& row) const;

  SpringRows springs_;
  SpringEnds ends_;
  bool active_ = false;
  bool flowing_ = false;        ///< true if rest lengths flow in displace(), because the step skips adjust()
  float waited_ = 0.f;          ///< time since the last adjustment [s]
  bool searchAllPairs_ = true;  ///< true if the next adjustment searches missing springs in every pair
  bool mayHaveErasedPartners_ = false;          ///< true if particles were erased since the last adjustment
  bool atOnce_ = false;                         ///< value of mustAdjustNow() restored from a save
  std::vector<DeferredSpring> deferred_;        ///< deferred springs of one displacement
  std::vector<AdjustResult> results_;           ///< results of the adjustment, by chunk of particles
  mutable std::vector<std::uint64_t> savedAt_;  ///< offsets of chunks of rows in a save [bytes]
};

}  // namespace ooze::clavet
