// One fixed step, and how many of them a frame takes.
#include "ooze/base/error.h"

#include "world/speeds.h"
#include "world/state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

// Nothing moves farther than this part of h in a step: the swept test and the neighbour lists rely on it.
constexpr float kFarthestMove = 0.4f;

}  // namespace

void takeMethodStep(Method& method, float dt, StepContext& context) {
  context.timesSettled = 0;
  method.step(dt, context);
  if (context.timesSettled != 1)
    throw MethodFault(fmt::format("the method \"{}\" settled the bodies {} times in a step, not once",
                                  method.key(), context.timesSettled));
}

void World::step() {
  State& s = *state_;
  double reached = 0.0;
  // After a roll-back the world goes on to where it would be, so that time never runs backward for whoever
  // steps.
  do {
    s.keepFrameStart();
    const double before = s.clock.framesDone();
    try {
      s.takeStep();
    } catch (const MethodFault&) {
      s.returnToFrameStart();
      throw;
    } catch (const RunError& error) {
      const double length = s.clock.substeps() > 0 ? 1.0 / s.clock.substeps() : 1.0;
      reached = std::max(reached, before + length);
      s.rollBack(error.what());
    } catch (...) {
      s.threads.heed(nullptr);  // going back has loops too
      s.returnToFrameStart();
      throw;
    }
  } while (s.clock.framesDone() < reached - 1e-9);  // both are fractions of a frame, rounded
}

void World::heed(const LongWork* work) { state_->threads.heed(work); }

void World::State::takeStep() {
  const StageTimer::Span span(timer, kStepSlice);
  {
    const StageTimer::Scope scope(timer, "commands");
    changed |= applyDueCommands();
  }
  // After the commands, so that a material made stiffer is never taken a step too long for it.
  if (clock.atFrameBoundary())
    beginFrame();
  else if (changed && !stepsAreSet())
    // A command in the middle of a frame may need shorter steps at once.
    clock.refine(neededSubsteps(fastestParticle(*method->view().particles)));
  changed = false;
  const float dt = clock.stepSeconds();
  observed("commands");
  {
    const StageTimer::Scope scope(timer, "emission");
    emit(dt);
  }
  observed("emission");
  push.act(dt, fastestFollowed(), *method, bodies.all());
  hand.pull(dt, gravity(), spec.methodSettings.interactionRadius, *method);
  bodies.all().advance(clock.time() + dt, dt);
  observed("bodies");
  StepContext context{bodies.all(), threads, timer, clock.step(), gravity(), observer};
  takeMethodStep(*method, dt, context);
  {
    const StageTimer::Scope scope(timer, kLastStage);
    requireSane(dt);  // before what flew out of the domain is forgotten
    if (spec.domain) method->keepWithin(*spec.domain, threads);
    bodies.removeStray();
  }
  observed(kLastStage);
  if (clock.finishStep(!stepsAreSet())) frameKept = retaken = false;
}

void World::State::beginFrame() {
  method->beginFrame();
  startSpeed = fastestParticle(*method->view().particles);
  startBodySpeed = fastestDynamicBody(bodies.list());
  if (stepsAreSet())
    clock.beginFrame(static_cast<int>(std::lround(settings.substeps)));
  else
    clock.beginFrame(neededSubsteps(startSpeed));
  if (retaken) rollBacks.back().substeps = clock.substeps();
}

float World::State::fastestFollowed() const {
  return kFarthestMove * spec.methodSettings.interactionRadius * static_cast<float>(spec.framesPerSecond) *
         static_cast<float>(stepsAreSet() ? clock.substeps() : kMostSubsteps);
}

SubstepNeed World::State::neededSubsteps(float fastest) const {
  StableStep stable = stableStep();
  const auto bound = [&](float speed, std::string_view what) {
    const float step = kFarthestMove * spec.methodSettings.interactionRadius / std::max(speed, 1e-6f);
    if (step < stable.seconds) stable = {step, what};
  };
  // What falls for the whole frame gains this much.
  bound(fastest + glm::length(gravity()) * clock.frameSeconds(), "speed");
  if (!push.empty()) {
    bound(fastest + push.gain(clock.frameSeconds()), "push");
    // It presses on liquid as gravity does, which may move a particle by this in a step.
    constexpr float kFallPerStep = 0.01f;  // [h]
    const float step = std::sqrt(kFallPerStep * spec.methodSettings.interactionRadius / push.strength());
    if (step < stable.seconds) stable = {step, "push"};
  }
  // Liquid about to leave a nozzle and moving solids count like liquid that moves already.
  for (const Emitter& e : emitters.list())
    if (e.spec().enabled) bound(e.spec().speed, "nozzle");
  for (const Body& b : bodies.list()) {
    if (!b.present) continue;
    const float gain = b.motion == Motion::Dynamic
                           ? glm::length(gravity()) * clock.frameSeconds() + push.gain(clock.frameSeconds())
                           : 0.f;
    const float ahead =
        b.motion == Motion::Kinematic ? fastestPointAhead(b, clock.time(), clock.frameSeconds()) : 0.f;
    bound(std::max({fastestPoint(b), ahead, 0.25f * speedOfPull(b)}) + gain, "moving solid");
  }
  bound(hand.fastest(*method->view().particles, spec.methodSettings.interactionRadius), "hand");
  return needOf(stable, spec.framesPerSecond);
}

void World::State::emit(float dt) {
  const auto flow = [&](LiquidSeeds& seeds) {
    seeds.elapsed = dt * static_cast<float>(clock.substepsDone());
    method->insert(seeds);
  };
  emitters.emit(
      clock.time(), dt, materials, [this] { return room(); }, flow);
}

}  // namespace ooze
