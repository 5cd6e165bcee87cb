// Renders the view on its own thread and OpenGL context. A slow picture therefore does not block panels and
// mouse. The window shows the last finished picture.
#pragma once

#include "ooze/base/stage_timer.h"

#include "app/pictures/picture_request.h"
#include "app/pictures/render_pacing.h"
#include "app/window/display_loss.h"
#include "image/image.h"
#include "render/renderer.h"
#include "session/session.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

struct GLFWwindow;

namespace ooze {

class PictureThread {
 public:
  /// Starts the thread. Call on the main thread, with the window's context current.
  /// @param wake   called on the drawing thread when a new picture or message is available
  /// @param drawn  called on the drawing thread with the begin and end of each picture
  /// @throws RunError as Renderer
  PictureThread(GLFWwindow* window, std::function<void()> wake,
                std::function<void(const StageSlice&)> drawn = {});
  ~PictureThread();
  PictureThread(const PictureThread&) = delete;
  PictureThread& operator=(const PictureThread&) = delete;

  /// Requests a picture. Only the latest request counts.
  void request(PictureRequest request);
  /// Renders a picture at full quality into a PNG file; takeMessages() reports the result.
  void save(PictureRequest request, std::filesystem::path file);

  /// Copies the last finished picture to the default framebuffer of the window's context.
  /// @param origin  lower left corner [pixels]
  /// @throws RunError if drawing failed permanently
  void show(const glm::ivec2& origin, const glm::ivec2& size);

  /// Returns false until the first picture is available. Call on the window's thread.
  [[nodiscard]] bool shows() const { return anything_; }
  /// Returns the scene of the shown picture; null until a picture is shown. Call on the window's thread.
  [[nodiscard]] const std::shared_ptr<const Scene>& sceneShown() const { return sceneShown_; }
  /// Returns the simulated time of the shown picture; 0 until a picture is shown [s]. Call on the window's
  /// thread.
  [[nodiscard]] double timeShown() const { return timeShown_; }
  /// Returns true if a finished picture has not been shown yet.
  [[nodiscard]] bool fresh() const;

  /// Estimates how many triangles the surface of the last picture would have in a file of `ooze run`.
  /// Returns nothing if the picture shows no surface.
  [[nodiscard]] std::optional<std::size_t> surfaceTriangles() const;

  /// Returns the number of pictures drawn so far.
  [[nodiscard]] std::size_t count() const;
  /// Describes how the last picture was simplified, or returns "".
  [[nodiscard]] std::string qualityNote() const;
  std::vector<Message> takeMessages();

 private:
  using Clock = std::chrono::steady_clock;
  /// A picture on its way to the window: a texture shared by both contexts. With software rendering the
  /// contexts share nothing (OffscreenContext::Display), so the slot holds pixels.
  struct TextureSlot {
    GLuint texture = 0;
    glm::ivec2 size{0};
    GLsync shown = nullptr;            ///< fence that passes when the window has read the texture
    std::vector<std::uint8_t> pixels;  ///< RGBA, bottom row first
    std::shared_ptr<const Scene> scene;
    double time = 0.0;  ///< simulated time of the picture [s]
  };
  struct Save {
    PictureRequest request;
    std::filesystem::path file;
  };

  void run(std::exception_ptr& failure, bool& ready);
  void work(Renderer& renderer);
  void draw(Renderer& renderer, const PictureRequest& request, const QualityLevel& level);
  void saveFile(Renderer& renderer, const Save& save);
  void prepare(TextureSlot& slot, const glm::ivec2& size);
  void readBack(TextureSlot& slot);
  void upload(const TextureSlot& slot);
  void publish(std::string note);
  void tell(Message message);

  const bool software_;
  /// Hidden window that shares textures with the visible window; null on a separate display.
  GLFWwindow* context_;
  const std::function<void()> wake_;
  const std::function<void(const StageSlice&)> drawn_;
  const ResetWatch resetWatch_{contextWasReset};

  // Members of the drawing thread.
  GLuint framebuffer_ = 0;
  GLuint ownTexture_ = 0;  ///< render target on a separate display
  std::size_t back_ = 0;
  std::optional<PictureRequest> last_;
  bool refined_ = false;  ///< whether the last picture has full quality
  std::string shaderError_;
  RenderPacing pace_;

  // Members of the window's thread.
  GLuint readFramebuffer_ = 0;
  GLuint uploaded_ = 0;  ///< texture of the front picture, for a separate display
  std::size_t front_ = 1;
  bool anything_ = false;  ///< whether any picture can be shown
  std::shared_ptr<const Scene> sceneShown_;
  double timeShown_ = 0.0;  ///< simulated time of the shown picture [s]

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool stop_ = false;
  std::array<TextureSlot, 3> slots_;
  std::size_t ready_ = 2;  ///< index in slots_ of the last finished picture
  bool fresh_ = false;     ///< whether the last finished picture has not been shown yet
  std::size_t count_ = 0;  ///< number of finished pictures
  std::string note_;       ///< describes how the last picture was simplified; "" at full quality
  std::optional<std::size_t> triangles_;
  QualityGovernor governor_;
  std::optional<PictureRequest> wanted_;
  std::vector<Save> saves_;
  std::vector<Message> messages_;
  std::exception_ptr failure_;

  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

}  // namespace ooze
