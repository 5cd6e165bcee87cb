// Names that the program gives to nozzles that commands add.
#pragma once

#include "ooze/liquid/emitter.h"

#include <string_view>

namespace ooze {

/// Returns true for the names "poured 1", "poured 2", ...: nozzles of emitters.add that follow the mouse.
inline bool isAddedNozzle(std::string_view name) { return name.starts_with("poured "); }

/// Returns true if the renderer draws this nozzle. Nozzles of the scene are always drawn. Nozzles that follow
/// the mouse are drawn only while pouring.
inline bool isShown(const EmitterSpec& nozzle) { return nozzle.enabled || !isAddedNozzle(nozzle.name); }

}  // namespace ooze
