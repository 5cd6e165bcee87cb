// Edits from panels: what is dragged or chosen becomes commands that are undone as one.
#pragma once

#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <string>
#include <vector>

namespace ooze::ui {

/// Submits commands that are undone together. @param label  what was done, in words
void submitAs(PanelContext& context, const std::string& label, const std::vector<Command>& commands);

/// Follows a slider: the whole drag is one edit.
void followSlider(PanelContext& context, const SliderEvents& events, const std::string& label,
                  const Command& command);

/// The same for the item that was just drawn, whichever it is. @param changed  what the item returned
void followItem(PanelContext& context, bool changed, const std::string& label, const Command& command);

}  // namespace ooze::ui
