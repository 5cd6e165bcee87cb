// Laws of the computation: the same flow at another detail and in shorter steps.
#include "verify/law.h"
#include "verify/measures.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::verify {
namespace {

constexpr float kBlock = 0.06f;        // edge of the block that collapses [m]
constexpr float kReference = 0.012f;   // interaction radius h of the reference [m]
constexpr double kThickness = 0.0035;  // viscosity without weight, the same at every detail [m^2/s]
constexpr double kDuration = 0.2;      // [s]
constexpr std::array kDetails{0.5, 1.5};

/// Outline of liquid on a floor.
struct BlockOutline {
  double runOut;  ///< root mean square distance from the axis [m]
  double height;  ///< height of the centroid [m]
};

/// Returns the outline of a block some time after its release.
/// @param times  number of steps in each of the automatic ones
BlockOutline collapse(const Trial& trial, float h, int times) {
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, kThickness, h, 1000.f, 0.0)}, kBlock, h);
  spec.bodies = {roughFloor()};
  spec.liquids = {boxOf({-0.5f * kBlock, 0.f, -0.5f * kBlock}, {0.5f * kBlock, kBlock, 0.5f * kBlock})};
  World world = trial.world(std::move(spec));
  std::vector<int> automatic;
  if (times > 1) {
    WorldSpec same = world.spec();
    World guide(std::move(same), 1);
    runTo(guide, kDuration, [&] { automatic.push_back(guide.substeps()); });
  }
  for (std::size_t frame = 0; world.time() < kDuration - 1e-9; ++frame) {
    if (times > 1) setValue(world, "world.substeps", times * automatic.at(frame));
    world.advanceFrame();
  }
  BlockOutline spread{0.0, world.statistics().centroid.y};
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    spread.runOut += double{p.position.x[i] * p.position.x[i] + p.position.z[i] * p.position.z[i]};
  spread.runOut = std::sqrt(spread.runOut / static_cast<double>(p.size()));
  return spread;
}

std::vector<LawRow> detailRows(const MethodRow&) {
  std::vector<LawRow> rows;
  for (const double detail : kDetails)
    rows.push_back(
        {fmt::format("run-out at {:g} of the detail, over the reference", detail), "1", 1.0, within(0.1)});
  return rows;
}

std::vector<double> measureDetail(const Trial& trial) {
  const double reference = collapse(trial, kReference, 1).runOut;
  std::vector<double> measured;
  for (const double detail : kDetails)
    measured.push_back(collapse(trial, static_cast<float>(double{kReference} / detail), 1).runOut /
                       reference);
  return measured;
}

std::vector<LawRow> stepRows(const MethodRow&) {
  return {{"run-out in twice the steps, over automatic steps", "1", 1.0, within(0.05)},
          {"height in twice the steps, over automatic steps", "1", 1.0, within(0.05)}};
}

std::vector<double> measureSteps(const Trial& trial) {
  const BlockOutline automatic = collapse(trial, kReference, 1), twice = collapse(trial, kReference, 2);
  return {twice.runOut / automatic.runOut, twice.height / automatic.height};
}

}  // namespace

std::vector<Law> resolutionLaws() {
  return {{"detail",
           "A block of thick liquid spreads the same at any detail.",
           "convergence: the same flow at any interaction radius",
           {},
           detailRows,
           measureDetail},
          {"steps",
           "A block of thick liquid spreads the same in shorter steps.",
           "convergence: the same flow in steps of any length",
           {},
           stepRows,
           measureSteps}};
}

}  // namespace ooze::verify
