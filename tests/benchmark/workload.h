// What the benchmarks step: a free drop of settled liquid with the paper's parameters, about 70 neighbours
// each, the same for the product and for the literal transcription. The product is used through Method alone.
#pragma once

#include "ooze/methods/method.h"

#include "benchmark/literal_clavet.h"

#include <cstddef>
#include <memory>

namespace ooze::bench {

inline constexpr float kRadius = 0.01f;  ///< h of every liquid here [m]

/// What the heap holds now [bytes].
[[nodiscard]] std::size_t heapBytes();

enum class Springs { None, Presetting, Yielding };

/// How long a liquid rests before it is measured; large drops get little, or settling would outlast
/// measuring.
struct Rest {
  int settling;  ///< steps without springs from the lattice
  /// Then, with springs, steps without a yield point, in which rest lengths approach the distances, and steps
  /// with the paper's. Springs begin at L = h and would otherwise blow the drop up by a fifth for good.
  int presetting, yielding;
};
[[nodiscard]] Rest restFor(std::size_t particles);

/// Edge of the cube that a particle of these liquids fills at rest [m].
[[nodiscard]] float restSpacing();

/// A ball of `particles` at the density of rest, relaxed by the product without springs, ascending in id.
/// [m], [m/s]
[[nodiscard]] LiquidSeeds settledBall(std::size_t particles, const Rest& rest);

/// The same with the rest of restFor(), made once for every benchmark of that size.
[[nodiscard]] const LiquidSeeds& settled(std::size_t particles);

/// The product in vacuum without gravity, with the steps counted and timed.
class ProductLiquid {
 public:
  ProductLiquid(const LiquidSeeds& seeds, Springs springs);
  /// With springs as old as `rest` says, or after one step without: the first allocates.
  static ProductLiquid rested(const LiquidSeeds& seeds, bool springs, const Rest& rest,
                              const Threads& threads);

  void use(Springs springs);
  void step(const Threads& threads);  ///< one frame of the paper

  [[nodiscard]] Method& method() { return *method_; }
  [[nodiscard]] std::size_t size() const { return method_->view().particles->size(); }
  [[nodiscard]] double springsPerParticle() const;
  [[nodiscard]] double meanNeighbours() const;  ///< within h, by the literal transcription's grid
  [[nodiscard]] LiquidSeeds seeds() const;      ///< its particles now, ascending in id

  StageTimer timer;

 private:
  std::unique_ptr<Method> method_;
  Bodies bodies_;
  std::uint64_t steps_ = 0;
};

/// The literal transcription of the same law with the same particles, in units of h and frames.
[[nodiscard]] literal::Liquid makeLiteral(const LiquidSeeds& seeds, Springs springs);
[[nodiscard]] literal::Liquid restedLiteral(const LiquidSeeds& seeds, bool springs, const Rest& rest);

/// The steps that the transcription's liquid takes are frames too.
inline constexpr float kLiteralStep = 1.f;

}  // namespace ooze::bench
