// Runs laws and writes the table of expected and measured values.
#pragma once

#include "verify/law.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ooze::verify {

/// One row of the table with its measured value.
struct CheckedRow {
  const Law* law;
  LawRow row;
  double measured = 0.0;
  std::string failure = {};  ///< reason in one line why nothing was measured; "" if the world ran
  double seconds = 0.0;      ///< wall time of the law, the same in all its rows [s]

  [[nodiscard]] bool passed() const { return failure.empty() && row.wanted.accepts(row.expected, measured); }
};

/// Measures laws, several at a time.
/// @param laws     laws that apply to the method, in the order of the result
/// @param threads  number of laws at a time; 0: one for every core
/// @param done     called after each law, never at the same time; may be empty
/// @return the rows of all laws
std::vector<CheckedRow> verify(const Trial& trial, std::span<const Law* const> laws, int threads,
                               const std::function<void()>& done = {});

/// Returns laws by their keys, in the order of laws().
/// @param keys  keys, separated by commas; "": all laws
/// @throws InputError with a suggestion if no law has such a key
std::vector<const Law*> lawsByKey(const std::string& keys);
/// Returns the laws that apply to a method.
std::vector<const Law*> lawsOf(const MethodRow& method);
/// Returns those of some laws that apply to a method.
std::vector<const Law*> lawsOf(const MethodRow& method, std::span<const Law* const> among);

/// Returns the table as aligned text.
std::string textTable(std::span<const CheckedRow> rows);
/// Returns the table in Markdown, for the method's page in the manual.
std::string markdownTable(std::span<const CheckedRow> rows);

}  // namespace ooze::verify
