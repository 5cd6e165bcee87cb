// Whether what a window shows is tidy: nothing empty, nothing cut off, nothing over anything else.
#pragma once

#include "image/image.h"
#include "ui/areas.h"

#include <string>
#include <vector>

namespace ooze {

/// Looks at the pixels of every part of the interface.
/// @param screen  the window is in its upper left corner, as large as the areas say [pixels]
/// @param scale   pixels per design pixel
/// @return what is wrong, in words
std::vector<std::string> untidiness(const Image& screen, const ui::Areas& areas, float scale);

/// The upper left corner of a picture.
Image cornerOf(const Image& picture, int width, int height);

}  // namespace ooze
