#include "ui/overlays/overlay_strokes.h"

#include "ui/layout.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

namespace ooze::ui {
namespace {

constexpr int kCircle = 48;                                    // points of a circle
constexpr float kNowhere = std::numeric_limits<float>::max();  // y of a stroke without points in the view
const ImVec4 kOpposite{0.45f, 0.74f, 0.98f, 1.f};

// Adds an arc between two fractions of a full turn. The turn leads from `a` towards `b`.
void addArc(Stroke& stroke, const Vec3& centre, const Vec3& a, const Vec3& b, float from, float to) {
  const int count = static_cast<int>(std::ceil(kCircle * (to - from)));
  for (int i = 0; i <= count; ++i) {
    const float turn = from + (to - from) * static_cast<float>(i) / static_cast<float>(count);
    const float angle = turn * glm::two_pi<float>();
    stroke.points.push_back(centre + std::cos(angle) * a + std::sin(angle) * b);
  }
}

Stroke ring(const Vec3& centre, const Vec3& a, const Vec3& b) {
  Stroke stroke;
  addArc(stroke, centre, a, b, 0.f, 1.f);
  return stroke;
}

// Returns a capsule outline: straight sides with a half circle above and below.
Stroke stadium(const Vec3& centre, const Vec3& side, const Vec3& up) {
  Stroke stroke;
  addArc(stroke, centre + up, side, up, 0.f, 0.5f);
  addArc(stroke, centre - up, side, up, 0.5f, 1.f);
  stroke.points.push_back(stroke.points.front());
  return stroke;
}

/// Draws a text centred above a point, on a dark ground, inside the view.
void drawLabel(ImDrawList& list, const Theme& theme, const ViewRect& view, const ImVec2& at,
               const std::string& text, ImU32 colour) {
  const float size = theme.small->FontSize, pad = 0.35f * size;
  const ImVec2 area = theme.small->CalcTextSizeA(size, 1e9f, 0.f, text.c_str());
  const float x =
      std::clamp(at.x - 0.5f * area.x, view.x + pad, std::max(view.x + pad, view.right() - area.x - pad));
  const float y = std::max(at.y - area.y - 2.f * pad, view.y + pad);
  list.AddRectFilled({x - pad, y - 0.5f * pad}, {x + area.x + pad, y + area.y + 0.5f * pad},
                     IM_COL32(14, 16, 19, 200), pad);
  list.AddText(theme.small, size, {x, y}, colour, text.c_str());
}

}  // namespace

Stroke ringFacing(const OrbitCamera& camera, const Vec3& centre, float radius) {
  return ring(centre, radius * camera.right(), radius * camera.up());
}

Stroke ringAcross(const Vec3& normal, const Vec3& centre, float radius) {
  const Vec3 aside = std::abs(normal.y) < 0.9f ? Vec3(0.f, 1.f, 0.f) : Vec3(1.f, 0.f, 0.f);
  const Vec3 u = glm::normalize(glm::cross(aside, normal));
  return ring(centre, radius * u, radius * glm::cross(normal, u));
}

std::vector<Stroke> outlineOf(SolidShape::SolidKind kind, float size, const Vec3& place) {
  const Vec3 x{size, 0.f, 0.f}, y{0.f, size, 0.f}, z{0.f, 0.f, size};
  switch (kind) {
    case SolidShape::SolidKind::Box: {
      std::vector<Stroke> edges;
      for (const Vec3& level : {-y, y})
        edges.push_back({{place + level - x - z, place + level + x - z, place + level + x + z,
                          place + level - x + z, place + level - x - z}});
      for (std::size_t corner = 0; corner < 4; ++corner)
        edges.push_back({{edges[0].points[corner], edges[1].points[corner]}});
      return edges;
    }
    case SolidShape::SolidKind::Capsule:
      return {stadium(place, x, y), stadium(place, z, y), ring(place + y, x, z), ring(place - y, x, z)};
    case SolidShape::SolidKind::Cylinder: {
      std::vector<Stroke> edges{ring(place + y, x, z), ring(place - y, x, z)};
      for (const Vec3& side : {x, z, -x, -z}) edges.push_back({{place + side - y, place + side + y}});
      return edges;
    }
    default:
      return {ring(place, x, z), ring(place, x, y), ring(place, z, y)};
  }
}

void drawStrokes(const Theme& theme, const OrbitCamera& camera, const ViewRect& view,
                 std::span<const Stroke> strokes) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float aspect = view.width / std::max(view.height, 1.f);
  list.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
  std::vector<ImVec2> line;
  ImVec2 top{0.f, kNowhere};  // highest point of the stroke on the screen
  const auto flush = [&](ImU32 colour, float width) {
    const int count = static_cast<int>(line.size());
    // A dark outline keeps the line visible on a white floor and in a dark liquid.
    list.AddPolyline(line.data(), count, IM_COL32(10, 12, 15, 90), 0, (2.2f + 1.8f * width) * theme.scale);
    list.AddPolyline(line.data(), count, colour, 0, 1.8f * width * theme.scale);
    line.clear();
  };
  const auto fill = [&](ImU32 colour) {
    std::reverse(line.begin(), line.end());  // ImGui expects clockwise polygons
    const auto alpha = (colour >> IM_COL32_A_SHIFT) & 0xffu;
    if (alpha > 60)  // dark outline, as under lines
      list.AddPolyline(line.data(), static_cast<int>(line.size()), IM_COL32(10, 12, 15, 90),
                       ImDrawFlags_Closed, 3.f * theme.scale);
    list.AddConvexPolyFilled(line.data(), static_cast<int>(line.size()), colour);
    line.clear();
  };
  for (const Stroke& stroke : strokes) {
    const ImU32 own = ImGui::GetColorU32(stroke.dim ? theme.dim : stroke.opposite ? kOpposite : theme.accent);
    const ImU32 colour = stroke.colour != 0 ? stroke.colour : own;
    top = {0.f, kNowhere};
    for (const Vec3& point : stroke.points) {
      Vec2 at;
      if (camera.project(point, aspect, at)) {
        line.push_back(
            {view.x + 0.5f * (at.x + 1.f) * view.width, view.y + 0.5f * (1.f - at.y) * view.height});
        if (line.back().y < top.y) top = line.back();
      } else if (!stroke.filled) {
        flush(colour, stroke.width);
      }
    }
    if (!stroke.filled)
      flush(colour, stroke.width);
    else if (line.size() == stroke.points.size())
      fill(colour);
    line.clear();
    if (top.y < kNowhere && !stroke.label.empty()) drawLabel(list, theme, view, top, stroke.label, colour);
  }
  list.PopClipRect();
}

}  // namespace ooze::ui
