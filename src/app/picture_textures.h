// Small pictures as textures of the window's OpenGL context.
#pragma once

#include "app/file_library.h"

namespace ooze {

/// @param painter  as in FileLibrary::Pictures
FileLibrary::Pictures texturePictures(std::function<std::function<PictureLine::Draw()>()> painter);

}  // namespace ooze
