// Edits from panels: sends a drag or a choice to the session as a single undoable edit.
#pragma once

#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

#include <string>
#include <vector>

namespace ooze::ui {

/// Submits commands as one undoable edit. @param label  description of the edit
void submitAs(PanelContext& context, const std::string& label, const std::vector<Command>& commands);

/// Submits a slider's changes, with the whole drag as one undoable edit.
void followSlider(PanelContext& context, const SliderEvents& events, const std::string& label,
                  const Command& command);

/// A slider for a setting of one number.
struct SettingSlider {
  SettingName setting;
  SliderRow row;
  float shown;                                ///< present value, in the unit of the slider
  const char* explanation;                    ///< text of the tooltip
  std::string label;                          ///< description of the edit
  float (*toSetting)(float shown) = nullptr;  ///< conversion to the unit of the setting; null: the same unit
};

/// Draws a slider for a setting, and submits its changes as followSlider() does.
void drawSettingSlider(PanelContext& context, const SettingSlider& slider);

/// Submits the changes of the item just drawn, whichever its type. @param changed  return value of the item
void followItem(PanelContext& context, bool changed, const std::string& label, const Command& command);

}  // namespace ooze::ui
