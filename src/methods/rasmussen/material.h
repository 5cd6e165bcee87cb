// Material parameters of the directable grid method. Each field is declared together with its row in the
// parameter table.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::rasmussen {

/// Parameters of a material after Rasmussen et al. 2004, in SI units, with temperatures in degrees Celsius.
struct Material {
  float viscosity = 0.001f;
  float friction = 0.f;
  float swirl = 0.f;
  float volume = 2.f;
  float markers = 8.f;
  float temperature = 20.f;
  float hardening = 1.f;
  float meltingPoint = 60.f;
  float meltingWidth = 10.f;
  float diffusivity = 0.f;
  float cooling = 0.f;
  float surroundings = 20.f;
  float tension = 0.f;
};

/// Range of temperatures of liquids, controls and solids [degrees Celsius].
inline constexpr float kMinTemperature = -273.f, kMaxTemperature = 3000.f;

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::viscosity,
                        "viscosity",
                        "μ",
                        "Viscosity",
                        "Pa s",
                        0.f,
                        1000.f,
                        Scale::Logarithmic,
                        "How strongly neighbouring parts of the liquid take on each other's motion.",
                        "More is thick and slow like honey or wax; less is thin and lively.",
                        "Rasmussen et al. 2004, eq. 2 and 5 to 16",
                        {"du/dt = ∇·(2 (*μ* / ρ) D)", "", "It flows a tenth slower."},
                        "Flow"},
    Parameter<Material>{&Material::friction,
                        "friction",
                        "α_f",
                        "Friction",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "How much of a solid's motion the liquid beside it takes on.",
                        "At 1 it sticks to solids; at 0 it slips along them.",
                        "Rasmussen et al. 2004, object boundaries",
                        {"u_comb = u_ext + *α_f* (u_obj − u_ext)", "0 to 1", "It runs off a little slower."}},
    Parameter<Material>{&Material::swirl,
                        "swirl",
                        "",
                        "Liveliness",
                        "1",
                        0.f,
                        1.f,
                        Scale::Linear,
                        "How much of its small-scale motion the liquid keeps.",
                        "Above 0.5 the advection is second order: eddies and waves last longer, at twice the "
                        "cost. Below 0.5 it is first order and damps them.",
                        "Rasmussen et al. 2004, velocities; MacCormack's scheme is not in the paper",
                        {"ũ = u(x − Δt u) + *½ (u − ū)*", "0", "No effect, except across 0.5."}},
    Parameter<Material>{&Material::volume,
                        "volume",
                        "γ",
                        "Volume correction",
                        "1/s",
                        0.f,
                        20.f,
                        Scale::Logarithmic,
                        "How fast volume that the surface has lost or gained is corrected.",
                        "More keeps the volume closely; 0 lets it drift.",
                        "Not in Rasmussen et al. 2004, which uses divergence controls",
                        {"∇·u = *γ* (V_0 / V − 1)", "0", "Volume errors are corrected a tenth sooner."},
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
        "Number of marker particles in each cell at the surface.",
        "More keeps thin sheets and sharp edges longer but costs time; less is fast.",
        "Rasmussen et al. 2004; Enright et al. 2002, section 3.1",
        {"φ = φ⁺ or φ⁻, of *markers* that have escaped", "64", "Sheets last a little longer."}},
    Parameter<Material>{&Material::temperature,
                        "temperature",
                        "T_0",
                        "Temperature",
                        "°C",
                        kMinTemperature,
                        kMaxTemperature,
                        Scale::Linear,
                        "Temperature of new liquid.",
                        "Above the melting point new liquid is molten, below it set.",
                        "Not in Rasmussen et al. 2004",
                        {"T(0) = *T_0*", "", "It sets a little later."},
                        "Melting"},
    Parameter<Material>{&Material::hardening,
                        "hardening",
                        "s",
                        "Thicker when set",
                        "1",
                        1.f,
                        10000.f,
                        Scale::Logarithmic,
                        "How many times more viscous the liquid is when set than when molten.",
                        "More makes set liquid as firm as a candle; at 1 it neither melts nor sets.",
                        "Not in Rasmussen et al. 2004",
                        {"ln μ(T) = ln μ + (1 − m(T)) ln *s*", "", "Set liquid creeps a tenth slower."}},
    Parameter<Material>{
        &Material::meltingPoint,
        "melting_point",
        "T_m",
        "Melting point",
        "°C",
        kMinTemperature,
        kMaxTemperature,
        Scale::Linear,
        "Temperature at which the liquid is half molten.",
        "A higher point needs more heat to melt, and sets sooner.",
        "Not in Rasmussen et al. 2004",
        {"m = 3 x^2 − 2 x^3, x = (T − *T_m*) / w + 1/2", "", "It melts later and sets sooner."}},
    Parameter<Material>{
        &Material::meltingWidth,
        "melting_width",
        "w",
        "Softens over",
        "K",
        0.1f,
        1000.f,
        Scale::Logarithmic,
        "Width of the temperature range around the melting point in which the liquid softens.",
        "Wide softens gradually like glass; narrow melts at once like ice.",
        "Not in Rasmussen et al. 2004",
        {"m = 3 x^2 − 2 x^3, x = (T − T_m) / *w* + 1/2", "", "It softens a little more gradually."}},
    Parameter<Material>{&Material::diffusivity,
                        "diffusivity",
                        "κ",
                        "Conducts heat",
                        "m²/s",
                        0.f,
                        0.001f,
                        Scale::Logarithmic,
                        "How fast heat spreads within the liquid.",
                        "More evens out warm and cold sooner; at 0 each part keeps its heat.",
                        "Not in Rasmussen et al. 2004; Fourier's law",
                        {"dT/dt = ∇·(*κ* ∇T)", "", "Heat spreads a twentieth farther in the same time."}},
    Parameter<Material>{
        &Material::cooling,
        "cooling",
        "k",
        "Cooling",
        "m/s",
        0.f,
        0.1f,
        Scale::Logarithmic,
        "How fast the liquid takes on the temperature of air and solids through its surface.",
        "More makes thin runs and drips set at once, thick parts later; at 0 it keeps its heat.",
        "Not in Rasmussen et al. 2004; Newton's law of cooling",
        {"V dT/dt = −*k* A (T − T_a)", "", "It cools a tenth faster."}},
    Parameter<Material>{&Material::surroundings,
                        "surroundings",
                        "T_a",
                        "Surroundings",
                        "°C",
                        kMinTemperature,
                        kMaxTemperature,
                        Scale::Linear,
                        "Temperature of the air and the solids around the liquid.",
                        "Below the melting point the liquid sets in the end; above, it melts.",
                        "Not in Rasmussen et al. 2004",
                        {"V dT/dt = −k A (T − *T_a*)", "", "It ends warmer."}},
    Parameter<Material>{&Material::tension,
                        "tension",
                        "σ",
                        "Surface tension",
                        "N/m",
                        0.f,
                        1.f,
                        Scale::Logarithmic,
                        "How strongly the surface contracts.",
                        "More rounds drops and gives sheets thick rims, but needs more steps; at 0 nothing "
                        "holds the surface together.",
                        "Not in Rasmussen et al. 2004; ghost fluid method, Kang et al. 2000",
                        {"p = *σ* κ", "0", "Drops swing a twentieth faster."},
                        "Surface"},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::rasmussen
