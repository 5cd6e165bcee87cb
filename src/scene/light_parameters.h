// Table of the numeric light parameters with their limits, shared by files, the command line and the panel.
#pragma once

#include "ooze/scene/scene.h"

#include <array>
#include <string_view>

namespace ooze {

struct LightParameter {
  std::string_view key;  ///< key in files and on the command line
  float LightSpec::*member;
  float lower, upper;           ///< allowed range of the value, in the unit
  std::string_view unit, text;  ///< unit, and description in one sentence
};

inline constexpr std::array kLightParameters{
    LightParameter{"turn", &LightSpec::turn, -180.f, 180.f, "degrees", "Turns all lamps about the vertical."},
    LightParameter{"height", &LightSpec::height, -60.f, 60.f, "degrees",
                   "Raises the lamp that casts the shadows."},
    LightParameter{"brightness", &LightSpec::brightness, 0.f, 4.f, "1",
                   "Brightness of the lamp that casts the shadows."},
    LightParameter{"exposure", &LightSpec::exposure, -4.f, 4.f, "stops",
                   "Each stop doubles the brightness."}};

}  // namespace ooze
