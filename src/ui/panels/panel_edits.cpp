#include "ui/panels/panel_edits.h"

namespace ooze::ui {

void submitAs(PanelContext& context, const std::string& label, const std::vector<Command>& commands) {
  context.session.beginEdit(label);
  for (const Command& command : commands) context.session.submit(command);
  context.session.endEdit();
}

void followSlider(PanelContext& context, const SliderEvents& events, const std::string& label,
                  const Command& command) {
  if (events.began) context.session.beginEdit(label);
  if (events.edit != Edit::None) context.session.submit(command);
  if (events.ended) context.session.endEdit();
}

void drawSettingSlider(PanelContext& context, const SettingSlider& slider) {
  float value = slider.shown;
  SliderEvents events;
  sliderRow(context.theme, slider.setting.key, slider.row, value, slider.explanation, &events);
  followSlider(context, events, slider.label,
               SetValue{slider.setting, slider.toSetting ? slider.toSetting(value) : value});
}

void followItem(PanelContext& context, bool changed, const std::string& label, const Command& command) {
  ImGui::PushID(targetOf(command).c_str());
  bool& editing = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("editing"));
  ImGui::PopID();
  SliderEvents events;
  events.edit = changed ? Edit::Changed : Edit::None;
  events.began = changed && !editing;
  editing |= changed;
  events.ended = editing && !ImGui::IsItemActive();
  editing &= !events.ended;
  followSlider(context, events, label, command);
}

}  // namespace ooze::ui
