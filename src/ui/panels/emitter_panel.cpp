// The nozzles: on or off, how fast, how wide.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {
namespace {

void drawEmitter(PanelContext& context, const EmitterSpec& emitter, const EmitterSpec& original) {
  const std::string prefix = "emitter." + emitter.name + ".";
  bool enabled = emitter.enabled;
  if (ImGui::Checkbox(enabled ? "Pouring" : "Off", &enabled))
    context.session.submit({prefix + "enabled", {enabled ? 1.f : 0.f}});
  tooltip(context.theme, describe(Action::ToggleEmitter));

  float speed = emitter.speed;
  const SliderRow speedRow{"Speed", 0.05f, 10.f, Scale::Logarithmic, original.speed, "%.2f m/s"};
  if (sliderRow(context.theme, "speed", speedRow, speed, [] {
        ImGui::TextUnformatted("How fast the liquid leaves the nozzle; with the width it sets how much.");
      }) != Edit::None)
    context.session.submit({prefix + "speed", {speed}});

  float millimetres = emitter.radius * 1000.f;
  const SliderRow radiusRow{"Radius", 1.f, 100.f, Scale::Logarithmic, original.radius * 1000.f, "%.1f mm"};
  if (sliderRow(context.theme, "radius", radiusRow, millimetres,
                [] { ImGui::TextUnformatted("Half the width of the nozzle's opening."); }) != Edit::None)
    context.session.submit({prefix + "radius", {millimetres / 1000.f}});

  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("at %.0f, %.0f, %.0f mm", emitter.position.x * 1000.0, emitter.position.y * 1000.0,
                      emitter.position.z * 1000.0);
  ImGui::PopFont();
}

}  // namespace

void drawEmitterPanel(PanelContext& context) {
  const std::vector<EmitterSpec>& emitters = context.live.emitters;
  if (emitters.empty()) {
    ImGui::TextDisabled("This scene has no nozzle.");
    return;
  }
  context.state.emitter = std::min(context.state.emitter, emitters.size() - 1);
  if (emitters.size() > 1) {
    ImGui::SetNextItemWidth(-1.f);
    if (ImGui::BeginCombo("##emitter", emitters[context.state.emitter].name.c_str())) {
      for (std::size_t i = 0; i < emitters.size(); ++i)
        if (ImGui::Selectable(emitters[i].name.c_str(), i == context.state.emitter))
          context.state.emitter = i;
      ImGui::EndCombo();
    }
  }
  const EmitterSpec& emitter = emitters[context.state.emitter];
  const std::vector<EmitterSpec>& originals = context.view.scene->world.emitters;
  drawEmitter(context, emitter,
              context.state.emitter < originals.size() ? originals[context.state.emitter] : emitter);
}

}  // namespace ooze::ui
