// Functions of SPH and shape matching that the method registry points to. Each is documented at MethodRow in
// ooze/methods/method.h.
#pragma once

#include "ooze/methods/method.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ooze::shape_matching {

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
Firmness firmness(const MaterialDefinition& material);
void setFirmness(MaterialDefinition& material, const Firmness& wanted);
std::unique_ptr<Method> makeShapeMatching(const MethodSettings& settings);

}  // namespace ooze::shape_matching
