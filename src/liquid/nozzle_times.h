// When a nozzle may pour.
#pragma once

#include "ooze/liquid/emitter.h"

namespace ooze {

/// As its stop, and what EmitterSpec begins with: it pours until it is closed.
inline constexpr double kNeverStops = 1e9;

/// Open, and its time has not passed; it may be still to come.
inline bool isOpen(const EmitterSpec& nozzle, double time) { return nozzle.enabled && time < nozzle.stop; }

}  // namespace ooze
