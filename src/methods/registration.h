// Parts with which a method describes itself to the registry, in the file registration.cpp of its folder.
#pragma once

#include "ooze/methods/method.h"

#include "methods/particle_method.h"

#include <memory>
#include <vector>

namespace ooze {

/// Constructs a method: MethodRow::make of the class M.
template <class M>
std::unique_ptr<Method> makeMethod(const MethodSettings& settings) {
  return std::make_unique<M>(settings);
}

/// Returns the parameter table of a material: MethodRow::parameters.
template <class Material, const auto& table>
const std::vector<ParameterInfo>& parametersOf() {
  static const std::vector<ParameterInfo> rows = describe<Material>(table);
  return rows;
}

/// MethodRow::restDensity of a method that measures density in multiples of the rest density.
inline float unitDensity(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) {
  return 1.f;
}

/// Field of the particles' density, which every particle method keeps. @param atRest  MethodRow::restDensity
constexpr Field densityField(float (*atRest)(const MethodSettings&, const MaterialDefinition&)) {
  return {.key = kDensityKey,
          .label = "Density over rest",
          .kind = FieldKind::Ratio,
          .least = 0.5f,
          .always = true,
          .atRest = atRest};
}

/// Field of the particles' exposure, which every particle method computes: 0 deep inside the liquid, 1 at the
/// surface (Particles::exposure).
inline constexpr Field kExposureField{.key = kExposureKey, .label = "At the surface", .least = 1.f};

/// Stage of a method that moves bodies only through StepContext::advanceBodies().
inline constexpr StageDescription kBodyContacts{"body contacts", "not in the paper",
                                                "Moves bodies and resolves the contacts between them.",
                                                StageKind::BodyContact};

}  // namespace ooze
