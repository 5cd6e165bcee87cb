// Row of a panel for one number: name, slider, exact text entry, and reset button.
#pragma once

#include "ooze/base/parameter.h"

#include "ui/widgets/theme.h"

#include <optional>
#include <span>
#include <string_view>

namespace ooze::ui {

struct SliderRow {
  std::string_view label;
  float lower, upper;
  Scale scale;
  float original;                ///< value that the reset button restores
  std::string_view format;       ///< printf format of the number
  bool explains = false;         ///< has a button that requests an explanation
  bool explained = false;        ///< the explanation is open, so no tooltip covers it
  std::string_view symbol = {};  ///< formula behind the label
  std::string_view aside = {};   ///< converted value, beside the number
  /// Tick labels. A slider with labels is large and has a line to itself; a click on a label sets its value.
  std::span<const ParameterTickLabel> marks = {};
};

enum class Edit { None, Changed, Reset };

struct SliderEvents {
  Edit edit = Edit::None;
  bool began = false;    ///< an edit begins with this change: a drag, or a single change
  bool ended = false;    ///< the edit that began is over
  bool hovered = false;  ///< the mouse is over the row; false during a drag or typing, and until the mouse
                         ///< leaves the row after either
  bool pointed = false;  ///< the mouse is over the row or holds the row
  bool explain = false;  ///< an explanation was requested, by the button or by a right click
};

/// Draws a row. Ctrl+click or double click on the slider opens a text field. Invalid or out-of-range text is
/// refused with a line below the row, and the value stays.
/// @param id  unique within the panel
SliderEvents drawSliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value);

enum class Refusal { None, NoNumber, OutOfRange };

/// Result of parsing a typed number.
struct TypedNumber {
  std::optional<float> value;
  Refusal refusal = Refusal::None;  ///< why the value is empty
};

/// Parses a number with a decimal point or comma, surrounding spaces, and the row's unit behind the number.
TypedNumber readNumber(std::string_view text, const SliderRow& row);

}  // namespace ooze::ui
