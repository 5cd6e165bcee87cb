// From the cells of a sweep to its sheet.
#pragma once

#include "app/pictures/sweep.h"

#include <span>

namespace ooze {

/// @param plan   Sweep::plan() of the sweep that the cells come from
/// @param cells  those that are there; the places of others stay empty
Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells);

}  // namespace ooze
