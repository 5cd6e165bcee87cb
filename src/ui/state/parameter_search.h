// Search for parameters by name, by key in files, or by the paper's symbol.
#pragma once

#include "ooze/base/parameter.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// Returns the rows that match a query, in their order; all rows for a blank query. Each word of the query
/// must begin a word of the label, key or symbol (Greek letters by their English names). If no row matches,
/// the explanations are searched, and last the symbols of the formulas.
std::vector<std::size_t> findParameters(std::span<const ParameterInfo> rows, std::string_view query);

/// Returns example queries for these rows: a label, the name of a Greek letter, a symbol of several letters.
/// Leaves out examples that the rows lack.
std::vector<std::string> searchExamples(std::span<const ParameterInfo> rows);

/// Splits text into lower-case words: "γ-" as "gamma minus", "viscosity_linear" as "viscosity linear", "ρ0"
/// as "rho 0".
std::vector<std::string> searchWords(std::string_view text);

}  // namespace ooze::ui
