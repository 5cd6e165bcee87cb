// The parameters of the viscoelastic method, declared once: a field and its row.
#pragma once

#include "ooze/base/parameter.h"

#include <array>

namespace ooze::clavet {

/// Clavet, Beaudoin and Poulin 2005, in the paper's units: lengths in interaction radii h, time in frames of
/// 1/30 s; true at the material's reference radius.
struct Material {
  float restDensity = 10.f;
  float stiffness = 0.004f;
  float nearStiffness = 0.01f;
  float volumeStiffness = 1.f;
  float springStiffness = 0.f;
  float plasticityStretch = 0.3f;
  float plasticityCompress = 0.3f;
  float yieldRatioStretch = 0.1f;
  float yieldRatioCompress = 0.1f;
  float viscosityLinear = 0.f;
  float viscosityQuadratic = 0.1f;
  float friction = 0.3f;
  float stickiness = 0.f;
  float stickDistance = 0.4f;
};

inline constexpr std::array kParameters{
    Parameter<Material>{&Material::restDensity, "rest_density", "ρ0", "Rest density", "1", 2.f, 30.f,
                        Scale::Linear, Applies::Live, "How many neighbours a particle wants around it.",
                        "More packs particles closer and smoother but costs time; less is coarse and quick.",
                        "Clavet 2005, section 4, eq. 2 (paper: 10)", "Body"},
    Parameter<Material>{&Material::stiffness, "stiffness", "k", "Cohesion", "h/frame²", 0.f, 2.f,
                        Scale::Logarithmic, Applies::Live,
                        "How strongly the liquid pulls itself together: its surface tension.",
                        "More rounds drops and draws threads back; less lets it spread and break into spray.",
                        "Clavet 2005, section 4, eq. 2 (paper: 0.004)"},
    Parameter<Material>{&Material::nearStiffness, "near_stiffness", "k_near", "Near repulsion", "h/frame²",
                        0.f, 5.f, Scale::Logarithmic, Applies::Live,
                        "How hard particles that nearly touch push each other away.",
                        "More spaces particles evenly; less lets them clump.",
                        "Clavet 2005, section 4.2, eq. 5 (paper: 0.01, 2.5 times k)"},
    Parameter<Material>{
        &Material::volumeStiffness, "volume_stiffness", "kv", "Volume stiffness", "h/frame²", 0.f, 50.f,
        Scale::Logarithmic, Applies::Live, "How well the liquid keeps its volume under its own weight.",
        "More makes deep pools stay deep but needs more substeps; 0 is the paper's soft liquid.",
        "Departs from Clavet 2005, section 4: stiffness against compression, apart from cohesion"},
    Parameter<Material>{&Material::springStiffness, "spring_stiffness", "k_spring", "Spring stiffness",
                        "1/frame²", 0.f, 200.f, Scale::Logarithmic, Applies::Live,
                        "How hard the liquid springs back when it is deformed.",
                        "More is rubber and firm clay; 0 has no springs at all.",
                        "Clavet 2005, section 5.1 (paper: 0.3)", "Elasticity and plasticity"},
    Parameter<Material>{
        &Material::plasticityStretch, "plasticity_stretch", "α+", "Plasticity, stretched", "1/frame", 0.f,
        20.f, Scale::Logarithmic, Applies::Live, "How fast a stretched shape is accepted as the new shape.",
        "More flows like dough; 0 stays elastic for ever.", "Clavet 2005, section 5.2, eq. 7 (paper: 0.3)"},
    Parameter<Material>{
        &Material::plasticityCompress, "plasticity_compress", "α-", "Plasticity, squeezed", "1/frame", 0.f,
        20.f, Scale::Logarithmic, Applies::Live, "How fast a squeezed shape is accepted as the new shape.",
        "More takes a print at once; 0 pops back for ever.", "Clavet 2005, section 5.2, eq. 7 (paper: 0.3)"},
    Parameter<Material>{
        &Material::yieldRatioStretch, "yield_ratio_stretch", "γ+", "Yield ratio, stretched", "1", 0.f, 0.5f,
        Scale::Linear, Applies::Live, "How far it can be stretched before it starts to flow.",
        "More is gel; 0 flows at the slightest pull.", "Clavet 2005, section 5.2, eq. 8 (paper: 0 to 0.2)"},
    Parameter<Material>{&Material::yieldRatioCompress, "yield_ratio_compress", "γ-", "Yield ratio, squeezed",
                        "1", 0.f, 0.5f, Scale::Linear, Applies::Live,
                        "How far it can be squeezed before it keeps the dent.",
                        "More bounces back; 0 with a stretch yield above 0 is sticky.",
                        "Clavet 2005, section 5.2, eq. 8 (paper: 0 to 0.2)"},
    Parameter<Material>{&Material::viscosityLinear, "viscosity_linear", "σ", "Viscosity", "1/frame", 0.f,
                        40.f, Scale::Logarithmic, Applies::Live, "How thick the liquid is at any speed.",
                        "More pours like honey; 0 runs like water.", "Clavet 2005, section 5.3, Algorithm 5",
                        "Viscosity"},
    Parameter<Material>{&Material::viscosityQuadratic, "viscosity_quadratic", "β", "Fast viscosity", "1/h",
                        0.f, 20.f, Scale::Logarithmic, Applies::Live,
                        "How much fast inner motion is damped; calms splashes.",
                        "More keeps sheets together at impact; 0 lets particles pass through each other.",
                        "Clavet 2005, section 5.3, Algorithm 5"},
    Parameter<Material>{&Material::friction, "friction", "μ", "Friction", "1", 0.f, 1.f, Scale::Linear,
                        Applies::Live, "How much a solid it touches holds it back.",
                        "1 clings to where it lands; 0 slides for ever.", "Clavet 2005, section 6, eq. 11",
                        "Contact with solids"},
    Parameter<Material>{&Material::stickiness, "stickiness", "k_stick", "Stickiness", "1/frame²", 0.f, 100.f,
                        Scale::Logarithmic, Applies::Live, "How strongly it is drawn to solids close by.",
                        "More hangs from undersides and drips slowly; 0 falls off.",
                        "Clavet 2005, section 6.1, eq. 12"},
    Parameter<Material>{&Material::stickDistance, "stick_distance", "d_stick", "Stick distance", "h", 0.05f,
                        1.f, Scale::Linear, Applies::Live, "How far from a solid the stickiness reaches.",
                        "More holds thicker films.", "Clavet 2005, section 6.1, eq. 12"},
};
static_assert(sizeof(Material) == kParameters.size() * sizeof(float),
              "every field of Material needs its row");

}  // namespace ooze::clavet
