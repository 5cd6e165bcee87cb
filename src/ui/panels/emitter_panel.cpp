// Nozzle panel: nozzles (emitters) with switch, speed and radius.
#include "liquid/nozzle_times.h"
#include "ui/panels/panel.h"
#include "ui/widgets/nozzle.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

/// Draws the choice of the poured liquid, if the world has several liquids.
void drawLiquidChoice(PanelContext& context, const EmitterSpec& emitter) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  if (liquids.size() < 2 || emitter.material >= liquids.size()) return;
  ImGui::SetNextItemWidth(-1.f);
  if (ImGui::BeginCombo("##liquid", ("Pours " + context.liquidName(emitter.material)).c_str())) {
    for (std::size_t i = 0; i < liquids.size(); ++i)
      if (ImGui::Selectable(fmt::format("{}##{}", context.liquidName(i), i).c_str(), i == emitter.material) &&
          i != emitter.material)
        submitAs(context.session, emitter.name + " pours " + liquids[i].name,
                 {SetValue{{SettingOwner::Emitter, emitter.name, "material"}, static_cast<float>(i)}});
    ImGui::EndCombo();
  }
  tooltip(context.theme,
          "The liquid that the nozzle pours from now on. Library... adds more liquids to this world.");
}

void drawEmitter(PanelContext& context, const EmitterSpec& emitter, const EmitterSpec& original) {
  const double time = context.view.snapshot->time;
  bool open = isOpen(emitter, time);
  if (ImGui::Checkbox("Pouring", &open)) switchNozzle(context.session, emitter, time, open);
  tooltip(context.theme, describe(Action::ToggleEmitter, context.state.keyMap));
  if (const std::string times = nozzleTimes(emitter, time); !times.empty()) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", times.c_str());
  }

  drawLiquidChoice(context, emitter);
  drawPouringNote(context, emitter.material);
  drawSettingSlider(context.session, context.theme,
                    {{SettingOwner::Emitter, emitter.name, "speed"},
                     {"Speed", 0.05f, 10.f, Scale::Logarithmic, original.speed, "%.2f m/s"},
                     emitter.speed,
                     "Speed of the liquid at the nozzle. Speed and radius set the flow.",
                     "speed of " + emitter.name});
  drawSettingSlider(context.session, context.theme,
                    {{SettingOwner::Emitter, emitter.name, "radius"},
                     {"Radius", 1.f, 100.f, Scale::Logarithmic, original.radius * 1000.f, "%.1f mm"},
                     emitter.radius * 1000.f,
                     "Half the width of the nozzle's opening.",
                     "radius of " + emitter.name,
                     [](float millimetres) { return millimetres / 1000.f; }});

  if (context.state.tool == Action::GizmoTool) return;  // the gizmo tool's panel shows the position
  if (ImGui::Button("Move, turn", {-1.f, 0.f})) {
    context.state.gizmo.chosen = GizmoState::Chosen::Nozzle;
    context.perform(Action::GizmoTool);
  }
  tooltip(
      context.theme,
      fmt::format("Use handles in the view or type numbers (0). The nozzle is at {:.0f}, {:.0f}, {:.0f} mm",
                  emitter.position.x * 1000.0, emitter.position.y * 1000.0, emitter.position.z * 1000.0));
}

}  // namespace

void drawAddNozzle(PanelContext& context) {
  if (ImGui::Button("Add a nozzle", {-1.f, 0.f})) context.perform(Action::AddNozzle);
  tooltip(
      context.theme,
      insertKeys("Adds a fixed nozzle above the middle of the view ({1}). It pours at once; {2} closes it.",
                 std::array{Action::AddNozzle, Action::ToggleEmitter}, context.state.keyMap));
}

void drawEmitterPanel(PanelContext& context) {
  if (!context.view.snapshot) return;
  const std::vector<EmitterSpec>& emitters = context.live.emitters;
  if (emitters.empty()) {
    ImGui::TextDisabled("This scene has no nozzle.");
    drawAddNozzle(context);
    return;
  }
  context.state.emitter = std::min(context.state.emitter, emitters.size() - 1);
  if (emitters.size() > 1) {
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##emitter", emitters[context.state.emitter].name.c_str())) {
      for (std::size_t i = 0; i < emitters.size(); ++i)
        if (ImGui::Selectable(emitters[i].name.c_str(), i == context.state.emitter))
          context.state.emitter = i, context.state.gizmo.chosen = GizmoState::Chosen::Nozzle;
      ImGui::EndCombo();
    }
  }
  const EmitterSpec& emitter = emitters[context.state.emitter];
  const std::vector<EmitterSpec>& originals = context.view.scene->world.emitters;
  drawEmitter(context, emitter,
              context.state.emitter < originals.size() ? originals[context.state.emitter] : emitter);
}

}  // namespace ooze::ui
