// The parameters of the directable grid method, declared once: a field and its row.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::rasmussen {

/// Rasmussen et al. 2004, in SI.
struct Material {
  float viscosity = 0.001f;
  float friction = 0.f;
  float swirl = 0.f;
  float volume = 2.f;
  float markers = 8.f;
};

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::viscosity,
                        "viscosity",
                        "μ",
                        "Viscosity",
                        "Pa s",
                        0.f,
                        1000.f,
                        Scale::Logarithmic,
                        "How strongly neighbouring liquid takes on each other's motion.",
                        "More is thick and slow like honey or wax; less is thin and lively.",
                        "Rasmussen et al. 2004, eq. 2 and 5 to 16",
                        {"du/dt = ∇·(2 (*μ* / ρ) D)", "", "It flows a tenth slower."},
                        "Flow"},
    Parameter<Material>{&Material::friction,
                        "friction",
                        "α_f",
                        "Hold of solids",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "How much of a solid's motion the liquid beside it takes on.",
                        "At 1 it sticks to solids; at 0 it slips along them.",
                        "Rasmussen et al. 2004, object boundaries",
                        {"u_comb = u_ext + *α_f* (u_obj − u_ext)", "0 to 1", "It runs off a little slower."}},
    Parameter<Material>{
        &Material::swirl,
        "swirl",
        "",
        "Liveliness",
        "1",
        0.f,
        1.f,
        Scale::Linear,
        "How much of its small motion the liquid keeps.",
        "Above a half velocities are carried by a scheme of second order, which keeps eddies and "
        "waves longer and takes twice the time; below by one of first order, which calms them.",
        "Rasmussen et al. 2004, velocities; MacCormack's scheme is not in the paper",
        {"ũ = u(x − Δt u) + *½ (u − ū)*", "0", "Nothing, but at a half."}},
    Parameter<Material>{&Material::volume,
                        "volume",
                        "γ",
                        "Volume correction",
                        "1/s",
                        0.f,
                        20.f,
                        Scale::Logarithmic,
                        "How fast volume that the surface has lost or gained is given back.",
                        "More holds it closely; 0 lets it drift.",
                        "Not in Rasmussen et al. 2004; its divergence controls do it",
                        {"∇·u = *γ* (V_0 / V − 1)", "0", "Errors of volume last a tenth shorter."},
                        "Body"},
    Parameter<Material>{
        &Material::markers,
        "markers",
        "",
        "Markers in a cell",
        "1",
        1.f,
        64.f,
        Scale::Logarithmic,
        "How many marker particles in each cell hold the surface.",
        "More keeps thin sheets and sharp edges longer, and takes time; less is quick.",
        "Rasmussen et al. 2004; Enright et al. 2002, section 3.1",
        {"φ = φ⁺ or φ⁻, of *markers* that have escaped", "64", "Sheets last a little longer."}},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::rasmussen
