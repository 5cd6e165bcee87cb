// Uploads small pictures as textures of the window's OpenGL context.
#pragma once

#include "app/window/file_library.h"

namespace ooze {

/// Creates a mipmapped texture in the current OpenGL context, smooth even when drawn at a smaller size.
[[nodiscard]] ImTextureID textureOf(const Image& image);
/// Deletes a texture in the current OpenGL context, which must be the one of textureOf(). Null does nothing.
void deleteTexture(ImTextureID texture);

/// Returns the texture functions for the file library. @param painter  as in FileLibrary::Pictures
FileLibrary::Pictures texturePictures(std::function<std::function<RenderQueue::Draw()>()> painter);

}  // namespace ooze
