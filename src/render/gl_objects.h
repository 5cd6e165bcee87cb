// Wraps OpenGL objects in classes that delete the objects in their destructors.
#pragma once

#include <cstddef>
#include <glad/gl.h>
#include <glm/vec2.hpp>
#include <span>
#include <utility>
#include <vector>

namespace ooze {

/// Owns one OpenGL name. The context that made the name must be current at destruction.
template <class Traits>
class GlObject {
 public:
  GlObject() : name_(Traits::make()) {}
  ~GlObject() {
    if (name_) Traits::destroy(name_);
  }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_;
};

struct BufferTraits {
  static GLuint make() {
    GLuint n = 0;
    return glGenBuffers(1, &n), n;
  }
  static void destroy(GLuint n) { glDeleteBuffers(1, &n); }
};
struct VertexArrayTraits {
  static GLuint make() {
    GLuint n = 0;
    return glGenVertexArrays(1, &n), n;
  }
  static void destroy(GLuint n) { glDeleteVertexArrays(1, &n); }
};
struct TextureTraits {
  static GLuint make() {
    GLuint n = 0;
    return glGenTextures(1, &n), n;
  }
  static void destroy(GLuint n) { glDeleteTextures(1, &n); }
};
struct FramebufferTraits {
  static GLuint make() {
    GLuint n = 0;
    return glGenFramebuffers(1, &n), n;
  }
  static void destroy(GLuint n) { glDeleteFramebuffers(1, &n); }
};

using VertexArray = GlObject<VertexArrayTraits>;
using Framebuffer = GlObject<FramebufferTraits>;

class Buffer : public GlObject<BufferTraits> {
 public:
  /// Replaces the content; the buffer stays bound to `target`.
  template <class T>
  void upload(GLenum target, std::span<const T> data, GLenum usage) const {
    glBindBuffer(target, name());
    glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
  }
};

/// Owns a two-dimensional texture without mipmaps, clamped at the edges.
class Texture : public GlObject<TextureTraits> {
 public:
  Texture() = default;
  Texture(GLenum internalFormat, const glm::ivec2& size, GLenum filter);
  void bind(GLuint unit) const;
  [[nodiscard]] const glm::ivec2& size() const { return size_; }
  [[nodiscard]] GLenum format() const { return format_; }

 private:
  glm::ivec2 size_{0};
  GLenum format_ = 0;
};

/// Owns a framebuffer with its colour and depth textures.
class RenderTarget {
 public:
  RenderTarget() = default;
  /// @param colours  internal format of each colour attachment
  /// @param depth    internal format of the depth texture, or 0 for none
  /// @param filter   filter of all textures
  RenderTarget(const glm::ivec2& size, const std::vector<GLenum>& colours, GLenum depth,
               GLenum filter = GL_NEAREST);

  /// Binds the framebuffer for drawing and sets the viewport to its whole size.
  void bind() const;
  [[nodiscard]] const Texture& colour(std::size_t i = 0) const { return colours_[i]; }
  [[nodiscard]] const Texture& depth() const { return depth_.front(); }
  [[nodiscard]] const glm::ivec2& size() const { return size_; }
  [[nodiscard]] GLuint framebuffer() const { return framebuffer_.name(); }
  /// Attaches the depth texture of another target to this target.
  void attachDepth(const Texture& depth) const;

 private:
  glm::ivec2 size_{0};
  Framebuffer framebuffer_;
  std::vector<Texture> colours_;
  std::vector<Texture> depth_;  // holds at most one texture
};

}  // namespace ooze
