// One colour for each stage of a step, the same in every plot and table.
#pragma once

#include <imgui.h>
#include <string_view>

namespace ooze::ui {

/// Calm and apart from its neighbours in the step; one that is not known gets a colour by its name.
ImU32 stageColour(std::string_view stage);

}  // namespace ooze::ui
