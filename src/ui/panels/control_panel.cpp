// Controls panel: list of the control particles, with activation and values.
#include "ui/overlays/control_overlay.h"
#include "ui/panels/panel.h"
#include "ui/state/control_edits.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace ooze::ui {
namespace {

constexpr float kMostListed = 6.f;  // visible rows of the list before the list scrolls
constexpr float kFastest = 5.f;     // limit of the velocity sliders [m/s]

void drawDot(ControlKind kind, bool acts) {
  const float side = 0.5f * ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::uint32_t colour = controlColour(kind);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.5f * side, at.y + 0.5f * ImGui::GetTextLineHeight()},
                                              0.5f * side,
                                              acts ? colour : (colour & 0x00ffffffu) | 0x60000000u);
  ImGui::Dummy({2.f * side, ImGui::GetTextLineHeight()});
  ImGui::SameLine(0.f, 0.f);
}

/// Submits the same command for each control.
void submitForAll(PanelContext& context, std::span<const Control> controls, const char* key, float value) {
  for (const Control& c : controls)
    context.session.submit(SetValue{{SettingOwner::Control, c.name, key}, value});
}

std::string noteOf(const ControlGroup& group) {
  std::size_t count = 0;
  for (const Control& c : group.members) count += particleCount(c);
  std::string note = controlWord(group.members.front().kind);
  if (count > 1) note += " x " + grouped(count);
  return note;
}

void drawSwitch(PanelContext& context, const ControlGroup& group) {
  const Theme& theme = context.theme;
  const bool on = group.members.front().enabled;
  ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_Text, on ? theme.accent : theme.dim);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.f, 0.f});
  const char* icon = theme.hasIcons ? (on ? icon::kShown : icon::kHidden) : (on ? "on" : "off");
  if (ImGui::Button(icon, {1.5f * ImGui::GetTextLineHeight(), 0.f})) {
    context.session.beginEdit((on ? "Turn off " : "Turn on ") + group.name);
    submitForAll(context, group.members, "enabled", on ? 0.f : 1.f);
    context.session.endEdit();
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  tooltip(theme, on ? "Turn the control off" : "Turn the control on");
  ImGui::SameLine(0.f, 4.f * theme.scale);
}

void drawListed(PanelContext& context, const ControlGroup& group) {
  const Theme& theme = context.theme;
  std::string& chosen = context.state.controls.chosen;
  const Control& first = group.members.front();
  ImGui::PushID(group.name.c_str());
  drawSwitch(context, group);
  drawDot(first.kind, first.isActive(context.view.snapshot->time));
  if (!first.enabled) ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  const bool lit = chosen == group.name || (group.members.size() > 1 && findControl(group.members, chosen));
  if (ImGui::Selectable(group.name.c_str(), lit)) chosen = lit ? "" : group.name;
  if (!first.enabled) ImGui::PopStyleColor();
  tooltip(theme, "Click to show its values");
  const std::string note = noteOf(group);
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, note.c_str());
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddText(
      theme.small, theme.small->FontSize,
      {ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - size.x, 0.5f * (high.y + low.y - size.y)},
      ImGui::GetColorU32(ImGuiCol_TextDisabled), note.c_str());
  ImGui::PopID();
}

void drawList(PanelContext& context) {
  const std::vector<ControlGroup> groups = groupsOf(context.live.controls);
  if (groups.empty()) {
    ImGui::TextDisabled("This world has no controls yet.");
    return;
  }
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
  if (ImGui::BeginChild("list", {0.f, line * std::min(static_cast<float>(groups.size()), kMostListed)}))
    for (const ControlGroup& group : groups) drawListed(context, group);
  ImGui::EndChild();
}

constexpr float kMillimetre = 1e-3f;  // [m]

void drawNumber(PanelContext& context, const Control& c, const char* key, const SliderRow& row, float now,
                const char* explanation) {
  drawSettingSlider(context.session, context.theme,
                    {{SettingOwner::Control, c.name, key},
                     row,
                     now,
                     explanation,
                     fmt::format("{} of {}", row.label, c.name)});
}

/// Draws the slider for a length in metres.
void drawLength(PanelContext& context, const Control& c, const char* key, const char* label, float now,
                const char* explanation) {
  drawSettingSlider(context.session, context.theme,
                    {{SettingOwner::Control, c.name, key},
                     {label, 1.f, 500.f, Scale::Logarithmic, now * 1000.f, "%.1f mm"},
                     now / kMillimetre,
                     explanation,
                     fmt::format("{} of {}", label, c.name),
                     [](float millimetres) { return millimetres * kMillimetre; }});
}

void drawVelocity(PanelContext& context, const Control& c) {
  constexpr std::array kAxes{std::pair{"vx", "Velocity x"}, std::pair{"vy", "Velocity y"},
                             std::pair{"vz", "Velocity z"}};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 value = c.value;
    const auto [id, label] = kAxes[static_cast<std::size_t>(axis)];
    const SliderRow row{label, -kFastest, kFastest, Scale::Linear, value[axis], "%.2f m/s"};
    SliderEvents events;
    sliderRow(context.theme, id, row, value[axis], "Velocity that the control gives the liquid.", &events);
    followSlider(context.session, events, "Velocity of " + c.name,
                 SetValue{{SettingOwner::Control, c.name, "velocity"}, value});
  }
}

