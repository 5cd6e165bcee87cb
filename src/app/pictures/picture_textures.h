// Small pictures as textures of the window's OpenGL context.
#pragma once

#include "app/window/file_library.h"

namespace ooze {

/// In the context that is current, smooth also where it is drawn smaller than it is.
[[nodiscard]] ImTextureID textureOf(const Image& image);
/// In that same context. Null: nothing.
void deleteTexture(ImTextureID texture);

/// @param painter  as in FileLibrary::Pictures
FileLibrary::Pictures texturePictures(std::function<std::function<PictureLine::Draw()>()> painter);

}  // namespace ooze
