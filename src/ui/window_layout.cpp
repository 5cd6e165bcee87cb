#include "ui/window_layout.h"

#include "ui/panels/panel.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

// Sizes of bars, splitters and panels [design pixels].
constexpr float kTop = 36.f, kStatus = 26.f, kEdge = 5.f, kTools = 40.f;
constexpr float kNarrowPanel = 180.f, kView = 200.f;  // narrowest panel; narrowest view between two panels
constexpr float kNarrowView = 90.f;                   // narrowest view beside one panel
constexpr float kTwoPanels = 1100.f;                  // windows from this width on have two panels
// Largest width of a single combined panel, as a fraction of the window's width.
constexpr float kOnePanel = 0.36f;
constexpr float kLowestPanel = 72.f, kViewHeight = 90.f;
constexpr float kUnderView = 620.f;  // from this view width on, the bottom strip spans the view only

struct Widths {
  float left = 0.f, right = 0.f;
};

// Computes the widths of the side panels. A small window has one combined panel, so that the view keeps the
// larger part.
// @param width  width of the window
// @param room   width that is left for panels
Widths panelWidths(const InterfaceState& state, float width, float room) {
  if (width < kTwoPanels || room < 2.f * kNarrowPanel)
    return {0.f, std::clamp(std::min(state.rightWidth, kOnePanel * width), kNarrowPanel,
                            std::max(room, kNarrowPanel))};
  const float fit = std::min(1.f, room / (state.leftWidth + state.rightWidth));
  const float left = std::max(state.leftWidth * fit, kNarrowPanel);
  const float right = std::max(std::min(state.rightWidth * fit, room - left), kNarrowPanel);
  return {std::min(left, room - right), right};
}

// Returns the height of the bottom strip; 0 if the strip is hidden or has no room.
float bottomHeight(const InterfaceState& state, float room) {
  const float most = room - kEdge - kViewHeight;
  return state.bottomVisible && most >= kLowestPanel ? std::clamp(state.bottomHeight, kLowestPanel, most)
                                                     : 0.f;
}

}  // namespace

std::vector<std::pair<const char*, ViewRect>> WindowLayout::all() const {
  std::vector<std::pair<const char*, ViewRect>> list{{"view", view}};
  const auto add = [&list](const char* name, const std::optional<ViewRect>& part) {
    if (part) list.emplace_back(name, *part);
  };
  add("top", top);
  add("status", status);
  add("left", left);
  add("right", right);
  add("bottom", bottom);
  add("tools", tools);
  add("left edge", leftEdge);
  add("right edge", rightEdge);
  add("bottom edge", bottomEdge);
  return list;
}

void toggleBottomStrip(InterfaceState& state) {
  state.bottomVisible = !state.panelsVisible || !state.bottomVisible;
  state.panelsVisible = true;
}

WindowLayout arrangeWindow(const ImVec2& size, const InterfaceState& state, float scale) {
  WindowLayout areas;
  areas.view = {0.f, 0.f, std::max(size.x, 1.f), std::max(size.y, 1.f)};
  // Rounds to whole units, so that no seam shows between neighbouring parts.
  const auto units = [scale](float designPixels) { return std::round(designPixels * scale); };
  if (!state.panelsVisible || size.y < units(kTop + kStatus + kViewHeight)) return areas;
  const float top = units(kTop), status = units(kStatus), middle = size.y - top - status;
  areas.top = {0.f, 0.f, size.x, top};
  areas.status = {0.f, top + middle, size.x, status};

  // Side panels left and right of the view, and the bottom strip below the view.
  const bool sides = size.x >= units(kNarrowPanel + kTools + kEdge + kNarrowView);
  const Widths widths = panelWidths(state, size.x / scale, size.x / scale - kView - kTools - 2.f * kEdge);
  const float edge = units(kEdge), left = units(widths.left), right = units(widths.right);
  areas.stacked = sides && widths.left == 0.f;
  const float viewLeft = sides && !areas.stacked ? left + edge : 0.f;
  const float viewRight = sides ? size.x - right - edge : size.x, viewWidth = viewRight - viewLeft;
  const float bottom = units(bottomHeight(state, middle / scale));
  const float viewHeight = bottom > 0.f ? middle - bottom - edge : middle;
  const bool across = viewWidth < kUnderView * scale;
  const float sideHeight = across ? viewHeight : middle;

  if (bottom > 0.f) {
    const float x = across ? 0.f : viewLeft, width = across ? size.x : viewWidth;
    areas.bottomEdge = {x, top + viewHeight, width, edge};
    areas.bottom = {x, top + viewHeight + edge, width, bottom};
  }
  if (sides && !areas.stacked) {
    areas.left = {0.f, top, left, sideHeight};
    areas.leftEdge = {left, top, edge, sideHeight};
  }
  if (sides) {
    areas.right = {viewRight + edge, top, right, sideHeight};
    areas.rightEdge = {viewRight, top, edge, sideHeight};
  }
  const float tools = sides ? units(kTools) : 0.f;
  if (sides) areas.tools = {viewLeft, top, tools, viewHeight};
  areas.view = {viewLeft + tools, top, viewWidth - tools, viewHeight};
  return areas;
}

}  // namespace ooze::ui
