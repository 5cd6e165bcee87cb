// Material parameters of the adhesion method. Each parameter has one field and one table row.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::steele {

/// Material of Steele, Cline, Egbert and Dinerstein 2004 in SI units, except the reach of viscosity, which is
/// in particle radii r (a fifth of h). The values hold at the material's reference radius.
struct Material {
  float viscosity = 20.f;
  float viscousSupport = 4.f;
  float cohesion = 40.f;
  float cling = 20.f;
  float friction = 0.5f;
  float elasticity = 0.2f;
  float mixing = 0.f;
};

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::viscosity,
                        "viscosity",
                        "v",
                        "Viscosity",
                        "1/s",
                        0.f,
                        5000.f,
                        Scale::Logarithmic,
                        "How fast neighbours take on each other's motion.",
                        "More is thick and slow like honey; less is thin and lively.",
                        "Steele et al. 2004, viscosity by exchange of momentum",
                        {"E = *v* k(d) (P_n − P_p) δt / (2 Σ k)", "",
                         "It flows a tenth slower. Above a certain value each step exchanges momentum "
                         "several times, which costs time."},
                        "Flow"},
    Parameter<Material>{&Material::viscousSupport,
                        "viscous_support",
                        "S_v",
                        "Reach of viscosity",
                        "radii",
                        3.f,
                        6.f,
                        Scale::Linear,
                        "Distance within which a particle exchanges momentum with its neighbours.",
                        "More stiffens the liquid and costs time; less leaves finer motion.",
                        "Steele et al. 2004, viscosity: support 4 to 6 r",
                        {"k(d) = 0 for d ≥ *S_v*", "4 to 6",
                         "Viscosity grows by a fifth, and each step looks at a third more neighbours."}},
    Parameter<Material>{
        &Material::cohesion,
        "cohesion",
        "A",
        "Cohesion",
        "m/s²",
        0.f,
        400.f,
        Scale::Logarithmic,
        "How strongly the liquid pulls itself together.",
        "More draws strings and rounds drops, and needs more substeps; less lets it fall apart.",
        "Steele et al. 2004, adhesion within a liquid",
        {"F(3 r) = *A*", "", "Surface tension grows by a tenth; strings last longer."},
        "Adhesion"},
    Parameter<Material>{&Material::cling,
                        "cling",
                        "A_s",
                        "Cling to solids",
                        "m/s²",
                        0.f,
                        400.f,
                        Scale::Logarithmic,
                        "How strongly solids attract the liquid.",
                        "More holds thicker layers on walls and under ceilings; less lets it fall off.",
                        "Steele et al. 2004, adhesion to object particles",
                        {"F(2 r) = *A_s*", "", "A tenth more liquid stays hanging."}},
    Parameter<Material>{&Material::friction,
                        "friction",
                        "f",
                        "Slip on solids",
                        "1",
                        0.f,
                        1.f,
                        Scale::Logarithmic,
                        "Fraction of its speed along a solid that touching liquid keeps for 1/30 s.",
                        "At 1 it slides freely; at 0 it stops at once.",
                        "Steele et al. 2004, friction; kept of the velocity relative to the solid",
                        {"v ← v_obj + *f*^30δτ (v − v_obj)", "", "Liquid runs down walls a tenth faster."},
                        "Solids"},
    Parameter<Material>{&Material::elasticity,
                        "elasticity",
                        "c",
                        "Volume correction",
                        "1",
                        0.02f,
                        0.3f,  // larger values make the corrections oscillate and throw particles
                        Scale::Linear,
                        "Fraction of a density error that one correction moves the neighbours by.",
                        "More keeps the volume better but may jitter; less lets weight compress the liquid.",
                        "Steele et al. 2004, density correction: elastic coefficient 0.1 to 0.5",
                        {"Δ = *c* (ρ − ρ_0) / |ρ'|", "0.1 to 0.5", "Pools are compressed a little less."},
                        "Body"},
    Parameter<Material>{&Material::mixing,
                        "mixing",
                        "χ",
                        "Mixing of colours",
                        "1/s",
                        0.f,
                        20.f,
                        Scale::Logarithmic,
                        "How fast particles in contact take on each other's colour.",
                        "More blends paints where they meet; 0 keeps every particle's colour.",
                        "Departs from Steele et al. 2004, which mixes colours only when drawing",
                        {"dC/dt = *χ* (C_mean − C)", "0", "Borders between paints are a tenth wider."},
                        "Colour"},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::steele
