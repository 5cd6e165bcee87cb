// Names that commands give to what they add.
#pragma once

#include "ooze/liquid/emitter.h"

#include <string_view>

namespace ooze {

/// True of "poured 1", "poured 2", ...: nozzles of emitters.add that a hand carries.
inline bool isAddedNozzle(std::string_view name) { return name.starts_with("poured "); }

/// A nozzle of the scene is always in the picture; one that somebody carries about only while it pours.
inline bool isShown(const EmitterSpec& nozzle) { return nozzle.enabled || !isAddedNozzle(nozzle.name); }

}  // namespace ooze
