// The pair whose function is open in the window.
#pragma once

#include "ooze/methods/pair_table.h"

#include "ui/curve_field.h"

#include <optional>
#include <string>

namespace ooze::ui {

struct PairChoice {
  std::optional<PairEntry> open;  ///< without a curve
  std::string solid;              ///< that has a column, though the table may have nothing of it; "": none
  CurveState curve;
  int refused = 0;  ///< substeps that the last edit would have needed, if they are fixed; 0: it was taken
};

}  // namespace ooze::ui
