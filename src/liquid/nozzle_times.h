// Opening times of nozzles.
#pragma once

#include "ooze/liquid/emitter.h"

namespace ooze {

/// The stop time that means never, the default of EmitterSpec: the nozzle pours until it is closed.
inline constexpr double kNeverStops = 1e9;

/// Returns true if the nozzle is enabled and its stop time has not passed; its start may still be to come.
inline bool isOpen(const EmitterSpec& nozzle, double time) { return nozzle.enabled && time < nozzle.stop; }

}  // namespace ooze
