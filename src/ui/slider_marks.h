// Words along a large slider: what its places are called.
#pragma once

#include "ooze/base/parameter.h"

#include "ui/theme.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ooze::ui {

/// The mark that a value is nearest to on its slider. There is one.
std::size_t nearestMark(std::span<const ParameterMark> marks, float value, float lower, float upper,
                        Scale scale);

/// A word that belongs to a place of a slider.
struct MarkedWord {
  float tick;   ///< its place, from the slider's left end
  float width;  ///< of the word
};

/// Where words stand below a slider: each about its tick, none over another or beyond the ends. Where there
/// is no room for all, the current one stays, then the first and the last.
/// @param words  ascending in their ticks @param room  the slider's width @param gap  between words
/// @return left ends; none of those that there is no room for
std::vector<std::optional<float>> placeWords(std::span<const MarkedWord> words, float room, float gap,
                                             std::size_t current);

/// What was done with the words.
struct MarkEvents {
  std::optional<float> chosen;  ///< the value of one that was clicked
  bool held = false;            ///< the mouse is down on one
};

/// Draws ticks and words below the slider that was drawn last, as items.
/// @param current   the mark that is accented
/// @param partOf    where a value is on the slider, 0 .. 1
/// @param afterItem called for each word that is drawn
MarkEvents drawMarks(const Theme& theme, std::span<const ParameterMark> marks, std::size_t current,
                     const std::function<float(float)>& partOf, const std::function<void()>& afterItem);

}  // namespace ooze::ui
