// Colours of the stages of a time step, the same in every plot and table.
#pragma once

#include "ooze/methods/inspection.h"

#include <imgui.h>
#include <string_view>

namespace ooze::ui {

/// Returns a colour by the stage's kind, or by its name for stages of the world. The colours are muted and
/// differ between neighbouring stages. Other stages get a colour from a hash of the name.
ImU32 stageColour(const StageDescription& stage);
/// Returns the colour of a stage by its name.
/// @param method  key of the method that may own the stage; "" before a world is loaded
ImU32 stageColour(std::string_view stage, std::string_view method);

}  // namespace ooze::ui
