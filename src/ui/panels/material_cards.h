// Cards that show a material: its picture and its title.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

/// A picture with the title below it, for panels. @return true if it was clicked
bool drawSmallCard(const PanelContext& context, const Listing& listing, float width, bool on);

/// The picture of a listing, or what stands in for it: its colour while the picture is made, a warning if the
/// file is broken.
void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& corner,
                 const ImVec2& size);

/// The height of a picture of this width.
float pictureHeight(float width);

}  // namespace ooze::ui
