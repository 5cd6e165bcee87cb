// Parameters are declared once: a constexpr row per field. UI, JSON, --set, validation and the reference page
// all read the rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Scale of a slider.
enum class Scale { Linear, Logarithmic };

/// What an explanation of a parameter says beyond its tooltip. Formulas are text: `_` and `^` lower and raise
/// the word that follows, and what stands between asterisks is the parameter itself.
struct ParameterLesson {
  std::string_view equation = {};  ///< where it acts: "P = *k* (ρ − ρ_0)"
  std::string_view paper = {};     ///< the value in the paper, or ""
  std::string_view tenMore = {};   ///< what ten percent more does, in words
};

/// A place on a parameter's range that people have a word for.
struct ParameterMark {
  float value;            ///< place on the parameter's range
  std::string_view word;  ///< text at that place
};

/// One row of a parameter table. The default is the member's initialiser in T, so it stands in one place
/// only.
template <class T>
struct Parameter {
  float T::*member;               ///< member of T that holds the value
  std::string_view key;           ///< snake_case, as in files and --set
  std::string_view symbol;        ///< the paper's
  std::string_view label;         ///< in the panel
  std::string_view unit;          ///< "1" if dimensionless
  float lower, upper;             ///< allowed range, inclusive
  Scale scale;                    ///< slider scale; a logarithmic one may start at 0
  std::string_view tooltip;       ///< one sentence, in an artist's words
  std::string_view more;          ///< what more and less of it looks like
  std::string_view source;        ///< paper, section, equation; or why it departs
  ParameterLesson lesson = {};    ///< longer explanation
  std::string_view heading = {};  ///< starts a section of the panel with this row; "": the section goes on
  /// Words along the range, ascending in value: what has any is a method's main parameter, and its slider is
  /// large.
  std::span<const ParameterMark> marks = {};
};

/// The same row without its type: what panels, files and the command line see.
struct ParameterInfo {
  std::string_view key, symbol, label, unit;  ///< as in Parameter
  float defaultValue, lower, upper;           ///< default, and allowed range, inclusive
  Scale scale;                                ///< as in Parameter
  std::string_view tooltip, more, source;     ///< as in Parameter
  ParameterLesson lesson;                     ///< longer explanation
  std::string_view heading;                   ///< as in Parameter
  std::span<const ParameterMark> marks;       ///< as in Parameter
};

/// Type-erases a table. The values of a T then travel as a vector<float> in row order.
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

/// Makes an object from values in the order of the rows; values that are missing keep their default.
template <class T>
T fromValues(std::span<const Parameter<T>> rows, std::span<const float> values) {
  T object{};
  for (size_t i = 0; i < rows.size() && i < values.size(); ++i) object.*rows[i].member = values[i];
  return object;
}

/// The row with this key, or rows.size().
size_t findParameter(std::span<const ParameterInfo> rows, std::string_view key);

/// Where a value stands on a slider over this range, 0 .. 1. A logarithmic slider that starts at 0 goes from
/// there to a thousandth of its upper end at once, and over the three decades above: what lies below them was
/// measured to change nothing that can be seen (tests/physics/slider_sweep_test.cpp).
double sliderPart(float value, float lower, float upper, Scale scale);
/// The value at this part of the way.
float sliderValue(double part, float lower, float upper, Scale scale);

/// @throws InputError, naming key, value and range, if the value is not finite or outside the row's range.
void requireInRange(const ParameterInfo& row, double value);

}  // namespace ooze
