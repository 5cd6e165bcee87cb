// Table of the numeric light parameters with their limits, shared by files, the command line and the panel.
#pragma once

#include "ooze/scene/scene.h"

#include <array>
#include <string_view>

namespace ooze {

struct LightParameter {
  std::string_view key;  ///< key in files and on the command line
  float LightSpec::*member;
  float lower, upper;  ///< allowed range of the value, in the unit of the LightSpec member
};

inline constexpr std::array kLightParameters{LightParameter{"turn", &LightSpec::turn, -180.f, 180.f},
                                             LightParameter{"height", &LightSpec::height, -60.f, 60.f},
                                             LightParameter{"brightness", &LightSpec::brightness, 0.f, 4.f},
                                             LightParameter{"exposure", &LightSpec::exposure, -4.f, 4.f}};

}  // namespace ooze
