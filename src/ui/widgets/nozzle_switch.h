// Opens and closes a nozzle, which may have a start and a stop time.
#pragma once

#include "ooze/liquid/emitter.h"

#include "session/session.h"

#include <string>

namespace ooze::ui {

/// Opens or closes the nozzle as one edit. Opening after the stop time removes the stop time.
void switchNozzle(Session& session, const EmitterSpec& nozzle, double time, bool open);
/// Describes the effect of the nozzle's start and stop time: "until 2.5 s", "stopped at 2.5 s"; "": none.
std::string nozzleTimes(const EmitterSpec& nozzle, double time);

}  // namespace ooze::ui
