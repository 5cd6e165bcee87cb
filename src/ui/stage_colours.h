// One colour for each stage of a step, the same in every plot and table.
#pragma once

#include "ooze/methods/inspection.h"

#include <imgui.h>
#include <string_view>

namespace ooze::ui {

/// By its kind, or by its name if it is one of the world's own: calm and apart from its neighbours in the
/// step. Any other gets a colour by its name.
ImU32 stageColour(const StageNote& stage);
/// @param method  whose stage it may be; "" before there is a world
ImU32 stageColour(std::string_view stage, std::string_view method);

}  // namespace ooze::ui
