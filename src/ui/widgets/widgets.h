// Widgets that several panels share.
#pragma once

#include "ui/widgets/slider_row.h"
#include "ui/widgets/theme.h"

#include <cstdint>
#include <imgui.h>
#include <span>
#include <string>
#include <string_view>

namespace ooze::ui {

/// Draws a button with an icon, or with a word where the icon font is missing. Highlighted while `on`.
bool iconButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& tooltip);

/// Draws an icon button of a given size [ImGui's units].
bool squareButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& tooltip,
                  const ImVec2& size);

/// Draws a button with a word. Highlighted while `on`.
bool toggleButton(const Theme& theme, const char* label, bool on, float width);

/// Draws a close button.
/// @param side  width and height of the button [ImGui's units]
bool closeButton(const Theme& theme, float side);

/// Draws a wrapped tooltip for the item just drawn, also for a disabled item.
void tooltip(const Theme& theme, const std::string& text);

/// Draws the title line of a panel; a click folds the panel.
/// @return true while the panel is open
bool panelTitle(const Theme& theme, const char* title);

/// Formats a number with spaces between groups of three digits: "12 345".
std::string grouped(std::uint64_t number);

/// Returns the text with its first letter capitalised.
std::string capitalised(std::string_view text);

/// Draws a heading inside a panel.
void heading(const Theme& theme, std::string_view title);

/// Draws wrapped text in the small font.
void smallText(const Theme& theme, const ImVec4& colour, const std::string& words);

/// Places the next window beside the current panel, level with the item just drawn. The rows below the item
/// stay visible.
/// @return false without room, or if the current window is no panel
bool placeBeside(const Theme& theme);

/// Begins a wrapped tooltip, beside the panel if possible.
void beginExplanation(const Theme& theme);
void endExplanation();

/// Draws a row with label, slider, exact text entry, and a reset button for a changed value.
/// @param id       unique within the panel
/// @param explain  draws the tooltip's contents; called only while the mouse is over the row
/// @param told     receives all events of the row, if given
template <class Explain>
Edit sliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value, Explain explain,
               SliderEvents* told = nullptr) {
  const SliderEvents events = drawSliderRow(theme, id, row, value);
  if (told) *told = events;
  if (events.hovered) {
    beginExplanation(theme);
    explain();
    endExplanation();
  }
  return events.edit;
}
/// Draws the same row with a text as the tooltip.
inline Edit sliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value,
                      const char* explanation, SliderEvents* told = nullptr) {
  return sliderRow(
      theme, id, row, value, [&] { ImGui::TextUnformatted(explanation); }, told);
}

/// Draws number fields in a line, which the user drags, or types into after a double click. A drag changes a
/// number in every frame. Typed text changes the number once: at Enter, Tab or a click elsewhere. Escape
/// discards the text.
/// @param speed   change per pixel of a drag
/// @param lower   lower limit of the numbers; without limits if it is not less than `upper`
/// @param format  printf format of the numbers
/// @return true if a number changed
bool numberFields(const char* id, std::span<float> numbers, float speed, float lower, float upper,
                  const char* format);

/// Draws a text field.
/// @param most     largest length [bytes]
/// @param byEnter  reports the Enter key instead of every change
/// @param hint     shown while the field is empty
/// @return true if the text has changed; with `byEnter`, true if Enter was pressed
bool textField(const char* label, std::string& text, std::size_t most, bool byEnter, const char* hint = "");

/// Begins a drop-down list as ImGui::BeginCombo(). A preview that is wider than the list has the small font,
/// and ends with three dots if the small font is too wide too.
/// @param flags  ImGuiComboFlags
bool beginCombo(const Theme& theme, const char* id, const std::string& preview, int flags = 0);

/// Returns the line, cut off with three dots ("...") if the line is wider than `width`.
std::string fitted(const ImFont& font, const std::string& line, float width);

}  // namespace ooze::ui
