#include "ui/widgets/curve_field.h"

#include "ui/widgets/plot.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace ooze::ui {
namespace {

constexpr ImU32 kBack = IM_COL32(20, 22, 26, 255), kGrid = IM_COL32(255, 255, 255, 18),
                kZero = IM_COL32(255, 255, 255, 105), kCursor = IM_COL32(255, 255, 255, 60);
const ImVec4 kOther{0.42f, 0.66f, 1.f, 1.f};  // colour of the comparison world's curve
constexpr float kReach = 9.f, kDot = 4.f;     // pick radius and drawn radius of a point [design pixels]
constexpr float kLeft = 40.f, kBelow = 18.f;  // margins for the axis labels [design pixels]
// Steps of the arrow keys: argument [radii], value [part of the range].
constexpr float kStepAt = 0.05f, kStepValue = 0.02f;
constexpr std::size_t kMostLines = 6;

/// The plot area on the screen, with the mapping between curve values and screen coordinates.
struct CurvePlot {
  ImVec2 lower, upper;  ///< upper left and lower right corner
  float farthest;
  ValueRange range;

  [[nodiscard]] float x(float at) const { return lower.x + at / farthest * (upper.x - lower.x); }
  [[nodiscard]] float y(float value) const {
    return upper.y - (value - range.low) / (range.high - range.low) * (upper.y - lower.y);
  }
  /// Returns the screen position of a point's handle. A point beyond the range sits at the edge.
  [[nodiscard]] ImVec2 handle(const CurvePoint& p) const {
    return {x(p.at), std::clamp(y(p.value), lower.y, upper.y)};
  }
  [[nodiscard]] CurvePoint at(const ImVec2& place) const {
    return {(place.x - lower.x) / (upper.x - lower.x) * farthest,
            range.low + (upper.y - place.y) / (upper.y - lower.y) * (range.high - range.low)};
  }
};

ValueRange rangeOfBoth(const ShownCurve& shown, bool whole) {
  const ValueRange own = rangeOf(shown.curve, whole);
  if (!shown.other) return own;
  const ValueRange other = rangeOf(*shown.other, whole);
  return {std::min(own.low, other.low), std::max(own.high, other.high)};
}

/// Returns the colour with its alpha multiplied by `part`.
ImU32 faded(const ImVec4& colour, float part) {
  return ImGui::GetColorU32({colour.x, colour.y, colour.z, colour.w * part});
}

void drawText(const Theme& theme, const ImVec2& at, ImU32 colour, const std::string& text, float shiftX = 0.f,
              float shiftY = 0.f) {
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str());
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize,
                                      {at.x - shiftX * size.x, at.y - shiftY * size.y}, colour, text.c_str());
}

void drawAxes(const Theme& theme, const CurvePlot& plane, const PairFunction& function) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(plane.lower, plane.upper, kBack, 3.f * theme.scale);
  const ImU32 dim = ImGui::GetColorU32(theme.dim);
  const float gap = 5.f * theme.scale;
  for (const float value : gridValues(plane.range, kMostLines)) {
    const float y = std::round(plane.y(value));
    list.AddLine({plane.lower.x, y}, {plane.upper.x, y}, value == 0.f ? kZero : kGrid);
    drawText(theme, {plane.lower.x - gap, y}, dim, shortNumber(static_cast<double>(value)), 1.f, 0.5f);
  }
  for (float at = 0.f; at <= function.farthest; at += 1.f) {
    const float x = std::round(plane.x(at));
    list.AddLine({x, plane.lower.y}, {x, plane.upper.y}, kGrid);
    // The last label moves left to make room for the unit.
    const bool last = at + 1.f > function.farthest;
    drawText(theme, {last ? plane.upper.x : x, plane.upper.y + 2.f * theme.scale}, dim,
             last ? fmt::format("{:g} {}", at, function.argumentUnit) : fmt::format("{:g}", at),
             last       ? 1.f
             : at > 0.f ? 0.5f
                        : 0.f);
  }
  const float inset = 6.f * theme.scale;
  drawText(theme, {plane.upper.x - inset, plane.lower.y + 0.5f * inset}, dim,
           fmt::format("{}  [{}]", function.above, function.valueUnit), 1.f);
  drawText(theme, {plane.upper.x - inset, plane.upper.y - 0.5f * inset}, dim, std::string(function.below),
           1.f, 1.f);
}

