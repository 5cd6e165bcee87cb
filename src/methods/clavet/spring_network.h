// The springs of Clavet 2005, section 5: who is tied to whom, and at what rest length.
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

/// By the ids of its ends, a < b.
using Spring = LinkTie;

/// A spring begins with h and breaks beyond it (section 5.2), but for rounding.
inline bool isRestLength(float rest, float h) { return rest >= 0.f && rest <= 1.001f * h; }

/// A spring that the pencils leave to the end of the sweep.
struct FarSpring {
  std::uint32_t owner;  ///< particle
  std::uint32_t place;  ///< in its row
  bool operator<(const FarSpring& o) const { return owner != o.owner ? owner < o.owner : place < o.place; }
};

/// What the adjustment of some particles leaves to be done in order.
struct AdjustResult {
  struct Made {
    std::uint32_t owner;    ///< particle
    std::uint32_t partner;  ///< slot
    float restLength;       ///< [m]
  };
  std::vector<Made> deferred;  ///< new springs whose rows are full, by owner
  bool brokeInside = false;    ///< a spring broke although its ends are within h
};

/// All springs of a liquid. It goes with the particles: whoever sorts, adds or erases some tells it, and
/// passes the same liquid every time.
class SpringNetwork {
 public:
  /// Between adjustments, whatever the materials [s].
  static constexpr float kLongestWait = 1.f / 60.f;

  /// Adds its array to those of a liquid.
  void addTo(ParticleArrays& arrays);
  /// False until some pair of materials holds springs. Until then there are none, and none are made.
  [[nodiscard]] bool isActive() const { return active_; }
  /// @param makesMore  a pair of materials makes springs that made none before: from now on between
  ///                   neighbours of long standing too
  void follow(const MaterialLaws& laws, bool makesMore, ParticleLiquid& liquid);

  // The stages (spring_adjustment.cpp, spring_displacement.cpp).
  /// Counts the time of a step. Departs from Clavet 2005, Algorithm 1, which adjusts springs in every step:
  /// the weak springs of what flows are made and break in every second one or so, where steps are short, and
  /// flow meanwhile as they displace. @param dt  [s] @return whether this step leaves the adjustment to a
  /// later one
  [[nodiscard]] bool waits(float dt, const MaterialLaws& laws);
  /// Since the last adjustment [s].
  [[nodiscard]] float waited() const { return waited_; }
  /// Section 5.2, Algorithm 4: rest lengths flow, springs are made and break. What is kneaded beside cuts
  /// welds. @param dt  [s]
  void adjust(float dt, ParticleLiquid& liquid, MaterialLaws& laws, Cuts& cuts, const Threads& threads);
  /// Section 5.1, Algorithm 3: moves the ends of springs toward their rest lengths.
  void displace(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                std::uint64_t stepIndex);

  // What becomes of the particles.
  /// The new particle i is the old order[i].
  void reorder(std::span<const std::uint32_t> order, const ParticleLiquid& liquid, const Threads& threads);
  void grow(const ParticleLiquid& liquid);               ///< the last of its particles are new
  void erase(std::span<const std::uint32_t> particles);  ///< ascending; the last take their places

  // What comes and goes by hand.
  /// Ties every pair of neighbours that no spring ties yet, at their present distance, where the materials
  /// hold springs. The liquid's lists are of the present positions.
  void tieNeighbours(const ParticleLiquid& liquid, const MaterialLaws& laws, const Threads& threads);
  /// Ties these pairs, those tied already anew, and leaves out those of which an end is no longer there or
  /// which are more than 2 h apart by now. What would be stretched far beyond its yield has given way.
  void tie(const ParticleLiquid& liquid, const MaterialLaws& laws, std::span<const LinkTie> ties);
  /// Removes those for whose ends, by index, this is true. @return what was removed
  std::vector<LinkTie> drop(const ParticleLiquid& liquid, FunctionRef<bool(std::size_t, std::size_t)> goes);
  void removeAll();
  /// Replaces all springs; ends that are no particles are a mistake of the caller.
  void set(const ParticleLiquid& liquid, std::span<const Spring> springs);

  // What others may see. Springs of partners that are gone are left out.
  /// Calls visit(id, id, rest length [m]) for every spring, in the order in which they are kept.
  void visit(const ParticleLiquid& liquid,
             FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const;
  /// Calls visit(id of the other, rest length [m]) for every spring of this id.
  void visitOf(const ParticleLiquid& liquid, std::uint32_t id,
               FunctionRef<void(std::uint32_t, float)> visit) const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::vector<Spring> list(const ParticleLiquid& liquid) const;
  /// Of each particle the mean strain of its springs [1], each counting by how much it pulls.
  [[nodiscard]] std::vector<float> strains(const ParticleLiquid& liquid, float h) const;
  /// In which order displace() would take them: calls visit(id, ids of partners) for those that move at once.
  void visitTurns(const ParticleLiquid& liquid, std::uint64_t stepIndex,
                  FunctionRef<void(std::uint32_t, std::span<const std::uint32_t>)> visit) const;

  // Saves (spring_network_save.cpp).
  /// How far the network is with its adjustments.
  struct Progress {
    bool active = false;          ///< as isActive()
    bool lookEverywhere = false;  ///< as looksEverywhere()
    bool atOnce = false;          ///< as adjustsAtOnce()
    float waited = 0.f;           ///< as waited()
  };
  ArrayKey<Vec3> adjusted;  ///< where particles were at the last adjustment [m]; none without springs
  /// The next adjustment looks for missing springs in every pair.
  [[nodiscard]] bool looksEverywhere() const { return lookEverywhere_; }
  /// The next step adjusts, however short it is: rows name somebody who is gone. Taken with those, springs
  /// would be in other eights than after a save, which leaves them out.
  [[nodiscard]] bool adjustsAtOnce() const;
  void save(ByteWriter& out, const Threads& threads) const;
  /// @param indexOf  index of every id among the particles @throws InputError if no step can have left these
  [[nodiscard]] static std::vector<Spring> read(ByteReader& in, const Particles& particles,
                                                const IdTable& indexOf, float h);
  /// Goes on with a liquid that was restored.
  void restore(const ParticleLiquid& liquid, std::span<const Spring> springs, const Progress& progress);

 private:
  static constexpr std::size_t kGrain = 256;  // particles
  /// Where those are that no adjustment has seen yet.
  static constexpr Vec3 kNowhere{std::numeric_limits<float>::quiet_NaN()};

  void displaceFar(float dt, ParticleLiquid& liquid, const MaterialLaws& laws, const PairMasses& masses);
  void appendDeferred(std::size_t chunks);
  std::byte* saveRow(const SpringRows::Row& row, std::byte* to) const;
  /// Springs of a row whose partners are there.
  [[nodiscard]] std::uint32_t countThere(const SpringRows::Row& row) const;

  SpringRows springs_;
  SpringEnds ends_;
  bool active_ = false;
  bool flowing_ = false;               ///< this step waits: springs flow as they displace
  float waited_ = 0.f;                 ///< since the last adjustment [s]
  bool lookEverywhere_ = true;         ///< the next adjustment looks for missing springs in every pair
  bool mayNameGone_ = false;           ///< somebody was erased since the last adjustment
  bool atOnce_ = false;                ///< as adjustsAtOnce(), from before a save
  std::vector<FarSpring> far_;         ///< of a displacement
  std::vector<AdjustResult> results_;  ///< by chunk of particles
  mutable std::vector<std::uint64_t> savedAt_;  ///< where chunks of rows lie in a save [bytes]
};

}  // namespace ooze::clavet
