// Number fields for position, rotation and size of the selected object.
#include "ooze/world/command.h"

#include "ui/panels/panel.h"
#include "ui/state/placement.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kFarthestPlace = 1e7f;  // limit of positions [mm]

/// Draws the label of a row of number fields.
/// @param unit  shown with the label if three numbers leave no room for the unit in each field; or ""
void placeLabel(const Theme& theme, const char* words, const char* unit = "") {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(words);
  ImGui::SameLine(0.f, 4.f * theme.scale);
  ImGui::PushFont(theme.small);
  ImGui::TextDisabled("%s", unit);
  ImGui::PopFont();
  ImGui::SameLine(0.3f * ImGui::GetWindowWidth());
  ImGui::SetNextItemWidth(-1.f);
}

/// Submits the change of the field just drawn, as far as no wall stops it.
/// @param wanted  the placement after the change
void follow(PanelContext& context, const char* id, bool changed, const char* verb, const char* key,
            const Placement& from, const Placement& wanted) {
  Placement to = wanted;
  if (changed) {
    const PlaceLimit limit(context.view.snapshot, from);
    context.state.gizmo.stoppedBy = limit.obstacle(wanted);
    // A typed place may lie behind a solid.
    if (!context.state.gizmo.stoppedBy.empty()) to = limit.move(from, wanted).to;
  }
  const std::vector<Command> commands = commandsToPlace(from, to);
  followItem(context.session, id, changed && !commands.empty(), std::string(verb) + " " + to.name,
             commands.empty() ? SetValue{to.setting(key), {}} : commands.front());
}

void drawPosition(PanelContext& context, const Placement& p) {
  Vec3 millimetres = 1000.f * p.pose.position;
  placeLabel(context.theme, "Place", "mm");
  const bool changed =
      numberFields("##place", {&millimetres.x, 3}, 1.f, -kFarthestPlace, kFarthestPlace, "%.1f");
  Placement to = p;
  to.pose.position = millimetres / 1000.f;
  follow(context, "##place", changed, "Move", p.nozzle ? "position" : "place", p, to);
  tooltip(context.theme, "x, y (up) and z, in mm. Drag, or double click to type.");
}

/// Returns the typed angles while they still describe this rotation, else angles computed from the rotation.
Vec3 anglesOf(const PanelContext& context, const Quat& turn) {
  const Vec3& typed = context.state.gizmo.typed;
  return std::abs(glm::dot(meshRotation(typed), turn)) > 1.f - 1e-6f ? typed : turnDegrees(turn);
}

void drawTurn(PanelContext& context, const Placement& p) {
  Vec3 degrees = anglesOf(context, p.pose.orientation);
  placeLabel(context.theme, "Turn", "deg");
  const bool changed = numberFields("##turned", {&degrees.x, 3}, 1.f, -3600.f, 3600.f, "%.1f");
  Placement to = p;
  if (changed) {
    context.state.gizmo.typed = degrees;
    to.pose.orientation = meshRotation(degrees);
  }
  follow(context, "##turned", changed, "Turn", p.nozzle ? "direction" : "place", p, to);
  tooltip(context.theme,
          "Rotation about x, y (up) and z in degrees, in the order z, x, y. Drag, or double click to type.");
}

void drawSolidSize(PanelContext& context, const Placement& p) {
  float scale = p.size;
  placeLabel(context.theme, "Scale");
  const bool changed =
      numberFields("##scale", {&scale, 1}, 0.01f, allowedSize(p, 0.f), allowedSize(p, 1e9f), "%.3f x");
  Placement to = p;
  to.size = allowedSize(p, scale);
  follow(context, "##scale", changed, "Scale", "scale", p, to);
  tooltip(context.theme,
          "Relative to the original size. The mass of a moving body grows with its volume. Drag, or double "
          "click to type.");
  const Vec3 size = 1000.f * p.bounds.size();
  if (!isFinite(size)) return;
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%.1f x %.1f x %.1f mm", size.x, size.y, size.z);
  ImGui::PopFont();
}

/// Draws small dimmed text with line wrapping.
void note(const Theme& theme, const char* words) {
  ImGui::PushFont(theme.small);
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextDisabled("%s", words);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void drawNozzleSize(PanelContext& context, const Placement& p) {
  float millimetres = 1000.f * p.size;
  placeLabel(context.theme, "Radius");
  const bool changed = numberFields("##radius", {&millimetres, 1}, 0.1f, 1000.f * allowedSize(p, 0.f),
                                    1000.f * allowedSize(p, 1e9f), "%.1f mm");
  Placement to = p;
  to.size = allowedSize(p, millimetres / 1000.f);
  follow(context, "##radius", changed, "Scale", "radius", p, to);
}

}  // namespace

void drawPlaceFields(PanelContext& context, const Placement& placement) {
  ImGui::PushID(placement.name.c_str());
  if (placement.movable) {
    drawPosition(context, placement);
    drawTurn(context, placement);
  }
  if (placement.nozzle)
    drawNozzleSize(context, placement);
  else if (placement.sizable)
    drawSolidSize(context, placement);
  if (!placement.why.empty()) note(context.theme, placement.why.c_str());
  if (placement.falls) note(context.theme, "The body falls when you let go. Pause to place it.");
  ImGui::PopID();
}

}  // namespace ooze::ui
