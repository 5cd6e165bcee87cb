#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "methods/clavet/register.h"

#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr std::array kMethods{
    MethodRow{.key = "clavet",
              .title = "Viscoelastic springs",
              .source = "Clavet, Beaudoin and Poulin 2005",
              .make = clavet::makeClavet,
              .parameters = clavet::parameters,
              .stableStep = clavet::stableStep,
              .restSpacing = clavet::restSpacing,
              .restDensity = clavet::restDensity,
              .figures = clavet::figures,
              .hiddenBy = clavet::hiddenBy,
              .pouringLeavesOut = clavet::pouringLeavesOut},
};

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

}  // namespace ooze
