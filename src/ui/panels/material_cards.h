// Cards that show a material by its thumbnail and title.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

/// Draws a thumbnail with the title below, for panels. @return true if the card was clicked
bool drawSmallCard(const PanelContext& context, const Listing& listing, float width, bool on);

/// Draws the thumbnail of a listing. While the thumbnail is being rendered, the material's colour is shown;
/// for a broken file, a warning.
void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& corner,
                 const ImVec2& size);

/// Returns the height of a picture of this width.
float pictureHeight(float width);

}  // namespace ooze::ui
