// The few widgets that panels share.
#pragma once

#include "ui/slider_row.h"
#include "ui/theme.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ooze::ui {

/// A button with an icon, or with the word where there is no icon font; lit while `on`.
bool iconButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& tooltip);

/// The same of a given size [ImGui's units].
bool squareButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& tooltip,
                  const ImVec2& size);

/// A button with a word; lit while `on`.
bool toggleButton(const Theme& theme, const char* label, bool on, float width);

/// The cross that closes something. @param side  of the button [ImGui's units]
bool closeButton(const Theme& theme, float side);

/// A wrapped tooltip for the item just drawn, also if that is disabled.
void tooltip(const Theme& theme, const std::string& text);

/// The title line of a panel; a click folds the panel. @return true while it is open
bool panelTitle(const Theme& theme, const char* title);

/// 12345 as "12 345".
std::string grouped(std::uint64_t number);

/// With a capital letter, as what begins a line has.
std::string capitalised(std::string_view text);

/// A heading inside a panel.
void heading(const Theme& theme, std::string_view title);

/// Puts the next window beside the panel that is being drawn, level with the item just drawn: what lies under
/// the row that is meant stays to be seen. @return false if there is no room, or this is no panel
bool placeBeside(const Theme& theme);

/// A wrapped tooltip, beside the panel if there is room.
void beginExplanation(const Theme& theme);
void endExplanation();

/// Label, slider with exact entry, and a reset button where value differs from the original.
/// @param id       unique within the panel
/// @param explain  draws the tooltip's contents; called only while the row is pointed at
/// @param told     all that happened to the row, if asked for
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

/// @param most     bytes that it may have
/// @param byEnter  @return true only when Enter was pressed, else whenever it has changed
/// @param hint     shown while it is empty
bool textField(const char* label, std::string& text, std::size_t most, bool byEnter, const char* hint = "");

}  // namespace ooze::ui
