// Material parameters of SPH and shape matching. Each field is declared together with its row in the
// parameter table.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::shape_matching {

/// Parameters of a material in SI units, with three exceptions. The stiffness time is in ms, the radius of
/// regions in reference radii of the material, and the stick distance in interaction radii of the world.
struct Material {
  float alpha = 0.8f;
  float regionRadius = 0.9f;
  float stiffnessTime = 4.f;
  float regionDamping = 20.f;
  float updateThreshold = 150.f;
  float checkInterval = 0.1f;
  float pressureStiffness = 5.f;
  float viscosity = 0.5f;
  float friction = 0.3f;
  float stickiness = 0.f;
  float stickDistance = 0.4f;
};

/// Labels along the fluidity slider, after the cubes of figure 3.
inline constexpr std::array kFluidityMarks{
    ParameterTickLabel{0.f, "solid"}, ParameterTickLabel{0.3f, "jelly"},
    ParameterTickLabel{0.7f, "toothpaste"}, ParameterTickLabel{1.f, "liquid"}};

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::alpha,
                        "alpha",
                        "α",
                        "Fluidity",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "From jelly through toothpaste to liquid.",
                        "1 is a liquid that keeps no shape; 0 is elastic and never flows.",
                        "SPH and shape matching, eq. 10: blend of velocities",
                        {"v = *α* v_sph + (1 − α) v_sm", "0, 0.3, 0.7, 0.8, 0.85, 0.9, 1",
                         "Its shape pulls it back less: it sags and spreads farther."},
                        "",
                        kFluidityMarks},
    Parameter<Material>{
        &Material::regionRadius,
        "region_radius",
        "h_sm",
        "Radius of regions",
        "h_ref",
        0.45f,
        6.f,
        Scale::Logarithmic,
        "Radius of the region around each particle that keeps its shape.",
        "More is stiffer, at the same cost; less bends and tears more easily.",
        "SPH and shape matching, section 2: N_sm; here a box of edge 2 h_sm (Rivers and James 2007)",
        {"G = ρ (1 − α) *h_sm*² / (6 Δt_0²)", "", "It is a fifth stiffer."},
        "Shape"},
    Parameter<Material>{&Material::stiffnessTime,
                        "stiffness_time",
                        "Δt0",
                        "Stiffness time",
                        "ms",
                        1.f,
                        20.f,
                        Scale::Logarithmic,
                        "Time in which a particle is pulled to its place in the shape.",
                        "More is softer; less is stiffer and needs more substeps.",
                        "SPH and shape matching, eq. 13: Δt_sm = Δt0 for any length of a step",
                        {"a = (1 − α) (g − x) / *Δt_0*²", "", "It is a fifth softer and wobbles slower."}},
    Parameter<Material>{&Material::regionDamping,
                        "region_damping",
                        "δ",
                        "Damping of wobbling",
                        "1/s",
                        0.f,
                        1000.f,
                        Scale::Logarithmic,
                        "How fast motion that changes the shape is damped.",
                        "More is dull like clay; less keeps wobbling like jelly.",
                        "Departs from SPH and shape matching, which does not damp wobbling; Rivers and James "
                        "2007, section 4.3: damping by region",
                        {"Δv = *δ* (1 − α) Δt (v_region − v)", "", "Wobbling stops a tenth sooner."}},
    Parameter<Material>{&Material::updateThreshold,
                        "update_threshold",
                        "T0",
                        "Dent threshold",
                        "m/s²",
                        0.f,
                        1000.f,
                        Scale::Logarithmic,
                        "How hard a body must be pressed before it keeps the new shape.",
                        "More keeps its shape through a fall; less flows under its own weight, splits and "
                        "merges.",
                        "SPH and shape matching, eq. 14, per mass",
                        {"T_f = *T_0* (1 − α)", "", "It takes a tenth more force before it keeps a dent."},
                        "New shapes"},
    Parameter<Material>{&Material::checkInterval,
                        "check_interval",
                        "S_T",
                        "Dent interval",
                        "s",
                        0.005f,
                        1.f,
                        Scale::Logarithmic,
                        "Time between checks whether the body takes a new shape.",
                        "More keeps springing back for longer; less flows faster once it flows.",
                        "SPH and shape matching, section 4: S_T, counted there in steps",
                        {"every *S_T*: T_f < mean |f_ext| → x⁰ = x", "2 to 3 s", "It flows a tenth slower."}},
    Parameter<Material>{
        &Material::pressureStiffness,
        "pressure_stiffness",
        "k",
        "Pressure stiffness",
        "m²/s²",
        0.5f,
        100.f,
        Scale::Logarithmic,
        "How well the liquid keeps its volume.",
        "More keeps deep pools deep but needs more substeps; less lets weight compress the liquid.",
        "SPH and shape matching, eq. 1: equation of state; Müller et al. 2003",
        {"p = *k* (ρ − ρ_0)", "",
         "A pool is compressed a tenth less by its own weight. The longest stable step shrinks by 5 % where "
         "this parameter sets it."},
        "Liquid"},
    Parameter<Material>{&Material::viscosity,
                        "viscosity",
                        "μ",
                        "Viscosity",
                        "Pa s",
                        0.f,
                        10.f,
                        Scale::Logarithmic,
                        "How thick the liquid is.",
                        "More runs slowly; 0 splashes.",
                        "SPH and shape matching, eq. 2",
                        {"f = *μ* Σ m (v_j − v_i) / ρ_j ∇²W", "", "It flows a tenth slower."}},
    Parameter<Material>{&Material::friction,
                        "friction",
                        "f",
                        "Friction",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "How much a solid slows the liquid that touches it.",
                        "At 1 the liquid stays where it lands; at 0 it slides for ever.",
                        "Departs from SPH and shape matching, which has none: Clavet 2005, section 6, eq. 11",
                        {"J = −(v_n + *f* v_t)", "",
                         "The layer on a solid loses a tenth more of its sliding speed in each step."},
                        "Contact with solids"},
    Parameter<Material>{&Material::stickiness,
                        "stickiness",
                        "k_stick",
                        "Stickiness",
                        "1/s²",
                        0.f,
                        100000.f,
                        Scale::Logarithmic,
                        "How strongly solids close by attract the liquid.",
                        "More hangs from undersides; 0 falls off.",
                        "Departs from SPH and shape matching, which has none: Clavet 2005, section 6.1, "
                        "eq. 12",
                        {"J = −Δt *k_stick* d (1 − d/d_stick) n", "",
                         "It can carry a tenth more weight under a ceiling before it falls."}},
    Parameter<Material>{&Material::stickDistance,
                        "stick_distance",
                        "d_stick",
                        "Stick distance",
                        "h",
                        0.05f,
                        1.f,
                        Scale::Linear,
                        "How far from a solid the stickiness reaches.",
                        "More holds thicker films.",
                        "Departs from SPH and shape matching, which has none: Clavet 2005, section 6.1, "
                        "eq. 12",
                        {"J = −Δt k_stick d (1 − d/*d_stick*) n", "",
                         "The film that clings is a tenth thicker, and holds about a fifth more."}},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::shape_matching
