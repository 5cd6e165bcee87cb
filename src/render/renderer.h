// Draws snapshots with OpenGL 4.1 core into any framebuffer of the current context.
#pragma once

#include "ooze/base/stage_timer.h"
#include "ooze/world/snapshot.h"

#include "render/camera.h"
#include "render/render_settings.h"

#include <glad/gl.h>
#include <memory>
#include <optional>
#include <string>

namespace ooze {

/// A part of a larger picture: its lower left pixel and its size.
struct Tile {
  glm::ivec2 origin{0};
  glm::ivec2 size{0};
  glm::ivec2 whole{0};  ///< size of the larger picture
};

class Renderer {
 public:
  /// Needs a current context whose functions are loaded (loadOpenGl()).
  /// @throws RunError if the shaders are not found or do not compile
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into settings.origin, settings.size of a framebuffer. Leaves blending, depth test and scissor off,
  /// and the framebuffer and its viewport bound. The snapshot is held until the next call: what depends on it
  /// alone is kept for as long as it stays the same one.
  void draw(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
            const RenderSettings& settings, GLuint framebuffer);

  /// Draws one tile of a picture of tile.whole pixels; settings.size is the tile's.
  void drawTile(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                const RenderSettings& settings, const Tile& tile, GLuint framebuffer);

  /// The compiler's message for a shader that was edited while the program runs and does not compile, or "".
  /// The last good version stays in use.
  [[nodiscard]] const std::string& shaderError() const;

  /// About how many triangles the surface of the last picture has where the cells of its grid are this wide
  /// [h]; unset if it showed none.
  [[nodiscard]] std::optional<std::size_t> surfaceTriangles(float cell) const;

  /// Whether to time the stages of every picture. Each then waits for the one before it, so pictures take a
  /// little longer.
  void measureStages(bool on);
  /// Milliseconds by stage of the last picture; empty unless they are measured.
  [[nodiscard]] const StageTimer& cost() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Loads the OpenGL functions of the current context.
/// @param getAddress  as eglGetProcAddress or glfwGetProcAddress
/// @throws RunError "no OpenGL 4.1: ..." if the context is older
void loadOpenGl(GLADapiproc (*getAddress)(const char* name));
/// True if the current context draws on the CPU (llvmpipe and the like): then quality 0 or 1 is wise.
bool isSoftwareRenderer();
/// True if the current context is lost: its card was unplugged or its driver started anew, and all that it
/// held is gone. Only contexts that were made to tell do so; others draw nothing, or end the program.
bool contextWasReset();

}  // namespace ooze