/// Builds the polyline from the left to the right edge: constant before the first point, 0 after the last.
std::vector<ImVec2> lineOf(const CurvePlot& plane, const Curve& curve) {
  std::vector<ImVec2> line;
  if (curve.empty()) return line;
  if (curve.front().at > 0.f) line.push_back({plane.lower.x, plane.y(curve.front().value)});
  for (const CurvePoint& p : curve) line.push_back({plane.x(p.at), plane.y(p.value)});
  // Skips a repeated corner, which would be drawn as a wedge.
  if (curve.back().value != 0.f) line.push_back({plane.x(curve.back().at), plane.y(0.f)});
  if (curve.back().at < plane.farthest) line.push_back({plane.upper.x, plane.y(0.f)});
  return line;
}

void drawLine(const CurvePlot& plane, const Curve& curve, ImU32 colour, float thickness) {
  const std::vector<ImVec2> line = lineOf(plane, curve);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(plane.lower, plane.upper, true);
  list.AddPolyline(line.data(), static_cast<int>(line.size()), colour, 0, thickness);
  list.PopClipRect();
}

/// Fills the areas between the curve and the zero line: attraction and repulsion in different colours.
void drawAreas(const Theme& theme, const CurvePlot& plane, const Curve& curve) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 pulls = faded(theme.accent, 0.20f), pushes = IM_COL32(96, 140, 220, 46);
  // Antialiased edges would leave seams between the pieces.
  const ImDrawListFlags smooth = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  list.PushClipRect(plane.lower, plane.upper, true);
  const auto piece = [&](CurvePoint a, CurvePoint b) {
    const ImU32 colour = a.value + b.value > 0.f ? pulls : pushes;
    const ImVec2 corners[] = {{plane.x(a.at), plane.y(0.f)},
                              {plane.x(a.at), plane.y(a.value)},
                              {plane.x(b.at), plane.y(b.value)},
                              {plane.x(b.at), plane.y(0.f)}};
    list.AddConvexPolyFilled(corners, 4, colour);
  };
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const CurvePoint b = curve[k], a = k > 0 ? curve[k - 1] : CurvePoint{0.f, b.value};
    if (a.value * b.value < 0.f) {
      const float zero = a.at + (b.at - a.at) * a.value / (a.value - b.value);
      piece(a, {zero, 0.f});
      piece({zero, 0.f}, b);
    } else {
      piece(a, b);
    }
  }
  list.Flags = smooth;
  list.PopClipRect();
}

bool isBeyond(const CurvePlot& plane, const CurvePoint& p) {
  return p.value < plane.range.low || p.value > plane.range.high;
}

void drawPoints(const Theme& theme, const CurvePlot& plane, const ShownCurve& shown, const CurveState& state,
                std::optional<std::size_t> pointed) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = ImGui::GetColorU32(shown.own ? theme.accent : theme.dim);
  for (std::size_t k = 0; k < shown.curve.size(); ++k) {
    const CurvePoint& p = shown.curve[k];
    const ImVec2 at = plane.handle(p);
    const bool chosen = state.point == k, lit = pointed == k || chosen;
    const float r = (lit ? 1.35f : 1.f) * kDot * theme.scale;
    if (isBeyond(plane, p)) {  // an arrow, and the value that lies beyond the range
      const float down = p.value < 0.f ? 1.f : -1.f, tip = at.y - 2.f * theme.scale * down;
      list.AddTriangleFilled({at.x - r, tip - 1.6f * r * down}, {at.x + r, tip - 1.6f * r * down},
                             {at.x, tip}, colour);
      drawText(theme, {at.x + 1.8f * r, tip - 0.8f * r * down}, ImGui::GetColorU32(theme.dim),
               shortNumber(static_cast<double>(p.value)), 0.f, 0.5f);
      continue;
    }
    list.AddCircleFilled(at, r, colour);
    if (chosen) list.AddCircle(at, r + 2.f * theme.scale, IM_COL32_WHITE, 0, 1.5f * theme.scale);
    const bool differs = shown.other && (shown.other->size() <= k || (*shown.other)[k] != p);
    if (differs)
      list.AddCircle(at, r + 4.5f * theme.scale, ImGui::GetColorU32(kOther), 0, 1.2f * theme.scale);
  }
}

