// Taking solids out with the mouse.
#pragma once

#include "ui/tools/tool.h"

namespace ooze::ui {

/// The solid under a ray that may be taken out, or null.
/// @param added  only what the user has put in; else also what the scene has, but for grounds without end
const Body* removableUnder(const ToolContext& context, const Ray& ray, bool added);
/// Takes it out, as an edit of its own. @return false if there is none
bool removeUnder(ToolContext& context, const Pointer& pointer, bool added);
/// A ring round what removeUnder() would take.
void markRemovable(const ToolContext& context, const Pointer& pointer, bool added,
                   std::vector<Stroke>& strokes);

}  // namespace ooze::ui
