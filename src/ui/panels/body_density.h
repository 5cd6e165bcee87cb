// What a body's density means beside the liquid's.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

inline constexpr float kLightestBody = 10.f, kHeaviestBody = 20'000.f;  ///< that sliders offer [kg/m^3]

/// "floats", "sinks" or "hovers", in the liquid whose parameters the panels show.
const char* fate(const PanelContext& context, float density);
/// The contents of a tooltip. @param density  of the body [kg/m^3]
void explainDensity(const PanelContext& context, float density);

}  // namespace ooze::ui