/// Writes the curve's value at the mouse, or the values of the held point.
void drawReading(const Theme& theme, const CurvePlot& plane, const ShownCurve& shown, const CurveState& state,
                 std::optional<std::size_t> pointed, bool hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::optional<std::size_t> point = state.held ? state.point : pointed;
  if (!hovered && !point) return;
  const float mouse = std::clamp(plane.at(ImGui::GetIO().MousePos).at, 0.f, plane.farthest);
  const float at = point ? shown.curve[*point].at : mouse;
  const float value = point ? shown.curve[*point].value : valueAt(shown.curve, at);
  const float x = std::round(plane.x(at));
  list.AddLine({x, plane.lower.y}, {x, plane.upper.y}, kCursor);
  if (!point && value >= plane.range.low && value <= plane.range.high)
    list.AddCircle({x, plane.y(value)}, 3.f * theme.scale, IM_COL32_WHITE);
  const PairFunction& f = shown.function;
  std::string text = point ? fmt::format("point {}: ", *point + 1) : "";
  text += fmt::format("{:.4g} {} at {:.3g} {}", value, f.valueUnit, at, f.argumentUnit);
  // Puts the text on the side of the plot that has room.
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str());
  const float pad = 4.f * theme.scale;
  const float left = std::clamp(x + 2.f * pad, plane.lower.x + pad, plane.upper.x - size.x - pad);
  const bool high = ImGui::GetIO().MousePos.y > 0.5f * (plane.lower.y + plane.upper.y);
  const float top = high ? plane.lower.y + theme.small->FontSize + 2.f * pad
                         : plane.upper.y - 2.f * theme.small->FontSize - 3.f * pad;
  list.AddRectFilled({left - pad, top - 0.5f * pad}, {left + size.x + pad, top + size.y + 0.5f * pad},
                     IM_COL32(14, 16, 19, 225), 3.f * theme.scale);
  list.AddText(theme.small, theme.small->FontSize, {left, top}, ImGui::GetColorU32(ImGuiCol_Text),
               text.c_str());
}

/// Returns the nearest point within reach of the mouse.
std::optional<std::size_t> pointUnder(const Theme& theme, const CurvePlot& plane, const Curve& curve) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<std::size_t> nearest;
  float least = kReach * theme.scale;
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const ImVec2 at = plane.handle(curve[k]);
    const float distance = std::hypot(mouse.x - at.x, mouse.y - at.y);
    if (distance <= least) least = distance, nearest = k;
  }
  return nearest;
}

void beginPointDrag(CurveState& state, const Curve& curve, std::size_t point) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  state.point = point;
  state.held = true;
  state.from = curve[point];
  state.x = mouse.x, state.y = mouse.y;
}

/// Computes the held point's new value: its value at the start of the drag, plus the mouse movement since.
CurvePoint heldPlace(const CurveState& state, const CurvePlot& plane) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const CurvePoint now = plane.at(mouse), then = plane.at({state.x, state.y});
  return {state.from.at + now.at - then.at, state.from.value + now.value - then.value};
}

bool pressed(ImGuiKey key) {
  const int index = ImGui::GetKeyIndex(key);
  return index >= 0 && ImGui::IsKeyPressed(index);
}

/// Returns a complete edit with a single change.
CurveEvents done(Curve curve) { return {std::move(curve), true, true}; }

CurveEvents handleKeys(const ShownCurve& shown, CurveState& state, const CurvePlot& plane) {
  if (!state.point || state.held || ImGui::GetIO().WantTextInput || !ImGui::IsWindowFocused()) return {};
  if (pressed(ImGuiKey_Delete)) {
    std::optional<Curve> rest = removePoint(shown.function, shown.curve, *state.point);
    state.point.reset();
    return rest ? done(std::move(*rest)) : CurveEvents{};
  }
  const float up =
      static_cast<float>(pressed(ImGuiKey_UpArrow)) - static_cast<float>(pressed(ImGuiKey_DownArrow));
  const float right =
      static_cast<float>(pressed(ImGuiKey_RightArrow)) - static_cast<float>(pressed(ImGuiKey_LeftArrow));
  if (up == 0.f && right == 0.f) return {};
  CurvePoint to = shown.curve[*state.point];
  to.at += kStepAt * right;
  to.value += kStepValue * (plane.range.high - plane.range.low) * up;
  // No begin or end of an edit: undo merges key presses that follow each other quickly.
  CurveEvents events;
  events.changed = movePoint(shown.function, shown.curve, *state.point, to);
  return events;
}

