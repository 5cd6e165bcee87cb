// The slider "Runny to thick" of a liquid.
#pragma once

#include "ui/panels/panel.h"

#include <cstddef>

namespace ooze::ui {

/// Returns whether the slider is drawn for a material of the world.
/// @param material  index of the material
[[nodiscard]] bool hasThicknessSlider(const PanelContext& context, std::size_t material);

/// Draws a slider that multiplies all parameters of the liquid's thickness by one factor
/// (MethodRow::thicknessParameters). Draws nothing if the loaded values of all of them are 0.
/// @param material  index of the material
void drawThicknessSlider(PanelContext& context, std::size_t material);

}  // namespace ooze::ui
