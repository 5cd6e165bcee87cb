// How sliders look: filled up to their value, with a handle that stands back where the number is.
#pragma once

#include "ui/theme.h"

#include <string>

namespace ooze::ui {

/// What a slider says: its value in the middle; or, with something beside it, one at each end; or nothing.
struct SliderText {
  std::string value;
  std::string aside = {};  ///< smaller and dimmer, left out where there is no room for both
  bool atEnds = false;
};

/// Draws the slider that is the next item, as far as it is seen; ImGui's own handle and text are hidden while
/// this lives.
class SliderFill {
 public:
  /// @param part  0 .. 1
  /// @param lit   filled in the accent's colour, as what was changed is
  SliderFill(const Theme& theme, float part, bool lit, const SliderText& text);
  ~SliderFill();
  SliderFill(const SliderFill&) = delete;
  SliderFill& operator=(const SliderFill&) = delete;
};

/// Width of the handle [ImGui's units].
float sliderHandle(const Theme& theme);
/// Where its middle is, from the left end of a slider of this width [ImGui's units]. @param part  0 .. 1
float sliderMiddle(const Theme& theme, float part, float width);

}  // namespace ooze::ui
