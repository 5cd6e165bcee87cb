// Drawing of sliders: a bar filled up to the value, with a handle that shrinks under the number, and the tick
// labels of a large slider, which name some of its values.
#pragma once

#include "ooze/base/parameter.h"

#include "ui/widgets/theme.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

/// Returns the index of the tick label that is closest to a value on the slider. `marks` must not be empty.
std::size_t nearestTickLabel(std::span<const ParameterTickLabel> marks, float value, float lower, float upper,
                             Scale scale);

/// A tick label with the position of its tick.
struct TickLabel {
  float tick;   ///< tick position, from the slider's left end
  float width;  ///< width of the word
};

/// Places the words below a slider. Each word is near its tick and inside the slider, and words do not
/// overlap. Without room for all, the current word stays, then the first and the last.
/// @param words    ascending in their ticks
/// @param room     width of the slider
/// @param gap      between words
/// @param current  index of the word to keep first
/// @return left ends; empty for words without room
std::vector<std::optional<float>> placeTickLabels(std::span<const TickLabel> words, float room, float gap,
                                                  std::size_t current);

/// Input events on the tick labels.
struct TickLabelEvents {
  std::optional<float> chosen;  ///< value of the clicked label
  bool held = false;            ///< the mouse button is down on a label
};

/// Draws ticks and labels below the slider drawn last, as ImGui items.
/// @param current   index of the accented label
/// @param partOf    maps a value to its position on the slider, 0 .. 1
/// @param afterItem called for each label that is drawn
TickLabelEvents drawTickLabels(const Theme& theme, std::span<const ParameterTickLabel> marks,
                               std::size_t current, const std::function<float(float)>& partOf,
                               const std::function<void()>& afterItem);

}  // namespace ooze::ui
