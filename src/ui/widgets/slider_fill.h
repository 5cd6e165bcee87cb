// Drawing of sliders: a bar filled up to the value, with a handle that shrinks under the number.
#pragma once

#include "ui/widgets/theme.h"

#include <string>

namespace ooze::ui {

/// Text on a slider: the value in the middle; or, with `atEnds`, the value left and `aside` right; or
/// nothing.
struct SliderText {
  std::string value;
  std::string aside = {};  ///< second text, smaller and dimmer; left out without room for both
  bool atEnds = false;
};

/// Draws the visible part of the next ImGui slider. While alive, hides ImGui's own handle and text.
class SliderFill {
 public:
  /// @param part  position of the value, 0 .. 1
  /// @param lit   fills with the accent colour, which marks a changed value
  SliderFill(const Theme& theme, float part, bool lit, const SliderText& text);
  ~SliderFill();
  SliderFill(const SliderFill&) = delete;
  SliderFill& operator=(const SliderFill&) = delete;
};

/// Returns the width of the handle [ImGui's units].
float sliderHandle(const Theme& theme);
/// Returns the distance of the handle's centre from the slider's left end, for a slider of this width
/// [ImGui's units].
/// @param part  position of the value, 0 .. 1
float sliderMiddle(const Theme& theme, float part, float width);

}  // namespace ooze::ui
