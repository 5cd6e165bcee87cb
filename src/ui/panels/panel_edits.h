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

/// Submits the changes of the item just drawn, whichever its type. @param changed  return value of the item
void followItem(PanelContext& context, bool changed, const std::string& label, const Command& command);

}  // namespace ooze::ui
