// How sliders look: filled up to their value, so that the number stands clear of the handle.
#pragma once

#include "ooze/base/parameter.h"

#include "ui/theme.h"

#include <string_view>

namespace ooze::ui {

/// Where a slider has its handle. @param format  of the number, whose digits say what counts as zero on a
/// logarithmic scale
/// @return 0 .. 1
float sliderPart(float value, float lower, float upper, Scale scale, std::string_view format);

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
