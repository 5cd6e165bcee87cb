// Functions of the viscoelastic method for the method registry; MethodRow documents them.
#pragma once

#include "ooze/methods/method.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ooze::clavet {

const std::vector<ParameterInfo>& parameters();
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);
float restSpacing(const MethodSettings& settings, const MaterialDefinition& material);
float restDensity(const MethodSettings& settings, const MaterialDefinition& material);
std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter);
std::string inactiveReason(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                           std::size_t parameter);
std::string pouringLimitation(const MethodSettings& settings, const MaterialDefinition& material);
Firmness firmness(const MaterialDefinition& material);
void setFirmness(MaterialDefinition& material, const Firmness& wanted);
std::unique_ptr<Method> makeClavet(const MethodSettings& settings);

}  // namespace ooze::clavet
