// Fixed time steps of a world, and roll-backs of frames that fail.
#include "ooze/base/error.h"

#include "world/guard/stability_monitor.h"
#include "world/parts/fall_limit.h"
#include "world/state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {

void takeMethodStep(Method& method, float dt, StepContext& context) {
  context.bodyAdvanceCount = 0;
  method.step(dt, context);
  if (context.bodyAdvanceCount != 1)
    throw MethodFault(fmt::format("the method \"{}\" advanced the bodies {} times in a step, not once",
                                  method.key(), context.bodyAdvanceCount));
}

void World::step() {
  State& s = *state_;
  double reached = 0.0;
  // After a roll-back the world continues up to the time reached before, so that callers never see time run
  // backward.
  do {
    s.keepFrameStart();
    const double before = s.clock.framesDone();
    try {
      s.takeStep();
    } catch (const MethodFault&) {
      s.returnToFrameStart();
      throw;
    } catch (const SourceFault&) {
      s.returnToFrameStart();
      throw;
    } catch (const RunError& error) {
      const double length = s.clock.substeps() > 0 ? 1.0 / s.clock.substeps() : 1.0;
      reached = std::max(reached, before + length);
      s.rollBack(error.what());
    } catch (...) {
      s.threads.setCancellationToken(
          nullptr);  // clears the token first, because restoring runs parallel loops too
      s.returnToFrameStart();
      throw;
    }
  } while (s.clock.framesDone() < reached - 1e-9);  // tolerance: both values are rounded fractions of a frame
}

void World::setCancellationToken(const CancellationToken* work) {
  state_->threads.setCancellationToken(work);
}

void World::State::takeStep() {
  const StageTimer::Span span(timer, kStepSlice);
  {
    const StageTimer::Scope scope(timer, "commands");
    changed |= applyDueCommands();
  }
  // The number of substeps is chosen after the commands: a material made stiffer must not get a step that is
  // too long.
  if (clock.atFrameBoundary())
    beginFrame();
  else if (changed && !stepsAreSet())
    // A command in the middle of a frame may require shorter steps at once.
    clock.refine(neededSubsteps(fastestParticle(*method->view().particles), speedSources(), clock.time()));
  changed = false;
  const float dt = clock.stepSeconds();
  observed("commands");
  {
    const StageTimer::Scope scope(timer, "emission");
    emit(dt);
  }
  observed("emission");
  if (isStirred(dt)) sleep.wake();
  if (!sleep.asleep()) moveAll(dt);
  observed(kLastStage);
  if (clock.finishStep(!stepsAreSet())) endFrame();
}

void World::State::moveAll(float dt) {
  const int mostSteps = stepsAreSet() ? clock.substeps() : kMaxSubsteps;
  push.act(dt, maxSpeedOfSubsteps(maxStepDisplacement(), spec.framesPerSecond, mostSteps), *method,
           bodies.all(), threads);
  hand.pull(dt, gravity(), spec.methodSettings.interactionRadius, *method, threads);
  bodies.all().advance(clock.time() + dt, dt);
  observed("bodies");
  controls.pose(bodies.list(), clock.time() + dt);
  StepContext context{bodies.all(), threads, timer, clock.step(), gravity(), observer};
  context.controls = &controls.posed();
  context.room = newParticleBudget(spec, *method);
  if (methodRow->cellSide) context.sources = sources.hold(clock.time() + dt);
  PosedWindow window;
  if (methodRow->cellSide && spec.window) {
    window = poseOf(*spec.window, bodies.list(), clock.time() + dt);
    context.window = &window;
  }
  std::uint64_t before = particleCount();
  {
    const SolidEntry::EnteringBodies entering(entry, bodies.all().list);
    takeMethodStep(*method, dt, context);
  }
  entry.advance(dt);
  if (!methodRow->cellSide)
    emitters.guideJets(clock.time() + dt, spec.methodSettings.interactionRadius, materials, *method, threads);
  balance.countChange(before, particleCount(),
                      context.window ? &LiquidBalance::removed : &LiquidBalance::vanished);
  const StageTimer::Scope scope(timer, kLastStage);
  speeds.require(speedSources(), dt);  // before particles outside the domain are removed
  before = particleCount();
  if (spec.domain) method->keepWithin(*spec.domain, threads);
  balance.countChange(before, particleCount(), &LiquidBalance::left);
  bodies.removeStray();
}

