// Functions of the adhesion method for the method registry; MethodRow documents them.
#pragma once

#include "ooze/methods/method.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ooze::steele {

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
std::unique_ptr<Method> makeSteele(const MethodSettings& settings);
std::span<const PairFunction> pairFunctions();
std::string pairOverrideReason(const PairTable& pairs, std::size_t material, std::size_t parameter);
std::vector<CurvePoint> defaultPairCurve(const MethodSettings& settings,
                                         std::span<const MaterialDefinition> materials, const PairEntry& pair,
                                         const OwnContact& solid);

}  // namespace ooze::steele
