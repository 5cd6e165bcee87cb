// Opening times and volume limits of nozzles.
#pragma once

#include "ooze/liquid/emitter.h"

#include <numbers>

namespace ooze {

/// The stop time that means never, the default of EmitterSpec: the nozzle pours until it is closed.
inline constexpr double kNeverStops = 1e9;

/// Returns true if the nozzle is enabled and its stop time has not passed; its start may still be to come.
inline bool isOpen(const EmitterSpec& nozzle, double time) { return nozzle.enabled && time < nozzle.stop; }

/// Returns true if the nozzle has closed at its volume limit. The poured volume is an estimate, because the
/// packing of the particles varies.
inline bool hasReachedVolumeLimit(const EmitterSpec& nozzle, double time) {
  constexpr double kPacking = 0.7;  // least part of the limit that counts as reached
  const double side = 2.0 * static_cast<double>(nozzle.radius);
  const double opening = nozzle.shape == NozzleShape::Disc
                             ? std::numbers::pi * static_cast<double>(nozzle.radius * nozzle.radius)
                             : side * side;
  const double volume = opening * static_cast<double>(nozzle.speed) * (time - nozzle.start);
  return !nozzle.enabled && nozzle.volumeLimit > 0.f &&
         volume >= kPacking * static_cast<double>(nozzle.volumeLimit);
}

}  // namespace ooze