/// Returns true if an outside influence moves liquid or bodies in this step.
bool World::State::isStirred(float dt) const {
  if (!hand.empty() || !push.empty()) return true;
  if (methodRow->supportsControls && controls.anyActive(clock.time() + dt)) return true;
  if (methodRow->cellSide && (!spec.sources.empty() || (spec.window && !spec.window->keys.empty())))
    return true;
  const auto stirs = [&](const Body& body) { return body.pull || keysMove(body, clock.time() + dt); };
  return std::any_of(bodies.list().begin(), bodies.list().end(), stirs);
}

void World::State::endFrame() {
  guard.endFrame();
  if (settings.sleep < 0.5f || method->changesAtRest()) return;
  const StageTimer::Scope scope(timer, kLastStage);
  const Particles& p = *method->view().particles;
  if (!sleep.endFrame(p, bodies.list(), spec.methodSettings.interactionRadius)) return;
  method->changeVelocities([](const Parcel& parcel) { return -parcel.velocity; }, threads);
  bodies.bringToRest();
}

/// Takes out liquid below the fall limit, before its speed determines the substeps of the frame.
void World::State::removeFallen() {
  const auto limit = findFallLimit(bodies.all(), emitters.list(), spec.liquids, gravity(),
                                   spec.methodSettings.interactionRadius);
  if (!limit) return;
  const std::uint64_t before = particleCount();
  method->keepWithin(*limit, threads);
  balance.countChange(before, particleCount(), &LiquidBalance::left);
}

void World::State::beginFrame() {
  removeFallen();
  method->beginFrame();
  speeds.beginFrame(*method->view().particles, bodies.list());
  if (stepsAreSet())
    clock.beginFrame(static_cast<int>(std::lround(settings.substeps)));
  else
    clock.beginFrame(neededSubsteps(speeds.ofParticles(), speedSources(), clock.time()));
  guard.beginFrame(clock.substeps());
}

SpeedSources World::State::speedSources() const {
  return {*method->view().particles,
          emitters.list(),
          bodies.list(),
          hand,
          push,
          glm::length(gravity()),
          materials.stableStep(gravity()),
          spec.methodSettings.interactionRadius,
          maxStepDisplacement(),
          methodRow->maxSpeedGain,
          spec.framesPerSecond,
          threads,
          fastestDirected()};
}

float World::State::fastestDirected() const {
  float most = 0.f;
  if (methodRow->supportsControls)
    most = controls.fastest(bodies.list(), clock.time(), 1.0 / spec.framesPerSecond);
  if (methodRow->cellSide) most = std::max(most, sources.fastest(clock.time()));
  return most;
}

float World::State::maxStepDisplacement() const {
  return methodRow->maxStepDisplacement * spec.methodSettings.interactionRadius;
}

void World::State::emit(float dt) {
  const auto flow = [&](LiquidSeeds& seeds, std::uint32_t pourNozzle) {
    balance.blocked += nozzleRoom.keep(seeds, materials.restSpacing(seeds.material),
                                       methodRow->nozzleClearance, *method->view().particles, bodies.list());
    // Only grid methods take inflow between the layers of particles.
    if (seeds.positions.empty() && !(methodRow->cellSide && seeds.inlet)) return;
    sleep.wake();
    seeds.elapsed = dt * static_cast<float>(clock.substepsDone());
    const std::uint64_t before = particleCount();
    const std::uint32_t firstId = method->view().particles->nextId;
    method->insert(seeds);
    if (pourNozzle != 0) poured.note(pourNozzle, clock.step(), firstId, method->view().particles->nextId);
    balance.countChange(before, particleCount(), &LiquidBalance::vanished);
  };
  emitters.emit(
      clock.time(), dt, materials, methodRow->jetLattice, [this] { return newParticleBudget(spec, *method); },
      flow);
}

void World::State::observed(std::string_view stage) const {
  if (observer) observer->afterStage(stage, *method);
}

void World::State::keepFrameStart() {
  if (!guard.needsFrameStart(clock)) return;
  const StageTimer::Scope scope(timer, "keep");
  balanceAtFrameStart = balance;
  guard.keep(clock, commands, events.stash(), [this](ByteWriter& out) { saveState(out); });
}

void World::State::returnToFrameStart() {
  balance = balanceAtFrameStart;
  guard.restoreFrameStart(commands, events.stash(), [this](ByteReader& in) { restoreState(in); });
}

void World::State::rollBack(const std::string& reason) {
  balance = balanceAtFrameStart;
  guard.rollBack(
      clock, commands, events.stash(), [this](ByteReader& in) { restoreState(in); }, reason);
}

}  // namespace ooze
