#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "methods/clavet/clavet.h"
#include "methods/mps/mps.h"
#include "methods/rasmussen/rasmussen.h"
#include "methods/shape_matching/shape_matching.h"
#include "methods/steele/steele.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace ooze {

std::vector<float> Method::gather(std::string_view asked, float /*dt*/) const {
  throw std::invalid_argument(fmt::format("the method \"{}\" has no field \"{}\"", key(), asked));
}

std::span<const MethodRow> methodRegistry() {
  static const std::array rows{clavet::kMethodRow, steele::kMethodRow, shape_matching::kMethodRow,
                               mps::kMethodRow, rasmussen::kMethodRow};
  return rows;
}

const MethodRow& findMethod(std::string_view key) {
  std::vector<std::string> known;
  for (const MethodRow& row : methodRegistry()) {
    if (row.key == key) return row;
    known.emplace_back(row.key);
  }
  throw InputError(fmt::format("unknown method {}{}", quoteText(key), suggestion(key, known)));
}

const MethodAction* findAction(const MethodRow& method, std::string_view key) {
  const auto found = std::find_if(method.actions.begin(), method.actions.end(),
                                  [&](const MethodAction& d) { return d.key == key; });
  return found == method.actions.end() ? nullptr : &*found;
}

const StageDescription* findStage(const MethodRow& method, std::string_view name) {
  const auto found = std::find_if(method.stages.begin(), method.stages.end(),
                                  [&](const StageDescription& s) { return s.name == name; });
  return found == method.stages.end() ? nullptr : &*found;
}

const PairFunction* findPairFunction(const MethodRow& method, std::string_view key) {
  if (!method.pairFunctions) return nullptr;
  const std::span<const PairFunction> all = method.pairFunctions();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const PairFunction& f) { return f.key == key; });
  return found == all.end() ? nullptr : &*found;
}

const MethodAction* findAction(const MethodRow& method, MethodAction::Shape shape) {
  const auto found = std::find_if(method.actions.begin(), method.actions.end(),
                                  [&](const MethodAction& d) { return d.shape == shape; });
  return found == method.actions.end() ? nullptr : &*found;
}

float leastWall(const MethodRow& method, const MethodSettings& settings) {
  constexpr float kCellsOfWall = 1.8f;
  return method.cellSide ? kCellsOfWall * method.cellSide(settings) : 0.f;
}

}  // namespace ooze
