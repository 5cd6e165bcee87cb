// Functions of the directable grid method that the method registry points to. Each is documented at MethodRow
// in ooze/methods/method.h.
#pragma once

#include "ooze/methods/method.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ooze::rasmussen {

const std::vector<ParameterInfo>& parameters();
std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter);
std::string inactiveReason(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                           std::size_t parameter);
std::string pouringLimitation(const MethodSettings& settings, const MaterialDefinition& material);
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);
float restSpacing(const MethodSettings& settings, const MaterialDefinition& material);
float restDensity(const MethodSettings& settings, const MaterialDefinition& material);
float cellSide(const MethodSettings& settings);
std::unique_ptr<Method> makeRasmussen(const MethodSettings& settings);

}  // namespace ooze::rasmussen
