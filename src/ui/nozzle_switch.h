// The switch of a nozzle, which may have a time of its own.
#pragma once

#include "ooze/liquid/emitter.h"

#include "session/session.h"

#include <string>

namespace ooze::ui {

/// Opens or closes it, as one edit. Once its time has passed it pours until it is closed.
void switchNozzle(Session& session, const EmitterSpec& nozzle, double time, bool open);
/// What its own time has to do with it, in words: "until 2.5 s", "stopped at 2.5 s"; "": nothing.
std::string nozzleTimes(const EmitterSpec& nozzle, double time);

}  // namespace ooze::ui
