// Declares each parameter once, as one constexpr row per field.
// The panels, JSON, --set, validation and the reference page all read the rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Scale of a slider.
enum class Scale { Linear, Logarithmic };

/// Help about a parameter beyond the tooltip. Formulas are plain text: `_` and `^` make the following word a
/// subscript or superscript, and asterisks enclose the parameter itself.
struct ParameterHelp {
  std::string_view equation = {};        ///< the equation that uses the parameter: "P = *k* (ρ − ρ_0)"
  std::string_view paper = {};           ///< value of the parameter in the paper; "" if the paper gives none
  std::string_view tenPercentMore = {};  ///< effect of an increase by ten percent, in words
};

/// A labelled value in a parameter's range: a tick label of the slider.
struct ParameterTickLabel {
  float value;            ///< value of the parameter at the tick
  std::string_view word;  ///< text of the tick label
};

/// One row of a parameter table. The default value is the member's initialiser in T, and nowhere else.
template <class T>
struct Parameter {
  float T::*member;               ///< member of T that holds the value
  std::string_view key;           ///< name of the parameter in files and for --set, in snake_case
  std::string_view symbol;        ///< symbol of the parameter in the paper; "" if none
  std::string_view label;         ///< label in the panel
  std::string_view unit;          ///< unit of the value; "1" if dimensionless
  float lower, upper;             ///< allowed range, inclusive
  Scale scale;                    ///< scale of the slider; a logarithmic scale may start at 0
  std::string_view tooltip;       ///< effect of the parameter in one sentence, in an artist's words
  std::string_view more;          ///< visible effect of more and of less
  std::string_view source;        ///< paper, section and equation, or the reason for departing from them
  ParameterHelp lesson = {};      ///< equation, paper value and effect of an increase, for the extended help
  std::string_view heading = {};  ///< title of the panel section that starts with this row; "" continues the
                                  ///< section
  /// Tick labels along the range, ascending in value. A parameter with tick labels is a main parameter of its
  /// method and gets a large slider.
  std::span<const ParameterTickLabel> marks = {};
};

/// A type-erased row, for panels, files and the command line.
struct ParameterInfo {
  std::string_view key, symbol, label, unit;  ///< file key, symbol in the paper, panel label, unit
  float defaultValue, lower, upper;           ///< default value and allowed range, inclusive
  Scale scale;                                ///< scale of the slider
  std::string_view tooltip, more, source;     ///< effect, effect of more and less, source
  ParameterHelp lesson;      ///< equation, paper value and effect of an increase, for the extended help
  std::string_view heading;  ///< title of the panel section that starts here; "": no new section
  std::span<const ParameterTickLabel> marks;  ///< words at values along the slider, as in Parameter
};

/// Type-erases a parameter table. Values of a T then travel as a vector<float> in row order.
/// @param rows  texts and tick labels are not copied; they must outlive the result, as a constexpr table does
/// @return one entry per row, in the same order
template <class T>
std::vector<ParameterInfo> describe(std::span<const Parameter<T>> rows) {
  std::vector<ParameterInfo> infos;
  const T defaults{};
  for (const Parameter<T>& r : rows)
    infos.push_back({r.key, r.symbol, r.label, r.unit, defaults.*r.member, r.lower, r.upper, r.scale,
                     r.tooltip, r.more, r.source, r.lesson, r.heading, r.marks});
  return infos;
}

/// Returns the values of an object, in the order of the rows.
template <class T>
std::vector<float> toValues(std::span<const Parameter<T>> rows, const T& object) {
  std::vector<float> values;
  for (const Parameter<T>& r : rows) values.push_back(object.*r.member);
  return values;
}

/// Makes an object from values in the order of the rows.
/// @param values  one per row; missing values keep their default, surplus values are ignored; not validated
template <class T>
T fromValues(std::span<const Parameter<T>> rows, std::span<const float> values) {
  T object{};
  for (size_t i = 0; i < rows.size() && i < values.size(); ++i) object.*rows[i].member = values[i];
  return object;
}

/// Returns the index of the row with this key, or rows.size() if no row has the key.
size_t findParameter(std::span<const ParameterInfo> rows, std::string_view key);

/// Converts a value to a slider position. A logarithmic slider that starts at 0 jumps from 0 to a
/// thousandth of the upper limit and covers the three decades above. Values below these decades have no
/// visible effect (tests/physics/slider_sweep_test.cpp).
/// @param value         clamped to the range
/// @param lower, upper  range; for a logarithmic scale 0 <= lower and 0 < upper
/// @return 0 .. 1; 0 if the range is empty
double sliderFraction(float value, float lower, float upper, Scale scale);
/// Converts a slider position to the value: the inverse of sliderFraction().
/// @param part  clamped to 0 .. 1
/// @return a value from `lower` to `upper`
float sliderValue(double part, float lower, float upper, Scale scale);

/// Validates a value. The value is rounded to float before the comparison, as the range is.
/// @throws InputError, naming key, value and range, if the value is not finite or outside the row's range
void requireInRange(const ParameterInfo& row, double value);

}  // namespace ooze
