// A nozzle in the panels: its switch, its start and stop time, and a note about what a nozzle cannot
// reproduce.
#pragma once

#include "ooze/liquid/emitter.h"

#include "session/session.h"
#include "ui/panels/panel.h"

#include <cstddef>
#include <string>

namespace ooze::ui {

/// Opens or closes the nozzle as one edit. Opening after the stop time removes the stop time.
void switchNozzle(Session& session, const EmitterSpec& nozzle, double time, bool open);
/// Describes the effect of the nozzle's start, stop time and volume limit: "until 2.5 s", "stopped at 2.5 s",
/// "poured its 30 ml"; "": none.
std::string nozzleTimes(const EmitterSpec& nozzle, double time);

/// Describes what a nozzle leaves out for the liquid of this index, and the remedy. Draws nothing if nothing
/// is left out.
void drawPouringNote(const PanelContext& context, std::size_t liquid);

}  // namespace ooze::ui
