// Density of a rigid body relative to the liquid: floating or sinking.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

/// Limits of the density sliders [kg/m^3].
inline constexpr float kLightestBody = 10.f, kHeaviestBody = 20'000.f;

/// Returns "floats", "sinks" or "hovers", in the liquid whose parameters the panels show.
const char* buoyancyWord(const PanelContext& context, float density);
/// Draws a tooltip's text about buoyancy.
/// @param density  density of the body [kg/m^3]
void explainDensity(const PanelContext& context, float density);

}  // namespace ooze::ui
