// Bodies panel: the rigid bodies and colliders of the scene, with presence, friction, stickiness and density.
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze::ui {
namespace {

constexpr float kFewestRows = 2.f, kMostRows = 6.f;  // visible rows of the list before the list scrolls
constexpr float kStickiest = 100'000.f;              // upper limit of the stickiness slider [1/s^2]

const char* noteOf(const PanelContext& context, const BodyValues& body) {
  if (body.motion == Motion::Static) return "fixed";
  return body.motion == Motion::Kinematic ? "on its path" : buoyancyWord(context, body.density);
}

void drawListed(PanelContext& context, const BodyValues& body) {
  const Theme& theme = context.theme;
  ImGui::PushID(body.name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_Text, body.present ? theme.accent : theme.dim);
  const float eye = 1.5f * ImGui::GetTextLineHeight();
  const char* icon =
      theme.hasIcons ? (body.present ? icon::kShown : icon::kHidden) : (body.present ? "on" : "off");
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.f, 0.f});
  if (ImGui::Button(icon, {eye, 0.f}))
    context.session.submit(SetValue{{SettingOwner::Body, body.name, "present"}, body.present ? 0.f : 1.f});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  tooltip(theme, body.present ? "Remove the body from the scene" : "Put the body back in its place");
  ImGui::SameLine(0.f, 4.f * theme.scale);

  const bool chosen = context.state.body == body.name;
  if (!body.present) ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  if (ImGui::Selectable(body.name.c_str(), chosen)) {
    context.state.body = chosen ? "" : body.name;
    context.state.gizmo.chosen = GizmoState::Chosen::Body;
  }
  if (!body.present) ImGui::PopStyleColor();
  tooltip(theme, body.motion == Motion::Dynamic
                     ? "Click to show its values. Drag the body in the view to pull and throw it."
                     : "Click to show its values");
  // Draws the note directly: a laid out item in a smaller font would make the row heights uneven.
  const char* note = noteOf(context, body);
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, note);
  const ImVec2 corner = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize,
                                      {ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - size.x,
                                       0.5f * (corner.y + ImGui::GetItemRectMin().y - size.y)},
                                      ImGui::GetColorU32(ImGuiCol_TextDisabled), note);
  ImGui::PopID();
}

// Draws the list, dynamic bodies first because they offer most edits. The list is as high as the window
// allows with this many rows of controls below.
void drawList(PanelContext& context, std::size_t controls) {
  const std::vector<BodyValues>& bodies = context.live.bodies;
  if (bodies.empty()) ImGui::TextDisabled("This scene has no solids.");
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
  const float room = ImGui::GetContentRegionAvail().y - 6.f * context.theme.scale -
                     static_cast<float>(controls) * ImGui::GetFrameHeightWithSpacing();
  const float rows = std::clamp(std::floor(room / line), kFewestRows, kMostRows);
  const float height = line * std::min(static_cast<float>(bodies.size()), rows);
  if (!bodies.empty() && ImGui::BeginChild("list", {0.f, height}))
    for (const bool dynamic : {true, false})
      for (const BodyValues& body : bodies)
        if ((body.motion == Motion::Dynamic) == dynamic && !body.name.empty()) drawListed(context, body);
  if (!bodies.empty()) ImGui::EndChild();
}

void drawDensity(PanelContext& context, const BodyValues& body, const Body* asLoaded) {
  float density = body.density;
  const SliderRow row{
      "Density", kLightestBody, kHeaviestBody, Scale::Logarithmic, asLoaded ? asLoaded->density : density,
      "%.0f"};
  if (sliderRow(context.theme, "density", row, density, [&] {
        explainDensity(context, density);
        ImGui::TextDisabled("[kg/m\xc2\xb3]");
      }) != Edit::None)
    context.session.submit(SetValue{{SettingOwner::Body, body.name, "density"}, density});
}

/// A value of a body that overrides the liquid's value, such as friction.
struct OwnValue {
  const char* label;
  const char* key;
  const char* explanation;
  float most;
  const char* format;
};

