#include "app/pictures/picture_textures.h"

#include <cstdint>
#include <glad/gl.h>
#include <utility>

namespace ooze {

ImTextureID textureOf(const Image& image) {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  const GLenum format = image.channels == 4 ? GL_RGBA : GL_RGB;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, format, GL_UNSIGNED_BYTE,
               image.pixels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(name));
}

void deleteTexture(ImTextureID texture) {
  const auto name = static_cast<GLuint>(reinterpret_cast<std::intptr_t>(texture));
  if (name) glDeleteTextures(1, &name);
}

FileLibrary::Pictures texturePictures(std::function<std::function<RenderQueue::Draw()>()> painter) {
  return {textureOf, deleteTexture, std::move(painter)};
}

}  // namespace ooze
