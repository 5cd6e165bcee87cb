#include "methods/clavet/clavet.h"

#include "liquid/frozen.h"
#include "methods/clavet/coefficients.h"

#include <algorithm>

namespace ooze::clavet {

Clavet::Clavet(const MethodSettings& settings)
    : ParticleMethod(settings.interactionRadius * (1.f + kSkin)),
      laws_(settings),
      contact_(contactDistances(laws_.h())) {
  packing_.addTo(liquid_.arrays);
  springs_.addTo(liquid_.arrays);
  cuts_.addTo(liquid_.arrays);
}

void Clavet::setMaterials(std::span<const MaterialDefinition> materials) {
  followLaws(laws_.setMaterials(materials));
}

void Clavet::setGravity(const Vec3& gravity) {
  laws_.setGravity(gravity);
  followLaws(false);
}

void Clavet::followLaws(bool makesMoreSprings) {
  contact_.setMaterials(laws_.contacts());
  springs_.follow(laws_, makesMoreSprings, liquid_);
  cuts_.closeFlowingCuts(liquid_, laws_);
}

/// Advances one time step: Clavet 2005, Algorithm 1.
void Clavet::step(float dt, StepContext& context) {
  const StageRunner timed(context, *this);
  const Threads& threads = context.threads;
  const std::uint64_t n = context.stepIndex;
  Particles& p = liquid_.particles;
  // Viscosity uses the neighbour lists of the previous prediction. A pair that has entered h from beyond the
  // skin since then is handled one step late. Such a pair is at the rim of the kernel, where the impulse
  // vanishes.
  timed("neighbours", [&] {
    if (!liquid_.hasLists()) findNeighbours(threads);
    liquid_.chooseSweepDirections(laws_.allowsFixedSweep());
  });
  timed("gravity", [&] { applyGravity(dt, threads), stopFrozen(p, threads); });
  timed("viscosity", [&] { applyViscosity(dt, threads, n), stopFrozen(p, threads); });  // section 5.3
  timed("prediction", [&] { predictPositions(dt, threads); });
  timed("neighbours", [&] { refreshNeighbours(threads); });
  timed("packing", [&] {
    if (n % kPackingPeriod == 0) observePacking(threads);
  });
  timed("adjust springs", [&] {  // plastic flow, creation and breaking, section 5.2
    if (!springs_.skipsAdjustment(dt, laws_)) adjustSprings(dt, threads);
  });
  timed("apply springs", [&] {
    applySpringDisplacements(dt, threads, n), holdFrozen(p, liquid_.previous, threads);
  });                        // spring displacements, section 5.1
  timed("relaxation", [&] {  // double density relaxation, section 4
    relaxDoubleDensity(dt, threads, n, context.bodies,
                       context.observer ? context.observer->watched() : nullptr);
  });
  timed("wall support",
        [&] { supportAlongWalls(dt, threads, context.bodies), holdFrozen(p, liquid_.previous, threads); });
  timed("coupling", [&] { coupleBodies(dt, threads, context.bodies); });  // section 6, steps 1 and 2
  timed("body contacts", [&] { context.advanceBodies(dt); });
  timed("collisions", [&] {  // collisions with solids, section 6, step 3
    separateFromFrozen(
        p, liquid_.previous, liquid_.neighbours(), [this](std::uint16_t m) { return laws_.restSpacing(m); },
        threads);
    resolveCollisions(dt, threads, context.bodies);
  });
  timed("velocities", [&] { deriveVelocities(dt, threads); });
}

void Clavet::predictPositions(float dt, const Threads& threads) {
  walls_.forget();
  liquid_.predictPositions(dt, threads);
}

void Clavet::coupleBodies(float dt, const Threads& threads, Bodies& bodies) {
  coupling_.couple(dt, threads, bodies, laws_.gravity(),
                   {liquid_.particles, liquid_.previous, contact_, laws_.masses()});
}

void Clavet::refreshNeighbours(const Threads& threads) {
  // Reserve the rest of the skin for the movement during relaxation.
  if (!liquid_.listsAreValid(0.3f * kSkin * laws_.h(), threads)) findNeighbours(threads);
}

void Clavet::findNeighbours(const Threads& threads) {
  springs_.reorder(liquid_.list(threads), liquid_, threads);
  liquid_.chooseSweepDirections(laws_.allowsFixedSweep());
}

}  // namespace ooze::clavet
