#include "render/gl_objects.h"

#include "ooze/base/error.h"

namespace ooze {
namespace {

struct PixelLayout {
  GLenum format, type;
};
/// Returns a pixel layout for an internal format: glTexImage2D requires a layout even without data.
PixelLayout layoutFor(GLenum internalFormat) {
  switch (internalFormat) {
    case GL_DEPTH_COMPONENT16:
    case GL_DEPTH_COMPONENT24:
    case GL_DEPTH_COMPONENT32F:
      return {GL_DEPTH_COMPONENT, GL_FLOAT};
    case GL_DEPTH24_STENCIL8:
      return {GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8};
    case GL_R8:
      return {GL_RED, GL_UNSIGNED_BYTE};
    case GL_R16F:
    case GL_R32F:
      return {GL_RED, GL_FLOAT};
    case GL_RGBA8:
      return {GL_RGBA, GL_UNSIGNED_BYTE};
    default:
      return {GL_RGBA, GL_FLOAT};
  }
}

}  // namespace

Texture::Texture(GLenum internalFormat, const glm::ivec2& size, GLenum filter)
    : size_(size), format_(internalFormat) {
  glBindTexture(GL_TEXTURE_2D, name());
  const PixelLayout layout = layoutFor(internalFormat);
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internalFormat), size.x, size.y, 0, layout.format,
               layout.type, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

void Texture::bind(GLuint unit) const {
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, name());
}

RenderTarget::RenderTarget(const glm::ivec2& size, const std::vector<GLenum>& colours, GLenum depth,
                           GLenum filter)
    : size_(size) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  std::vector<GLenum> attachments;
  for (const GLenum format : colours) {
    const GLenum attachment = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(attachments.size());
    colours_.emplace_back(format, size, filter);
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, colours_.back().name(), 0);
    attachments.push_back(attachment);
  }
  if (depth) {
    depth_.emplace_back(depth, size, filter);
    attachDepth(depth_.back());
  }
  glDrawBuffers(static_cast<GLsizei>(attachments.size()), attachments.data());
  if (attachments.empty()) glReadBuffer(GL_NONE);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw RunError("the graphics driver cannot create a framebuffer that OpenGL 4.1 requires");
}

void RenderTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, size_.x, size_.y);
}

void RenderTarget::attachDepth(const Texture& depth) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  // A stencil left over from another texture would make the framebuffer incomplete.
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
  const GLenum point =
      depth.format() == GL_DEPTH24_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT;
  glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, depth.name(), 0);
}

}  // namespace ooze
