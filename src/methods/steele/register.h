// What the registry needs of the adhesion method.
#pragma once

#include "ooze/methods/method.h"

#include <memory>
#include <string>
#include <vector>

namespace ooze::steele {

const std::vector<ParameterInfo>& parameters();
std::vector<ParameterFigure> figures(const MethodSettings& settings, float gravity,
                                     const MaterialDefinition& material, std::size_t parameter);
std::string hiddenBy(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                     std::size_t parameter);
std::unique_ptr<Method> makeSteele(const MethodSettings& settings);
std::span<const PairFunction> pairFunctions();

}  // namespace ooze::steele
