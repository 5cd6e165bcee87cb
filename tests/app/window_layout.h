// A check of the window's layout by pixels: no empty part, no clipped text, no overlaps.
#pragma once

#include "image/image.h"
#include "ui/window_layout.h"

#include <string>
#include <vector>

namespace ooze {

/// Checks the pixels of every part of the interface.
/// @param screen  screenshot with the window in its upper left corner, as large as the areas say [pixels]
/// @param scale   pixels per design pixel
/// @return descriptions of all faults
std::vector<std::string> findLayoutFaults(const Image& screen, const ui::WindowLayout& areas, float scale);

/// Returns the upper left corner of a picture.
Image cornerOf(const Image& picture, int width, int height);

}  // namespace ooze
