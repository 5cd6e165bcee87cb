// Control particles as the text of control.NAME.whole.
#pragma once

#include "ooze/liquid/controls.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The most controls that a world may have before a command that adds one is refused.
inline constexpr std::size_t kMostControls = 256;
/// The text that takes a control out of the world.
inline constexpr std::string_view kNoControl = "none";

/// A control as lines "key = value"; its name is in the target.
/// @param pointsOfScene  its particles are those of the scene's control of this name, and only named
std::string encodeControl(const Control& control, bool pointsOfScene = false);
/// @param ofScene  the scene's control of this name; null: there is none
/// @throws InputError "line N: why", with a suggestion, if the text is no control
Control decodeControl(std::string_view name, std::string_view text, const Control* ofScene);

/// Whether both differ in nothing but what commands of their own set: control.NAME.radius and the like.
bool sameMake(const Control& a, const Control& b);

}  // namespace ooze
