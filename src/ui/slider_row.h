// A number as a row of a panel: its name, a slider, exact entry, and a way back.
#pragma once

#include "ooze/base/parameter.h"

#include "ui/theme.h"

#include <optional>
#include <span>
#include <string_view>

namespace ooze::ui {

struct SliderRow {
  std::string_view label;
  float lower, upper;
  Scale scale;
  float original;                ///< what the reset button returns to
  std::string_view format;       ///< of the number, printf style
  bool explains = false;         ///< has a button that asks for an explanation
  bool explained = false;        ///< and that explanation is open: nothing covers it
  std::string_view symbol = {};  ///< behind the label, as a formula
  std::string_view aside = {};   ///< what the number comes to, beside it
  /// Words along the slider, which is large then and has a line to itself; a click on a word goes there.
  std::span<const ParameterMark> marks = {};
};

enum class Edit { None, Changed, Reset };

struct SliderEvents {
  Edit edit = Edit::None;
  bool began = false;    ///< with this change an edit begins: a drag, or a single change
  bool ended = false;    ///< the edit that had begun is over
  bool hovered = false;  ///< the row is pointed at, and nothing is dragged or typed, nor was since it is
  bool pointed = false;  ///< the row is pointed at or held, whatever is done with it
  bool explain = false;  ///< its explanation was asked for, by the button or by a right click
};

/// Draws a row. Ctrl+click or double click on the slider takes a typed number; what is no number, or not
/// within the limits, is refused with a line below the row, and the value stays.
/// @param id  unique within the panel
SliderEvents drawSliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value);

enum class Refusal { None, NoNumber, OutOfRange };

/// What was typed as a number.
struct TypedNumber {
  std::optional<float> value;
  Refusal refusal = Refusal::None;  ///< why there is none
};

/// Reads a number with a decimal point or comma, spaces around it, and the row's unit behind it.
TypedNumber readNumber(std::string_view text, const SliderRow& row);

}  // namespace ooze::ui
