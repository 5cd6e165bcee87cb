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
    const double before = s.framesDone();
    try {
      s.takeStep();
    } catch (const MethodFault&) {
      s.returnToFrameStart();
      throw;
    } catch (const RunError& error) {
      const double length = s.substeps > 0 ? 1.0 / s.substeps : 1.0;
      reached = std::max(reached, before + length);
      s.rollBack(error.what());
    } catch (...) {
      s.threads.heed(nullptr);  // going back has loops too
      s.returnToFrameStart();
      throw;
    }
  } while (s.framesDone() < reached - 1e-9);  // both are fractions of a frame, rounded
}

void World::heed(const LongWork* work) { state_->threads.heed(work); }

void World::State::takeStep() {
  const StageTimer::Span span(timer, kStepSlice);
  {
    const StageTimer::Scope scope(timer, "commands");
    changed |= applyDueCommands();
  }
  // After the commands, so that a material made stiffer is never taken a step too long for it.
  if (substepsDone == 0)
    beginFrame();
  else if (changed)
    refineFrame();
  changed = false;
  const auto dt = static_cast<float>(1.0 / (spec.framesPerSecond * substeps));
  observed("commands");
  {
    const StageTimer::Scope scope(timer, "emission");
    emit(dt);
  }
  observed("emission");
  push.act(dt, fastestFollowed(), *method, bodies.all());
  hand.pull(dt, gravity(), spec.methodSettings.interactionRadius, *method);
  bodies.all().advance(time() + dt, dt);
  observed("bodies");
  StepContext context{bodies.all(), threads, timer, stepIndex, gravity(), observer};
  takeMethodStep(*method, dt, context);
  {
    const StageTimer::Scope scope(timer, kLastStage);
    requireSane(dt);  // before what flew out of the domain is forgotten
    if (spec.domain) method->keepWithin(*spec.domain, threads);
    bodies.removeStray();
  }
  observed(kLastStage);
  ++stepIndex;
  if (++substepsDone == substeps) endFrame();
}

void World::State::beginFrame() {
  method->beginFrame();
  startSpeed = fastestParticle(*method->view().particles);
  startBodySpeed = fastestDynamicBody(bodies.list());
  if (settings.substeps >= 1.f) {
    plan = {};
    substeps = static_cast<int>(std::lround(settings.substeps));
  } else {
    substeps = plan.next(neededSubsteps(startSpeed));
  }
  substeps <<= halvings;
  if (retaken) rollBacks.back().substeps = substeps;
}

/// A command in the middle of a frame may need shorter steps at once. All steps of a frame have one length,
/// so each of those that are left becomes a whole number of shorter ones.
void World::State::refineFrame() {
  if (settings.substeps >= 1.f) return;
  const int needed = neededSubsteps(fastestParticle(*method->view().particles)).count << halvings;
  const int parts = (needed + substeps - 1) / substeps;
  substeps *= parts;
  substepsDone *= parts;
}

void World::State::endFrame() {
  // A frame that went wrong shows that its need was underestimated: the next ones do not try the same again.
  if (halvings > 0 && settings.substeps < 1.f) plan.raise(std::min(substeps, kMostSubsteps), "roll-back");
  substepsDone = 0;
  frameKept = false;
  halvings = 0;
  retaken = false;
  ++frame;
}

float World::State::fastestFollowed() const {
  return kFarthestMove * spec.methodSettings.interactionRadius * static_cast<float>(spec.framesPerSecond) *
         static_cast<float>(settings.substeps >= 1.f ? substeps : kMostSubsteps);
}

SubstepNeed World::State::neededSubsteps(float fastest) const {
  StableStep stable = stableStep();
  const auto bound = [&](float speed, std::string_view what) {
    const float step = kFarthestMove * spec.methodSettings.interactionRadius / std::max(speed, 1e-6f);
    if (step < stable.seconds) stable = {step, what};
  };
  // What falls for the whole frame gains this much.
  bound(fastest + glm::length(gravity()) * frameSeconds(), "speed");
  if (!push.empty()) {
    bound(fastest + push.gain(frameSeconds()), "push");
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
                           ? glm::length(gravity()) * frameSeconds() + push.gain(frameSeconds())
                           : 0.f;
    const float ahead = b.motion == Motion::Kinematic ? fastestPointAhead(b, time(), frameSeconds()) : 0.f;
    bound(std::max({fastestPoint(b), ahead, 0.25f * speedOfPull(b)}) + gain, "moving solid");
  }
  bound(hand.fastest(*method->view().particles, spec.methodSettings.interactionRadius), "hand");
  return needOf(stable, spec.framesPerSecond);
}

void World::State::emit(float dt) {
  const auto flow = [&](LiquidSeeds& seeds) {
    seeds.elapsed = dt * static_cast<float>(substepsDone);
    method->insert(seeds);
  };
  emitters.emit(
      time(), dt, materials, [this] { return room(); }, flow);
}

}  // namespace ooze