void drawValue(PanelContext& context, const Control& c) {
  if (c.kind == ControlKind::Velocity) drawVelocity(context, c);
  if (c.kind == ControlKind::Viscosity)
    drawNumber(context, c, "viscosity",
               {"Viscosity", 1e-6f, 1000.f, Scale::Logarithmic, c.value.x, "%.3g m\xc2\xb2/s"}, c.value.x,
               "Viscosity that the control gives the liquid.");
  if (c.kind == ControlKind::Divergence)
    drawNumber(context, c, "divergence", {"Swelling", -20.f, 20.f, Scale::Linear, c.value.x, "%.2f 1/s"},
               c.value.x,
               "Volume growth of the liquid per second, as a fraction. Below 0 the liquid shrinks.");
  if (c.kind == ControlKind::Temperature)
    drawNumber(context, c, "temperature",
               {"Temperature", -50.f, 300.f, Scale::Linear, c.value.x,
                "%.0f \xc2\xb0"
                "C"},
               c.value.x, "Temperature that the control gives the liquid.");
}

void drawNotes(PanelContext& context, const Control& c) {
  if (!c.body.empty()) ImGui::TextDisabled("Moves with %s", c.body.c_str());
  const std::size_t keys = c.placeKeys.size() + c.valueKeys.size() + c.strengthKeys.size();
  if (keys > 0) ImGui::TextDisabled("%d keys", static_cast<int>(keys));
  if (keys > 0) tooltip(context.theme, "A value that you set or drag without K no longer follows its keys.");
}

void drawValues(PanelContext& context, const Control& c) {
  const double time = context.view.snapshot->time;
  drawNumber(context, c, "strength", {"Strength", 0.f, 1.f, Scale::Linear, c.strength, "%.2f"},
             c.strengthAt(time),
             "How strongly the liquid takes the value at the centre. Above 0.9 the liquid takes it exactly.");
  drawLength(context, c, "radius", "Radius", c.radius, "Reach of each control particle.");
  if (c.shape == ControlShape::Cylinder)
    drawLength(context, c, "length", "Length", c.length, "Length of the cylinder.");
  drawValue(context, c);
  drawNotes(context, c);
}

void drawStrengthOfAll(PanelContext& context, std::span<const Control> controls) {
  float strength = controls.front().strength;
  const SliderRow row{"Strength", 0.f, 1.f, Scale::Linear, strength, "%.2f"};
  SliderEvents events;
  sliderRow(context.theme, "strength", row, strength, "How strongly the controls act on the liquid.",
            &events);
  if (events.began) context.session.beginEdit("Strength of " + context.state.controls.chosen);
  if (events.edit != Edit::None) submitForAll(context, controls, "strength", strength);
  if (events.ended) context.session.endEdit();
}

/// Draws the values of the chosen control. A group shows only the strength, the value that its members share.
void drawChosen(PanelContext& context) {
  ControlChoice& choice = context.state.controls;
  const std::span<const Control> chosen = controlsNamed(context.live.controls, choice.chosen);
  if (chosen.empty()) return;
  if (chosen.size() == 1) {
    drawValues(context, chosen.front());
  } else {
    drawStrengthOfAll(context, chosen);
  }
  if (ImGui::Button("Delete", {-1.f, 0.f}))
    removeChosen(context.session, context.live.controls, context.state.controls);
  tooltip(context.theme, insertKeys("Removes the control from the world ({1} while Brush is on).",
                                    std::array{Action::RemoveDropped}, context.state.keyMap));
}

void drawFollowing(PanelContext& context) {
  const std::vector<const Body*> bodies = followableBodies(*context.view.snapshot);
  std::string& name = context.state.controls.shapeFollowed;
  const bool follows = std::ranges::any_of(context.live.controls, [&](const Control& c) {
    return !name.empty() && c.name.starts_with("follow " + name);
  });
  const bool removed = std::ranges::none_of(bodies, [&](const Body* b) { return b->name == name; });
  if (follows && removed) {
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextDisabled("The liquid follows the shape of %s. Its solid is removed.", name.c_str());
    ImGui::PopTextWrapPos();
  }
  if (bodies.empty()) return;
  const auto named =
      std::find_if(bodies.begin(), bodies.end(), [&](const Body* b) { return b->name == name; });
  const Body& body = named == bodies.end() ? *bodies.front() : **named;
  if (bodies.size() > 1) {
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##shape", body.name.c_str())) {
      for (const Body* b : bodies)
        if (ImGui::Selectable(b->name.c_str(), b == &body)) name = b->name;
      ImGui::EndCombo();
    }
  }
  if (ImGui::Button("Follow this shape", {-1.f, 0.f})) {
    context.state.controls.chosen = "follow " + body.name;
    name = body.name;
    submitAs(context.session, "Follow the shape of " + body.name,
             followShape(body, *context.view.snapshot, context.live.controls));
  }
  tooltip(context.theme,
          fmt::format("Controls pull the liquid near {} into its shape. The solid is removed to make room.",
                      body.name));
}

}  // namespace

bool hasControls(const PanelContext& context) {
  return context.view.snapshot && (whyNoControls(context.view).empty() || !context.live.controls.empty());
}

void drawControlPanel(PanelContext& context) {
  if (!context.view.snapshot) return;
  if (const std::string why = whyNoControls(context.view); !why.empty()) {
    ImGui::PushTextWrapPos(0.f);
    ImGui::TextDisabled("%s", why.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  drawList(context);
  drawChosen(context);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  if (toggleButton(context.theme, "Brush", context.state.tool == Action::ControlTool, width))
    context.perform(Action::ControlTool);
  tooltip(context.theme,
          describe(Action::ControlTool, context.state.keyMap) + ". Then click or drag in the view.");
  ImGui::SameLine(0.f, gap);
  if (toggleButton(context.theme, "Show", controlsAreShown(context.state), width))
    context.perform(Action::ShowControls);
  tooltip(context.theme,
          describe(Action::ShowControls, context.state.keyMap) + ". Pictures and films never show them.");
  drawFollowing(context);
}

}  // namespace ooze::ui