void drawOwnValue(PanelContext& context, const std::string& body, const OwnValue& what,
                  const std::optional<float>& own, const std::optional<float>& asLoaded) {
  float value = own.value_or(0.f);
  const SliderRow row{
      what.label, 0.f, what.most, Scale::Linear, asLoaded.value_or(value), own ? what.format : "as liquid"};
  if (sliderRow(context.theme, what.key, row, value, what.explanation) != Edit::None)
    context.session.submit(SetValue{{SettingOwner::Body, body, what.key}, value});
}

const BodyValues* chosenBody(const PanelContext& context) {
  for (const BodyValues& body : context.live.bodies)
    if (!body.name.empty() && body.name == context.state.body) return &body;
  return nullptr;
}

void drawValues(PanelContext& context, const BodyValues& chosen) {
  if (!context.view.scene) return;
  const std::vector<Body>& loaded = context.view.scene->world.bodies;
  const auto found =
      std::find_if(loaded.begin(), loaded.end(), [&](const Body& b) { return b.name == chosen.name; });
  const Body* asLoaded = found == loaded.end() ? nullptr : &*found;
  if (chosen.motion == Motion::Dynamic) drawDensity(context, chosen, asLoaded);
  drawOwnValue(context, chosen.name,
               {"Friction", "friction",
                "How much the body slows liquid along its surface. 0: the liquid slides off; 1: it "
                "stays.\n\"As liquid\": the liquid's own friction applies until you set a value.",
                1.f, "%.2f"},
               chosen.friction, asLoaded ? asLoaded->friction : std::nullopt);
  drawOwnValue(
      context, chosen.name,
      {"Stickiness", "stickiness",
       "How strongly the body attracts liquid. With more, drops hang under it and threads follow it.\n\"As "
       "liquid\": the liquid's own stickiness applies until you set a value. [1/s\xc2\xb2]",
       kStickiest, "%.0f"},
      chosen.stickiness, asLoaded ? asLoaded->stickiness : std::nullopt);
}

float ratioToLiquid(const PanelContext& context, float density) {
  const std::vector<MaterialDefinition>& materials = context.live.materials;
  return materials.empty()
             ? 1.f
             : density / materials[std::min(context.state.material, materials.size() - 1)].density;
}

}  // namespace

void drawBodiesPanel(PanelContext& context) {
  if (!context.view.snapshot) return;
  const BodyValues* chosen = chosenBody(context);
  const std::size_t sliders = !chosen ? 0 : chosen->motion == Motion::Dynamic ? 4 : 3;
  drawList(context, sliders + 1);
  if (chosen) drawValues(context, *chosen);
  if (chosen && context.state.tool != Action::GizmoTool) {
    if (ImGui::Button("Move, turn, scale", {-1.f, 0.f})) {
      context.state.gizmo.chosen = GizmoState::Chosen::Body;
      context.perform(Action::GizmoTool);
    }
    tooltip(context.theme, "Use handles in the view or type numbers (0)");
  }

  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  if (toggleButton(context.theme, "Drop a body", context.state.tool == Action::DropTool, width))
    context.perform(Action::DropTool);
  tooltip(context.theme, describe(Action::DropTool, context.state.keyMap) + ". Then click in the view.");
  ImGui::SameLine(0.f, gap);
  const std::size_t own = context.view.scene ? context.view.scene->world.bodies.size() : 0;
  const bool none = context.view.snapshot->bodies.size() <= own;
  ImGui::BeginDisabled(none);
  if (ImGui::Button("Clear added", {width, 0.f})) context.perform(Action::RemoveDropped);
  ImGui::EndDisabled();
  tooltip(context.theme,
          none ? "No body was added yet" : describe(Action::RemoveDropped, context.state.keyMap));
}

const char* buoyancyWord(const PanelContext& context, float density) {
  const float ratio = ratioToLiquid(context, density);
  return ratio < 0.97f ? "floats" : ratio > 1.03f ? "sinks" : "hovers";
}

void explainDensity(const PanelContext& context, float density) {
  const float ratio = ratioToLiquid(context, density);
  std::string text =
      fmt::format("Density: {:.2f} x the liquid, so the body {}.", ratio, buoyancyWord(context, density));
  if (ratio < 0.97f) text += fmt::format(" About {:.0f} % of the body is under the surface.", 100.f * ratio);
  ImGui::TextUnformatted(text.c_str());
}

}  // namespace ooze::ui
