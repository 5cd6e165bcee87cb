// Serialization of the method's state: all values on which later time steps depend.
#include "methods/clavet/clavet.h"

#include <utility>
#include <vector>

namespace ooze::clavet {
namespace {

// Flags of optional data in a save, in one byte. Saves without cuts omit side masks and kneading strains; old
// saves with cuts may lack the strains. The time since the last spring adjustment is written only if it is
// not 0.
constexpr std::uint8_t kLookEverywhere = 1, kWithCuts = 2, kWithKneading = 4, kAdjustAtOnce = 8,
                       kWithWait = 16;
constexpr std::uint8_t kAllFlags = kLookEverywhere | kWithCuts | kWithKneading | kAdjustAtOnce | kWithWait;

}  // namespace

void Clavet::save(ByteWriter& out, const Threads& threads) const {
  liquid_.saveParticles(out);
  liquid_.arrays.saveOne(packing_.values, out);
  liquid_.saveLists(out);
  liquid_.arrays.saveOne(springs_.adjusted, out);
  out.value(static_cast<std::uint8_t>((springs_.searchesAllPairs() ? kLookEverywhere : 0) |
                                      (cuts_.any(liquid_) ? kWithCuts | kWithKneading : 0) |
                                      (springs_.mustAdjustNow() ? kAdjustAtOnce : 0) |
                                      (springs_.timeSinceAdjustment() > 0.f ? kWithWait : 0)));
  if (springs_.timeSinceAdjustment() > 0.f) out.value(springs_.timeSinceAdjustment());
  if (cuts_.any(liquid_))
    liquid_.arrays.saveOne(cuts_.sides, out), liquid_.arrays.saveOne(cuts_.kneaded, out);
  springs_.save(out, threads);
}

void Clavet::restore(ByteReader& in) {
  LiquidState state = liquid_.blankState();
  ParticleArrays& arrays = state.arrays;
  state.readParticles(in);
  arrays.readOne(packing_.values, in);
  state.readLists(in);
  arrays.readOne(springs_.adjusted, in);
  const bool active = arrays[springs_.adjusted].size() > 0 || laws_.holdSprings();
  if (active) arrays.begin(springs_.adjusted, 0);
  const auto flags = in.value<std::uint8_t>();
  requireSaved((flags & ~kAllFlags) == 0);
  const float waited = flags & kWithWait ? in.value<float>() : 0.f;
  requireSaved(waited >= 0.f && waited <= SpringNetwork::kMaxAdjustmentInterval);
  if (flags & kWithCuts) arrays.readOne(cuts_.sides, in);
  if (flags & kWithKneading) arrays.readOne(cuts_.kneaded, in);
  if (const std::size_t marked = arrays[cuts_.sides].size(); marked > 0) {
    arrays.begin(cuts_.sides, marked);
    arrays.begin(cuts_.kneaded, flags & kWithKneading ? 0 : marked);
  }
  state.requireSound(StateBounds(laws_.h()), laws_.count(), liquid_.reach());
  std::vector<Spring> springs;
  if (active) springs = SpringNetwork::read(in, state.particles, state.indicesById(), laws_.h());

  liquid_.replaceBy(std::move(state));
  springs_.restore(liquid_, springs,
                   {.active = active,
                    .lookEverywhere = (flags & kLookEverywhere) != 0,
                    .atOnce = (flags & kAdjustAtOnce) != 0,
                    .waited = waited});
}

}  // namespace ooze::clavet
