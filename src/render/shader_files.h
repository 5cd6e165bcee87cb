// GLSL from plain files, compiled when they change.
#pragma once

#include <chrono>
#include <filesystem>
#include <glad/gl.h>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ooze {

/// The texture unit where every program finds its environment; passes use those below it.
inline constexpr GLuint kEnvironmentUnit = 15;
/// And that of the picture behind everything, where there is one.
inline constexpr GLuint kBackdropUnit = 14;

/// A linked program. Setting a uniform that the program does not use does nothing.
class ShaderProgram {
 public:
  /// @throws RunError with the compiler's message
  ShaderProgram(const std::string& vertexSource, const std::string& fragmentSource);
  ~ShaderProgram();
  ShaderProgram(const ShaderProgram&) = delete;
  ShaderProgram& operator=(const ShaderProgram&) = delete;

  void use() const;
  void set(const char* name, int value);
  void set(const char* name, float value);
  void set(const char* name, const glm::vec2& value);
  void set(const char* name, const glm::vec3& value);
  void set(const char* name, const glm::mat4& value);
  void set(const char* name, const glm::ivec2& value);
  void set(const char* name, std::span<const glm::vec4> values);

 private:
  GLint location(const char* name);
  GLuint name_ = 0;
  std::map<std::string, GLint, std::less<>> locations_;
};

/// The folder with the shaders: $OOZE_SHADERS, ../share/ooze/shaders beside the program, the source tree.
/// @throws RunError if none is there
std::filesystem::path findShaderFolder();

/// The programs of one context. A program "liquid" is liquid.vert and liquid.frag, or the vertex shader
/// named.
class ShaderLibrary {
 public:
  explicit ShaderLibrary(std::filesystem::path folder);

  /// Compiles at the first call. @throws RunError if that fails
  ShaderProgram& program(std::string_view fragment, std::string_view vertex);

  /// Compiles again what changed on disk since the last call; looks at most four times a second.
  /// A program that does not compile keeps its last good version, and error() says why.
  void reloadChanged();
  /// The same, at once.
  void reloadNow();
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct Entry {
    std::string vertex, fragment;  // file names
    std::unique_ptr<ShaderProgram> program;
  };
  std::unique_ptr<ShaderProgram> compile(const Entry& entry) const;
  [[nodiscard]] std::filesystem::file_time_type newestFile() const;

  std::filesystem::path folder_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::filesystem::file_time_type newest_;
  std::chrono::steady_clock::time_point lastLook_{};
  std::string error_;
};

}  // namespace ooze
