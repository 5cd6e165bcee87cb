// Material parameters of the MPS method. Each field is declared together with its row in the parameter table.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::mps {

/// Parameters of a material after Premoze et al. 2003, in SI units.
struct Material {
  float viscosity = 0.001f;
  float tension = 0.03f;
  float drag = 0.f;
  float relaxation = 20.f;
  float convection = 0.f;
};

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::viscosity,
                        "viscosity",
                        "μ",
                        "Viscosity",
                        "Pa s",
                        0.f,
                        200.f,
                        Scale::Logarithmic,
                        "How strongly particles take on the motion of neighbours and walls.",
                        "More is thick and slow like honey; less is thin and lively.",
                        "Premoze et al. 2003, eq. 9",
                        {"du/dt = (*μ* / ρ) ∇²u", "", "It flows a tenth slower."},
                        "Flow"},
    Parameter<Material>{&Material::tension,
                        "tension",
                        "σ",
                        "Surface tension",
                        "N/m",
                        0.f,
                        1.f,
                        Scale::Logarithmic,
                        "How strongly the surface contracts.",
                        "More rounds drops and holds films but needs more steps; less lets them break up.",
                        "Premoze et al. 2003, eq. 9, as forces between pairs of particles",
                        {"p = 2 *σ* / R", "", "Drops stay whole a tenth longer."}},
    Parameter<Material>{&Material::drag,
                        "drag",
                        "C_D",
                        "Drag",
                        "1",
                        0.f,
                        10.f,
                        Scale::Logarithmic,
                        "How strongly air at rest, or a porous layer, slows the liquid.",
                        "More slows fast liquid; at 0 nothing slows it.",
                        "Premoze et al. 2003, eq. 40 to 42",
                        {"f = −¾ (*C_D* / d_0) |ū| ū", "0", "The terminal speed is a twentieth lower."}},
    Parameter<Material>{
        &Material::relaxation,
        "relaxation",
        "γ",
        "Volume correction",
        "1/s",
        0.f,
        200.f,
        Scale::Logarithmic,
        "How fast an accumulated volume error is corrected.",
        "More keeps the volume better, but the pressure jitters; less is calm; at 0 lost volume stays lost.",
        "Premoze et al. 2003, eq. 13 and 14, the part of n* - n0 that builds up",
        {"∇²p = −(ρ / δt²) (δt ∂n/∂t + *γ* δt (n − n_0)) / n_0", "1 / δt",
         "Volume errors are corrected a tenth sooner."},
        "Body"},
    Parameter<Material>{&Material::convection,
                        "convection",
                        "c",
                        "Convection",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "Fraction of each step by which interior particles are moved back, so that the "
                        "liquid flows past them.",
                        "At 1 interior particles stand still, and a steady flow is free of noise; at 0 they "
                        "move with the liquid.",
                        "Premoze et al. 2003, eq. 19 to 26",
                        {"r^{n+1} = r^L + *c* (r^n − r^L)", "", "Interior particles move a little less."}},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::mps
