// Registration of the MPS method: derived quantities in SI units, fields, stages and the row of the registry.
#include "methods/registration.h"

#include "methods/mps/coefficients.h"
#include "methods/mps/mps.h"

#include <array>
#include <cmath>

namespace ooze::mps {
namespace {

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const Coefficients c = convert(material, settings.interactionRadius);
  float Material::*const member = kParameters.at(parameter).member;
  const double density = c.density, spacing = spacingOf(settings.interactionRadius);
  if (member == &Material::viscosity)
    return {{"kinematic viscosity",
             shownViscosity(static_cast<double>(c.viscosity) / density, double{gravity},
                            double{settings.interactionRadius}),
             "m²/s"}};
  if (member == &Material::tension && c.tension > 0.f)
    return {{"pressure inside a drop of 1 cm", 2.0 * static_cast<double>(c.tension) / 0.005, "Pa"}};
  if (member == &Material::drag && c.drag > 0.f && gravity > 0.f)
    return {{"terminal speed of a single particle", static_cast<double>(std::sqrt(gravity / c.drag)), "m/s"}};
  if (member == &Material::relaxation && c.relaxation > 0.f)
    return {{"an error halves in", 1000.0 * 0.693 / static_cast<double>(c.relaxation), "ms"},
            {"distance between particles at rest", 1000.0 * spacing, "mm"}};
  return {};
}

constexpr std::array kFields{
    densityField(unitDensity),
    Field{.key = kPressureKey, .label = "Pressure", .unit = "Pa", .least = 10.f},
    kExposureField,
};

constexpr std::array kStages{
    StageDescription{"neighbours", "algorithm, neighbours",
                     "Sorts the particles and lists those that are near each other, including the hidden "
                     "particles of solids.",
                     StageKind::Neighbours},
    StageDescription{"prediction", "eq. 9 and 10", "Applies gravity and moves the particles.",
                     StageKind::Motion},
    StageDescription{"viscosity", "eq. 7 and 9", "Applies the viscosity between neighbours and at walls.",
                     StageKind::Viscosity},
    StageDescription{"tension", "eq. 9; eq. 40 to 42", "Applies surface tension and drag.",
                     StageKind::PairForces},
    StageDescription{"density", "eq. 3 and 18",
                     "Computes the density of particles and finds those at the surface.", StageKind::Density},
    StageDescription{"pressure", "eq. 14", "Solves for the pressure that keeps the volume.",
                     StageKind::Packing},
    StageDescription{"correction", "eq. 12, 16 and 17", "Moves particles by the pressure gradient.",
                     StageKind::Velocities},
    StageDescription{"convection", "section 4, MPS-MAFL; eq. 20 to 26",
                     "Moves interior particles back and advects the values that they carry.",
                     StageKind::Motion},
    StageDescription{"coupling", "not in the paper", "Applies the pressure to floating bodies.",
                     StageKind::Coupling},
    kBodyContacts,
    StageDescription{"collisions", "not in the paper",
                     "Pushes particles out of solids that they have entered.", StageKind::Contact}};

}  // namespace

constinit const MethodRow kMethodRow{
    .key = "mps",
    .title = "Moving particles, semi-implicit",
    .kind = "moving particles",
    .source = "Premoze et al. 2003",
    .strengths = "Good at water that keeps its volume, and at liquids of different densities.",
    .weaknesses =
        "No elasticity and no yield stress. Slow: honey takes three times as long as "
        "with springs, water longer.",
    .make = makeMethod<Mps>,
    .parameters = parametersOf<Material, kParameters>,
    .stableStep = stableStep,
    .restSpacing =
        [](const MethodSettings& settings, const MaterialDefinition&) {
          return std::cbrt(volumeOfParticle(spacingOf(settings.interactionRadius)));
        },
    .restDensity = unitDensity,
    .derivedQuantities = derivedQuantities,
    .stages = kStages,
    .fields = kFields,
    .nozzleClearance = 0.f,
    .jetLattice = JetLattice::Staggered};

}  // namespace ooze::mps
