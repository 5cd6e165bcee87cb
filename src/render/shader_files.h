// Loads GLSL shaders from plain files, and compiles the shaders again when files change.
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

/// Texture unit of the environment map in every program. Passes use the units below kBackdropUnit.
inline constexpr GLuint kEnvironmentUnit = 15;
/// Texture unit of the panorama that the camera sees behind everything.
inline constexpr GLuint kBackdropUnit = 14;

/// Owns a linked program. Setting a uniform that the program does not use does nothing.
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

/// Finds the folder with the shaders: $OOZE_SHADERS, ../share/ooze/shaders beside the program, or the source
/// tree, the first that exists.
/// @throws RunError if none of the folders exists
std::filesystem::path findShaderFolder();

/// Compiles and keeps the programs of one context. Names are file names without .vert and .frag.
class ShaderLibrary {
 public:
  explicit ShaderLibrary(std::filesystem::path folder);

  /// Returns a program, compiled at the first call.
  /// @throws RunError if compiling fails
  ShaderProgram& program(std::string_view fragment, std::string_view vertex);

  /// Recompiles all programs if a file changed on disk since the last call; checks at most four times a
  /// second. A program that does not compile keeps its last good version, and error() says why.
  void reloadChanged();
  /// Recompiles all programs at once.
  void reloadNow();
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct ShaderEntry {
    std::string vertex, fragment;  // names of the shader files
    std::unique_ptr<ShaderProgram> program;
  };
  std::unique_ptr<ShaderProgram> compile(const ShaderEntry& entry) const;
  [[nodiscard]] std::filesystem::file_time_type newestFile() const;

  std::filesystem::path folder_;
  std::map<std::string, ShaderEntry, std::less<>> entries_;
  std::filesystem::file_time_type newest_;
  std::chrono::steady_clock::time_point lastLook_{};
  std::string error_;
};

}  // namespace ooze
