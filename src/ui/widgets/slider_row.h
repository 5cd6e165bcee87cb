// Row of a panel for one number: name, slider, exact text entry, and reset button. A drag or a choice goes to
// the session as a single undoable edit.
#pragma once

#include "ooze/base/parameter.h"

#include "session/session.h"
#include "ui/widgets/theme.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Submits commands as one undoable edit. @param label  description of the edit
void submitAs(Session& session, const std::string& label, const std::vector<Command>& commands);

/// Submits a slider's changes, with the whole drag as one undoable edit.
void followSlider(Session& session, const SliderEvents& events, const std::string& label,
                  const Command& command);

/// A slider for a setting of one number.
struct SettingSlider {
  SettingName setting;
  SliderRow row;
  float shown;                                ///< present value, in the unit of the slider
  const char* explanation;                    ///< text of the tooltip
  std::string label;                          ///< description of the edit
  float (*toSetting)(float shown) = nullptr;  ///< conversion to the unit of the setting; null: the same unit
};

/// Draws a slider for a setting, and submits its changes as followSlider() does.
void drawSettingSlider(Session& session, const Theme& theme, const SettingSlider& slider);

/// Submits the changes of the item just drawn, whichever its type.
/// @param id       the item's id in the current ID stack; two items may set one value, but not share an id
/// @param changed  return value of the item
void followItem(Session& session, const char* id, bool changed, const std::string& label,
                const Command& command);

}  // namespace ooze::ui
