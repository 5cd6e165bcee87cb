// Selection in the table of material pairs: the pair whose function is open in the curve editor.
#pragma once

#include "ooze/methods/pair_table.h"

#include "ui/widgets/curve_field.h"

#include <optional>
#include <string>

namespace ooze::ui {

struct PairChoice {
  std::optional<PairEntry> open;  ///< the open pair, without its curve
  std::string solid;  ///< name of a solid that has a column without an entry in the table; "": none
  CurveState curve;
  int refused = 0;  ///< substeps that the refused last edit would have needed with fixed substeps; 0: the
                    ///< edit was accepted
};

}  // namespace ooze::ui
