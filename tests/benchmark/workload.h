// The workload of the benchmarks: a free drop of settled liquid with the paper's parameters and about 70
// neighbours per particle. The product and the literal transcription step the same drop, and the product is
// used through Method alone.
#pragma once

#include "ooze/methods/method.h"

#include "benchmark/literal_clavet.h"

#include <cstddef>
#include <memory>

namespace ooze::bench {

inline constexpr float kRadius = 0.01f;  ///< interaction radius h of every liquid here [m]

/// Returns the memory that the heap holds now [bytes].
[[nodiscard]] std::size_t heapBytes();

enum class Springs { None, Presetting, Yielding };

/// Number of steps of rest before a measurement. Large drops get few, or settling would outlast the
/// measurement.
struct RestPhases {
  int settling;  ///< number of steps without springs, starting from the lattice
  /// Steps with springs but without a yield point, in which rest lengths approach the distances; then steps
  /// with the paper's yield point. Springs begin at L = h, and would otherwise inflate the drop by a fifth
  /// permanently.
  int presetting, yielding;
};
[[nodiscard]] RestPhases restFor(std::size_t particles);

/// Returns the edge of the cube that a particle occupies at rest [m].
[[nodiscard]] float restSpacing();

/// Returns a ball of `particles` at rest density, relaxed by the product without springs, ascending in id.
/// Positions in [m], velocities in [m/s].
[[nodiscard]] LiquidSeeds settledBall(std::size_t particles, const RestPhases& rest);

/// Returns the ball after the rest of restFor(), made once for all benchmarks of this size.
[[nodiscard]] const LiquidSeeds& settled(std::size_t particles);

/// The product's liquid in vacuum without gravity. Its steps are counted and timed.
class ProductLiquid {
 public:
  ProductLiquid(const LiquidSeeds& seeds, Springs springs);
  /// Returns a liquid that has rested with springs as `rest` says. Without springs the liquid rests for one
  /// step, because the first step allocates memory.
  static ProductLiquid rested(const LiquidSeeds& seeds, bool springs, const RestPhases& rest,
                              const Threads& threads);

  void use(Springs springs);
  void step(const Threads& threads);  ///< advances by one frame of the paper

  [[nodiscard]] Method& method() { return *method_; }
  [[nodiscard]] std::size_t size() const { return method_->view().particles->size(); }
  [[nodiscard]] double springsPerParticle() const;
  [[nodiscard]] double meanNeighbours() const;  ///< within h, by the literal transcription's grid
  [[nodiscard]] LiquidSeeds seeds() const;      ///< current particles, ascending in id

  StageTimer timer;

 private:
  std::unique_ptr<Method> method_;
  Bodies bodies_;
  std::uint64_t steps_ = 0;
};

/// Returns the literal transcription of the same law with the same particles, in units of h and frames.
[[nodiscard]] literal::Liquid makeLiteral(const LiquidSeeds& seeds, Springs springs);
[[nodiscard]] literal::Liquid restedLiteral(const LiquidSeeds& seeds, bool springs, const RestPhases& rest);

/// Time step of the transcription, in frames.
inline constexpr float kLiteralStep = 1.f;

}  // namespace ooze::bench
