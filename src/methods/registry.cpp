#include "ooze/base/error.h"
#include "ooze/methods/method.h"
#include "ooze/methods/pouring.h"

#include "methods/clavet/register.h"
#include "methods/steele/register.h"

#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr std::array kMethods{
    MethodRow{"clavet", "Viscoelastic springs", "Clavet, Beaudoin and Poulin 2005", clavet::makeClavet,
              clavet::parameters, clavet::figures, clavet::hiddenBy},
    MethodRow{"steele", "Adhesion functions", "Steele, Cline, Egbert and Dinerstein 2004", steele::makeSteele,
              steele::parameters, steele::figures, steele::hiddenBy, steele::pairFunctions},
};

/// Of methods whose nozzles leave something out.
struct PouringRow {
  std::string_view key;
  std::string (*leavesOut)(const MethodSettings&, const MaterialDefinition&);
};
constexpr std::array kPouring{PouringRow{"clavet", clavet::pouringLeavesOut}};

}  // namespace

std::span<const MethodRow> methodRegistry() { return kMethods; }

const MethodRow& findMethod(std::string_view key) {
  std::vector<std::string> known;
  for (const MethodRow& row : kMethods) {
    if (row.key == key) return row;
    known.emplace_back(row.key);
  }
  throw InputError(fmt::format("unknown method \"{}\"{}", key, suggestion(key, known)));
}

std::string pouringLeavesOut(std::string_view method, const MethodSettings& settings,
                             const MaterialDefinition& material) {
  const std::string_view key = findMethod(method).key;
  for (const PouringRow& row : kPouring)
    if (row.key == key) return row.leavesOut(settings, material);
  return {};
}

}  // namespace ooze
