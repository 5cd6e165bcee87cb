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

/// Describes one tile of a larger picture [pixels].
struct Tile {
  glm::ivec2 origin{0};  ///< lower left pixel of the tile within the larger picture
  glm::ivec2 size{0};
  glm::ivec2 whole{0};  ///< size of the larger picture
};

struct TileLayers;

class Renderer {
 public:
  /// Needs a current context whose functions are loaded (loadOpenGl()).
  /// @throws RunError if the shaders are not found or do not compile
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the rectangle settings.origin, settings.size of a framebuffer. Leaves blending, depth test
  /// and scissor off, and the framebuffer and its viewport bound. Holds the snapshot until the next call: the
  /// surface and all else that depends on the snapshot alone is reused while the pointer stays the same.
  void draw(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
            const RenderSettings& settings, GLuint framebuffer);

  /// Draws one tile of a picture of tile.whole pixels; settings.size is the size of the tile.
  void drawTile(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                const RenderSettings& settings, const Tile& tile, GLuint framebuffer);

  /// Returns the layers of the last picture or tile.
  /// @throws std::logic_error unless the picture was drawn with RenderSettings::layers
  [[nodiscard]] const TileLayers& layers() const;

  /// Returns the compiler's message for a shader that was edited at run time and does not compile, or "".
  /// The last good version of the shader stays in use.
  [[nodiscard]] const std::string& shaderError() const;

  /// Estimates the triangle count of the last picture's surface for another cell width of the marching cubes
  /// grid [interaction radii]; unset if the picture showed no surface.
  [[nodiscard]] std::optional<std::size_t> surfaceTriangles(float cell) const;

  /// Switches the timing of stages on or off. With timing each stage waits for the stage before, so pictures
  /// take a little longer.
  void measureStages(bool on);
  /// Returns the duration of each stage of the last picture [ms]; empty unless stages are measured.
  [[nodiscard]] const StageTimer& cost() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Loads the OpenGL functions of the current context.
/// @param getAddress  finds a function by name, for example eglGetProcAddress or glfwGetProcAddress
/// @throws RunError "no OpenGL 4.1: ..." if the context is older
void loadOpenGl(GLADapiproc (*getAddress)(const char* name));
/// Returns true if the current context draws on the CPU (for example llvmpipe). Quality 0 or 1 is then wise.
bool isSoftwareRenderer();
/// Returns true if the current context is lost, with all objects in the context: the graphics card was
/// unplugged or the driver was restarted. Only contexts with reset notification report the loss; other
/// contexts draw nothing or end the program.
bool contextWasReset();

}  // namespace ooze
