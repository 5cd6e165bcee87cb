// How sliders look: filled up to their value, so that the number stands clear of the handle.
#pragma once

#include "ui/theme.h"

namespace ooze::ui {

/// Colours and draws what lies behind the slider that is drawn while this lives; the slider is the next item.
class SliderFill {
 public:
  /// @param part  0 .. 1
  /// @param lit   filled in the accent's colour, as what was changed is
  SliderFill(const Theme& theme, float part, bool lit);
  ~SliderFill();
  SliderFill(const SliderFill&) = delete;
  SliderFill& operator=(const SliderFill&) = delete;
};

}  // namespace ooze::ui
