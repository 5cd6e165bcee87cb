#include "app/pictures/sweep_sheet.h"

#include <fmt/format.h>

namespace ooze {

Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells) {
  ContactSheet sheet(sheetOf(plan));
  for (const SweepCell& cell : cells) {
    const std::size_t column = cell.index % plan.columns(), row = cell.index / plan.columns();
    if (!cell.failure.empty()) {
      sheet.putWords(column, row, fmt::format("Stopped at frame {} of {}", cell.frame, plan.frame),
                     cell.failure);
      continue;
    }
    sheet.put(column, row, cell.picture);
    if (cell.rollBacks > 0)
      sheet.note(
          column, row,
          fmt::format("{} time{} a frame was taken again", cell.rollBacks, cell.rollBacks == 1 ? "" : "s"));
  }
  return sheet.image();
}

}  // namespace ooze
