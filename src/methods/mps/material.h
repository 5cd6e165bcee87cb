// The parameters of the semi-implicit method of moving particles, declared once: a field and its row.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::mps {

/// Premoze et al. 2003, in SI units.
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
                        "How strongly neighbours take on each other's motion, and that of walls.",
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
                        "How strongly the surface draws itself together.",
                        "More rounds drops and holds films and needs more steps; less lets it break up.",
                        "Premoze et al. 2003, eq. 9, by pairs of particles",
                        {"p = 2 *σ* / R", "", "Drops stay whole a tenth longer."}},
    Parameter<Material>{&Material::drag,
                        "drag",
                        "C_D",
                        "Drag",
                        "1",
                        0.f,
                        10.f,
                        Scale::Logarithmic,
                        "How strongly what stands still everywhere, such as air or a porous layer, holds it.",
                        "More slows what is fast; 0 lets it fly freely.",
                        "Premoze et al. 2003, eq. 40 to 42",
                        {"f = −¾ (*C_D* / d_0) |ū| ū", "0", "Falls end a twentieth slower."}},
    Parameter<Material>{&Material::relaxation,
                        "relaxation",
                        "γ",
                        "Volume correction",
                        "1/s",
                        0.f,
                        200.f,
                        Scale::Logarithmic,
                        "How fast an error of volume that has crept in is taken back.",
                        "More holds the volume closely, and its pressure trembles; less is calm, and 0 loses "
                        "volume for good.",
                        "Premoze et al. 2003, eq. 13 and 14, the part of n* - n0 that builds up",
                        {"∇²p = −(ρ / δt²) (δt ∂n/∂t + *γ* δt (n − n_0)) / n_0", "1 / δt",
                         "Errors of volume last a tenth shorter."},
                        "Body"},
    Parameter<Material>{
        &Material::convection,
        "convection",
        "c",
        "Convection",
        "1",
        0.f,
        1.f,
        Scale::Linear,
        "What part of their way particles inside stay behind, so that the liquid flows past them.",
        "At 1 they stand and a steady flow is free of their noise; at 0 they go along.",
        "Premoze et al. 2003, eq. 19 to 26",
        {"r^{n+1} = r^L + *c* (r^n − r^L)", "", "Particles inside go less of their way."}},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::mps
