#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "methods/clavet/actions.h"
#include "methods/clavet/fields.h"
#include "methods/clavet/register.h"
#include "methods/clavet/stages.h"
#include "methods/mps/fields.h"
#include "methods/mps/register.h"
#include "methods/mps/stages.h"
#include "methods/rasmussen/fields.h"
#include "methods/rasmussen/register.h"
#include "methods/rasmussen/stages.h"
#include "methods/shape_matching/fields.h"
#include "methods/shape_matching/register.h"
#include "methods/shape_matching/stages.h"
#include "methods/steele/fields.h"
#include "methods/steele/register.h"
#include "methods/steele/stages.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace ooze {
namespace {

constexpr std::array kMethods{
    MethodRow{.key = "clavet",
              .title = "Viscoelastic springs",
              .kind = "springs",
              .source = "Clavet, Beaudoin and Poulin 2005",
              .strengths = "Good at threads, films, drips and splashes: honey, slime, mud, water.",
              .weaknesses = "Firm jelly is slow: it takes three times as long as shape matching.",
              .make = clavet::makeClavet,
              .parameters = clavet::parameters,
              .stableStep = clavet::stableStep,
              .restSpacing = clavet::restSpacing,
              .restDensity = clavet::restDensity,
              .derivedQuantities = clavet::derivedQuantities,
              .inactiveReason = clavet::inactiveReason,
              .pouringLimitation = clavet::pouringLimitation,
              .stages = clavet::kStages,
              .links = {"springs", "Elastic springs between particles"},
              .fields = clavet::kFields,
              .actions = clavet::kMethodActions,
              .firmness = clavet::firmness,
              .setFirmness = clavet::setFirmness},
    MethodRow{.key = "steele",
              .title = "Adhesion functions",
              .kind = "adhesion",
              .source = "Steele, Cline, Egbert and Dinerstein 2004",
              .strengths = "Good at liquids that attract or repel each other by functions that you draw: "
                           "paint, soap, oil on water.",
              .weaknesses = "No elasticity. It takes twice as long as springs.",
              .make = steele::makeSteele,
              .parameters = steele::parameters,
              .stableStep = steele::stableStep,
              .restSpacing = steele::restSpacing,
              .restDensity = steele::restDensity,
              .derivedQuantities = steele::derivedQuantities,
              .inactiveReason = steele::inactiveReason,
              .pouringLimitation = steele::pouringLimitation,
              .stages = steele::kStages,
              .fields = steele::kFields,
              .regionDistance = steele::kRegionDistance,
              .pairFunctions = steele::pairFunctions,
              .defaultPairCurve = steele::defaultPairCurve,
              .pairOverrideReason = steele::pairOverrideReason},
    MethodRow{.key = "shape_matching",
              .title = "SPH and shape matching",
              .kind = "shape matching",
              .source = "SPH and shape matching; Müller et al. 2003 and 2005",
              .strengths = "Good at material that keeps its shape: jelly that wobbles and springs back, "
                           "clay, toothpaste. One slider goes from jelly to liquid. Usually the fastest.",
              .weaknesses = "Pressed jelly loses volume instead of bulging. Threads are coarse.",
              .make = shape_matching::makeShapeMatching,
              .parameters = shape_matching::parameters,
              .stableStep = shape_matching::stableStep,
              .restSpacing = shape_matching::restSpacing,
              .restDensity = shape_matching::restDensity,
              .derivedQuantities = shape_matching::derivedQuantities,
              .inactiveReason = shape_matching::inactiveReason,
              .pouringLimitation = shape_matching::pouringLimitation,
              .stages = shape_matching::kStages,
              .fields = shape_matching::kFields,
              .firmness = shape_matching::firmness,
              .setFirmness = shape_matching::setFirmness},
    MethodRow{.key = "mps",
              .title = "Moving particles, semi-implicit",
              .kind = "moving particles",
              .source = "Premoze et al. 2003",
              .strengths = "Good at water that keeps its volume, and at liquids of different densities.",
              .weaknesses = "No elasticity and no yield stress. Slow: honey takes three times as long as "
                            "with springs, water longer.",
              .make = mps::makeMps,
              .parameters = mps::parameters,
              .stableStep = mps::stableStep,
              .restSpacing = mps::restSpacing,
              .restDensity = mps::restDensity,
              .derivedQuantities = mps::derivedQuantities,
              .inactiveReason = mps::inactiveReason,
              .pouringLimitation = mps::pouringLimitation,
              .stages = mps::kStages,
              .fields = mps::kFields},
    MethodRow{
        .key = "rasmussen",
        .title = "Particle level set",
        .kind = "level set",
        .source = "Rasmussen et al. 2004",
        .strengths =
            "Good at calm, smooth surfaces, at thick liquid of any viscosity, and at long time steps.",
        .weaknesses =
            "No elasticity, and one density for all liquid. Drops and threads thinner than a cell break up.",
        .make = rasmussen::makeRasmussen,
        .parameters = rasmussen::parameters,
        .stableStep = rasmussen::stableStep,
        .restSpacing = rasmussen::restSpacing,
        .restDensity = rasmussen::restDensity,
        .derivedQuantities = rasmussen::derivedQuantities,
        .inactiveReason = rasmussen::inactiveReason,
        .pouringLimitation = rasmussen::pouringLimitation,
        .stages = rasmussen::kStages,
        .fields = rasmussen::kFields,
        .maxStepDisplacement = 1.25f,
        .maxSpeedGain = 8.f,
        .supportsControls = true,
        .cellSide = rasmussen::cellSide},
};

}  // namespace

std::vector<float> Method::gather(std::string_view asked, float /*dt*/) const {
  throw std::invalid_argument(fmt::format("the method \"{}\" has no field \"{}\"", key(), asked));
}

std::span<const MethodRow> methodRegistry() { return kMethods; }

const MethodRow& findMethod(std::string_view key) {
  std::vector<std::string> known;
  for (const MethodRow& row : kMethods) {
    if (row.key == key) return row;
    known.emplace_back(row.key);
  }
  throw InputError(fmt::format("unknown method \"{}\"{}", key, suggestion(key, known)));
}

const MethodAction* findAction(const MethodRow& method, std::string_view key) {
  const auto found = std::find_if(method.actions.begin(), method.actions.end(),
                                  [&](const MethodAction& d) { return d.key == key; });
  return found == method.actions.end() ? nullptr : &*found;
}

const StageDescription* findStage(const MethodRow& method, std::string_view name) {
  const auto found = std::find_if(method.stages.begin(), method.stages.end(),
                                  [&](const StageDescription& s) { return s.name == name; });
  return found == method.stages.end() ? nullptr : &*found;
}

const PairFunction* findPairFunction(const MethodRow& method, std::string_view key) {
  if (!method.pairFunctions) return nullptr;
  const std::span<const PairFunction> all = method.pairFunctions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const PairFunction& f) { return f.key == key; });
  return found == all.end() ? nullptr : &*found;
}

const MethodAction* findAction(const MethodRow& method, MethodAction::Shape shape) {
  const auto found = std::find_if(method.actions.begin(), method.actions.end(),
                                  [&](const MethodAction& d) { return d.shape == shape; });
  return found == method.actions.end() ? nullptr : &*found;
}

}  // namespace ooze
