// A function as a curve whose points a hand drags.
#pragma once

#include "ui/areas.h"
#include "ui/curve_edits.h"
#include "ui/theme.h"

#include <optional>

namespace ooze::ui {

/// What a field remembers between frames.
struct CurveState {
  std::optional<std::size_t> point;  ///< that is chosen
  bool whole = false;                ///< shows the whole range of values
  bool held = false;                 ///< the chosen point is being dragged
  CurvePoint from{0.f, 0.f};         ///< where it was when it was taken hold of
  float x = 0.f, y = 0.f;            ///< where the mouse was then [ImGui's units]
  ValueRange range;                  ///< that is shown; as it was then until the point is let go
  ViewRect place;                    ///< of the values, as drawn last [ImGui's units]
};

struct CurveEvents {
  std::optional<Curve> changed;  ///< what the curve is to become
  bool began = false;            ///< with this change an edit begins
  bool ended = false;            ///< the edit that had begun is over
};

struct ShownCurve {
  const PairFunction& function;
  const Curve& curve;
  bool own = true;               ///< the pair's own, and not what the method makes of its materials
  const Curve* other = nullptr;  ///< of the world beside this one; null: none, or the same
};

/// Draws it. A drag moves a point, a double click adds one, a right click or Delete takes one away, the arrow
/// keys move the chosen one.
/// @param size  [ImGui's units]
CurveEvents drawCurveField(const Theme& theme, const ShownCurve& shown, CurveState& state,
                           const ImVec2& size);

/// The curve alone, small, between two corners: where it pulls above the middle, where it pushes below.
void drawSmallCurve(const PairFunction& function, const Curve& curve, const ImVec2& lower,
                    const ImVec2& upper, ImU32 colour, float thickness);

}  // namespace ooze::ui
