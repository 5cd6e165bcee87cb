// Finding a parameter by what people know of it: its name, its key in files, or the paper's symbol.
#pragma once

#include "ooze/base/parameter.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// The rows that a query finds, in their order: all of them if it is blank, none if nothing has its words.
/// Each word of the query must begin a word of the label, the key or the symbol, whose Greek letters have
/// their English names; where no row has them all, of what explains it; else it must be a symbol of its
/// formula.
std::vector<std::size_t> findParameters(std::span<const ParameterInfo> rows, std::string_view query);

/// What one could look for in these rows: a label, a Greek letter's name, a symbol of several letters; as far
/// as there are such.
std::vector<std::string> searchExamples(std::span<const ParameterInfo> rows);

/// Lower-case words: "γ-" as "gamma minus", "viscosity_linear" as "viscosity linear", "ρ0" as "rho 0".
std::vector<std::string> searchWords(std::string_view text);

}  // namespace ooze::ui
