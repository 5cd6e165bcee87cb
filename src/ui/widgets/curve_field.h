// Curve editor: a pair function drawn as a polyline with draggable points, and the pair that is open in the
// editor.
#pragma once

#include "ooze/methods/pair_table.h"

#include "ui/state/curve_edits.h"
#include "ui/widgets/theme.h"
#include "ui/window_layout.h"

#include <optional>
#include <string>

namespace ooze::ui {

/// State of a curve editor that persists between frames.
struct CurveState {
  std::optional<std::size_t> point;  ///< index of the chosen point; unset: none
  bool whole = false;                ///< shows the whole range of values
  bool held = false;                 ///< the chosen point is being dragged
  CurvePoint from{0.f, 0.f};         ///< the chosen point when the drag began
  float x = 0.f, y = 0.f;            ///< mouse position when the drag began [ImGui's units]
  ValueRange range;                  ///< range of values shown; fixed during a drag
  ViewRect place;                    ///< rectangle of the plot area, as drawn last [ImGui's units]
};

struct CurveEvents {
  std::optional<Curve> changed;  ///< the curve after the edit
  bool began = false;            ///< an undoable edit begins with this change
  bool ended = false;            ///< the undoable edit is over
};

struct ShownCurve {
  const PairFunction& function;
  const Curve& curve;
  bool own =
      true;  ///< the pair has a curve of its own, not the one that the method derives from the materials
  const Curve* other =
      nullptr;  ///< the curve in the comparison world; null: no such world, or an equal curve
};

/// Draws the curve editor and handles its input. A drag moves a point, a double click adds a point, a right
/// click or Delete removes a point, the arrow keys move the chosen point.
/// @param size  width and height of the editor [ImGui's units]
CurveEvents drawCurveField(const Theme& theme, const ShownCurve& shown, CurveState& state,
                           const ImVec2& size);

/// Draws a small curve without axes between two corners. Attraction is above the middle, repulsion below.
void drawSmallCurve(const PairFunction& function, const Curve& curve, const ImVec2& lower,
                    const ImVec2& upper, ImU32 colour, float thickness);

/// Selection in the table of material pairs: the pair whose function is open in the curve editor.
struct PairChoice {
  std::optional<PairEntry> open;  ///< the open pair, without its curve
  std::string solid;  ///< name of a solid that has a column without an entry in the table; "": none
  CurveState curve;
  int refused = 0;  ///< substeps that the refused last edit would have needed with fixed substeps; 0: the
                    ///< edit was accepted
};

}  // namespace ooze::ui
