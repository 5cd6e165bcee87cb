#include "ui/areas.h"

#include "ui/panels/panel.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

// [design pixels]
constexpr float kTop = 36.f, kStatus = 26.f, kEdge = 5.f, kTools = 40.f;
constexpr float kNarrowPanel = 180.f,
                kView = 200.f;        // of a panel, and what is left for the view beside two ...
constexpr float kNarrowView = 90.f;   // ... and beside one
constexpr float kTwoPanels = 1100.f;  // a window as wide as that has two panels
constexpr float kOnePanel = 0.36f;    // of the window's width: the most that one for everything takes
constexpr float kLowestPanel = 72.f, kViewHeight = 90.f;
constexpr float kUnderView = 620.f;  // a view as wide as that has the bottom strip to itself

struct Widths {
  float left = 0.f, right = 0.f;
};

// A small window has one panel for everything, so that the view keeps the larger part.
// @param width  of the window
// @param room   for panels
Widths panelWidths(const InterfaceState& state, float width, float room) {
  if (width < kTwoPanels || room < 2.f * kNarrowPanel)
    return {0.f, std::clamp(std::min(state.rightWidth, kOnePanel * width), kNarrowPanel,
                            std::max(room, kNarrowPanel))};
  const float fit = std::min(1.f, room / (state.leftWidth + state.rightWidth));
  const float left = std::max(state.leftWidth * fit, kNarrowPanel);
  const float right = std::max(std::min(state.rightWidth * fit, room - left), kNarrowPanel);
  return {std::min(left, room - right), right};
}

// 0: hidden, or no room for it.
float bottomHeight(const InterfaceState& state, float room) {
  const float most = room - kEdge - kViewHeight;
  return state.bottomVisible && most >= kLowestPanel ? std::clamp(state.bottomHeight, kLowestPanel, most)
                                                     : 0.f;
}

}  // namespace

std::vector<std::pair<const char*, ViewRect>> Areas::all() const {
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

Areas arrange(const ImVec2& size, const InterfaceState& state, float scale) {
  Areas areas;
  areas.view = {0.f, 0.f, std::max(size.x, 1.f), std::max(size.y, 1.f)};
  // Whole units, so that no seam shows between neighbours.
  const auto units = [scale](float designPixels) { return std::round(designPixels * scale); };
  if (!state.panelsVisible || size.y < units(kTop + kStatus + kViewHeight)) return areas;
  const float top = units(kTop), status = units(kStatus), middle = size.y - top - status;
  areas.top = {0.f, 0.f, size.x, top};
  areas.status = {0.f, top + middle, size.x, status};

  // Left of the view, right of it, below it.
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