CurveEvents handlePointer(const ShownCurve& shown, CurveState& state, const CurvePlot& plane,
                          std::optional<std::size_t> pointed, bool hovered) {
  const PairFunction& f = shown.function;
  if (state.held && !ImGui::IsItemActive()) {
    state.held = false;
    CurveEvents events;
    events.ended = true;
    return events;
  }
  if (state.held && state.point) {
    const Curve moved = movePoint(f, shown.curve, *state.point, heldPlace(state, plane));
    CurveEvents events;
    if (moved != shown.curve) events.changed = moved;
    return events;
  }
  if (!hovered) return {};
  if (ImGui::IsMouseDoubleClicked(0) && !pointed) {
    std::optional<AddedPoint> added = addPoint(f, shown.curve, plane.at(ImGui::GetIO().MousePos));
    if (!added) return {};
    beginPointDrag(state, added->curve,
                   added->point);  // the new point follows the mouse until the button is released
    CurveEvents events;
    events.changed = std::move(added->curve);
    events.began = true;
    return events;
  }
  if (ImGui::IsMouseClicked(0)) {
    state.point = pointed;
    if (!pointed) return {};
    beginPointDrag(state, shown.curve, *pointed);
    CurveEvents events;
    events.began = true;
    return events;
  }
  if (ImGui::IsMouseClicked(1) && pointed) {
    std::optional<Curve> rest = removePoint(f, shown.curve, *pointed);
    state.point.reset();
    if (rest) return done(std::move(*rest));
  }
  return {};
}

}  // namespace

CurveEvents drawCurveField(const Theme& theme, const ShownCurve& shown, CurveState& state,
                           const ImVec2& size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (state.point && *state.point >= shown.curve.size()) state.point.reset(), state.held = false;
  const CurvePlot plane{{corner.x + kLeft * theme.scale, corner.y},
                        {corner.x + size.x, corner.y + size.y - kBelow * theme.scale},
                        shown.function.farthest,
                        state.held ? state.range : rangeOfBoth(shown, state.whole)};
  state.range = plane.range;
  state.place = {plane.lower.x, plane.lower.y, plane.upper.x - plane.lower.x, plane.upper.y - plane.lower.y};
  ImGui::InvisibleButton("curve", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  const bool hovered = ImGui::IsItemHovered();
  const std::optional<std::size_t> pointed = hovered ? pointUnder(theme, plane, shown.curve) : std::nullopt;
  if (pointed || state.held) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  drawAxes(theme, plane, shown.function);
  drawAreas(theme, plane, shown.curve);
  if (shown.other) drawLine(plane, *shown.other, faded(kOther, 0.8f), 1.2f * theme.scale);
  drawLine(plane, shown.curve, ImGui::GetColorU32(shown.own ? theme.accent : theme.dim), 2.f * theme.scale);
  drawPoints(theme, plane, shown, state, pointed);
  drawReading(theme, plane, shown, state, pointed, hovered);
  CurveEvents events = handlePointer(shown, state, plane, pointed, hovered);
  return events.changed || events.began || events.ended ? events : handleKeys(shown, state, plane);
}

void drawSmallCurve(const PairFunction& function, const Curve& curve, const ImVec2& lower,
                    const ImVec2& upper, ImU32 colour, float thickness) {
  const ValueRange near = rangeOf(curve, false);
  const float most = std::max(-near.low, near.high);
  const CurvePlot plane{lower, upper, function.farthest, {-most, most}};
  ImGui::GetWindowDrawList()->AddLine({lower.x, plane.y(0.f)}, {upper.x, plane.y(0.f)}, kGrid);
  drawLine(plane, curve, colour, thickness);
}

}  // namespace ooze::ui
