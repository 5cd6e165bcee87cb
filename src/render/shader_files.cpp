#include "render/shader_files.h"

#include "ooze/base/error.h"

#include "base/file.h"

#include <cstdlib>
#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>
#include <sstream>
#include <vector>

namespace ooze {
namespace {

/// Returns the text of a file with each `#include "file"` replaced by that file. #line directives keep line
/// numbers in compiler messages equal to those of the edited file. GLSL 410 can only number files, so
/// included files count as file 1.
std::string expandIncludes(const std::filesystem::path& file) {
  std::istringstream lines(readText(file));
  std::string text, line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.rfind("#include \"", 0) != 0) {
      text += line + '\n';
      continue;
    }
    const std::size_t from = line.find('"') + 1;
    const std::filesystem::path included =
        file.parent_path() / line.substr(from, line.find('"', from) - from);
    text += fmt::format("#line 1 1\n{}\n#line {} 0\n", readText(included), number + 1);
  }
  return text;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find_first_of("\r\n")); }

template <class Get, class GetLog>
std::string infoLog(GLuint object, Get get, GetLog getLog) {
  GLint length = 0;
  get(object, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  getLog(object, length, nullptr, log.data());
  return firstLine(log.c_str());
}

/// Compiles the source of a shader stage.
/// @returns the compiler's message, or "" on success
std::string compileStage(GLuint shader, const std::string& source) {
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  return good ? "" : infoLog(shader, glGetShaderiv, glGetShaderInfoLog);
}

}  // namespace

ShaderProgram::ShaderProgram(const std::string& vertexSource, const std::string& fragmentSource)
    : name_(glCreateProgram()) {
  const GLuint vertex = glCreateShader(GL_VERTEX_SHADER), fragment = glCreateShader(GL_FRAGMENT_SHADER);
  std::string error = compileStage(vertex, vertexSource);
  if (error.empty()) error = compileStage(fragment, fragmentSource);
  if (error.empty()) {
    glAttachShader(name_, vertex);
    glAttachShader(name_, fragment);
    glLinkProgram(name_);
    GLint good = GL_FALSE;
    glGetProgramiv(name_, GL_LINK_STATUS, &good);
    if (!good) error = infoLog(name_, glGetProgramiv, glGetProgramInfoLog);
  }
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  if (!error.empty()) {
    glDeleteProgram(name_);
    throw RunError(error);
  }
  if (const GLuint block = glGetUniformBlockIndex(name_, "Frame"); block != GL_INVALID_INDEX)
    glUniformBlockBinding(name_, block, 0);
  for (const auto& [name, unit] : {std::pair{"environment", kEnvironmentUnit}, {"panorama", kBackdropUnit}})
    if (const GLint map = glGetUniformLocation(name_, name); map >= 0) {
      use();
      glUniform1i(map, static_cast<GLint>(unit));
    }
}

ShaderProgram::~ShaderProgram() { glDeleteProgram(name_); }

void ShaderProgram::use() const { glUseProgram(name_); }

GLint ShaderProgram::location(const char* name) {
  if (const auto found = locations_.find(name); found != locations_.end()) return found->second;
  return locations_[name] = glGetUniformLocation(name_, name);
}

void ShaderProgram::set(const char* name, int value) { glUniform1i(location(name), value); }
void ShaderProgram::set(const char* name, float value) { glUniform1f(location(name), value); }
void ShaderProgram::set(const char* name, const glm::vec2& value) {
  glUniform2fv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::vec3& value) {
  glUniform3fv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::mat4& value) {
  glUniformMatrix4fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::ivec2& value) {
  glUniform2iv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, std::span<const glm::vec4> values) {
  glUniform4fv(location(name), static_cast<GLsizei>(values.size()), glm::value_ptr(values.front()));
}

std::filesystem::path findShaderFolder() {
  namespace fs = std::filesystem;
  std::vector<fs::path> candidates;
  if (const char* named = std::getenv("OOZE_SHADERS"); named && *named) candidates.emplace_back(named);
  std::error_code ignored;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", ignored); !program.empty())
    candidates.push_back(program.parent_path() / "../share/ooze/shaders");
  candidates.emplace_back(OOZE_SOURCE_SHADERS);
  for (const fs::path& folder : candidates)
    if (fs::exists(folder / "frame.glsl", ignored)) return folder;
  throw RunError("the shaders are not installed: set OOZE_SHADERS to the folder that holds frame.glsl");
}

ShaderLibrary::ShaderLibrary(std::filesystem::path folder)
    : folder_(std::move(folder)), newest_(newestFile()) {}

std::unique_ptr<ShaderProgram> ShaderLibrary::compile(const ShaderEntry& entry) const {
  try {
    return std::make_unique<ShaderProgram>(expandIncludes(folder_ / entry.vertex),
                                           expandIncludes(folder_ / entry.fragment));
  } catch (const std::runtime_error& error) {
    throw RunError(fmt::format("shader {} + {}: {}", entry.vertex, entry.fragment, error.what()));
  }
}

ShaderProgram& ShaderLibrary::program(std::string_view fragment, std::string_view vertex) {
  const std::string key = fmt::format("{} {}", vertex, fragment);
  auto found = entries_.find(key);
  if (found == entries_.end()) {
    ShaderEntry entry{fmt::format("{}.vert", vertex), fmt::format("{}.frag", fragment), nullptr};
    entry.program = compile(entry);
    found = entries_.emplace(key, std::move(entry)).first;
  }
  return *found->second.program;
}

std::filesystem::file_time_type ShaderLibrary::newestFile() const {
  std::filesystem::file_time_type newest = std::filesystem::file_time_type::min();
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator(folder_, ignored))
    newest = std::max(newest, file.last_write_time(ignored));
  return newest;
}

void ShaderLibrary::reloadChanged() {
  const auto now = std::chrono::steady_clock::now();
  if (now - lastLook_ < std::chrono::milliseconds(250)) return;
  lastLook_ = now;
  if (newestFile() != newest_) reloadNow();
}

void ShaderLibrary::reloadNow() {
  newest_ = newestFile();
  error_.clear();
  for (auto& [key, entry] : entries_) {
    try {
      entry.program = compile(entry);
    } catch (const RunError& error) {
      if (error_.empty()) error_ = error.what();
    }
  }
}

}  // namespace ooze
