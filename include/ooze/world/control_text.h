// Serialization of control particles to the text of the command control.NAME.whole.
#pragma once

#include "ooze/liquid/controls.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The most controls that a world may have before a command that adds one is refused.
inline constexpr std::size_t kMaxControls = 256;
/// The text "none" removes a control from the world.
inline constexpr std::string_view kNoControl = "none";

/// Serializes a control to lines "key = value". The control's name is in the target, not in the text.
/// @param pointsOfScene  true: writes a reference to the particles of the scene's control of this name, not
///                       the particles
std::string encodeControl(const Control& control, bool pointsOfScene = false);
/// Parses the text that encodeControl() writes.
/// @param name     name of the returned control
/// @param ofScene  the scene's control of this name, whose particles the result may share; null if the scene
///                 has none
/// @throws InputError "line N: why", with a suggestion, if the text is no control; also if a value is out of
///         range
Control decodeControl(std::string_view name, std::string_view text, const Control* ofScene);

/// Returns true if the two controls differ only in values that have commands of their own
/// (control.NAME.radius, ...).
bool haveSameStructure(const Control& a, const Control& b);

}  // namespace ooze
