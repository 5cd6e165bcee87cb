// Draws the view on a thread and an OpenGL context of its own, so that panels and mouse stay quick however
// long a picture takes. The window shows the last finished picture.
#pragma once

#include "ooze/base/stage_timer.h"

#include "app/pictures/picture_pace.h"
#include "app/pictures/picture_request.h"
#include "app/pictures/quality_governor.h"
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
  /// From the main thread, with the window's context current.
  /// @param wake   called on the picture's thread when there is something new to show
  /// @param drawn  called there with when each picture was drawn
  /// @throws RunError as Renderer
  PictureThread(GLFWwindow* window, std::function<void()> wake,
                std::function<void(const StageSlice&)> drawn = {});
  ~PictureThread();
  PictureThread(const PictureThread&) = delete;
  PictureThread& operator=(const PictureThread&) = delete;

  /// Asks for this picture. Only the latest request counts.
  void request(PictureRequest request);
  /// Draws it once more at full quality into a PNG file; takeMessages() tells how that went.
  void save(PictureRequest request, std::filesystem::path file);

  /// Copies the last finished picture to the default framebuffer of the window's context.
  /// @param origin  lower left corner [pixels]
  /// @throws RunError if drawing failed for good
  void show(const glm::ivec2& origin, const glm::ivec2& size);

  /// False until the first picture is there. From the window's thread.
  [[nodiscard]] bool shows() const { return anything_; }
  /// Of which the picture is that is shown; null until there is one. From the window's thread.
  [[nodiscard]] const std::shared_ptr<const Scene>& sceneShown() const { return sceneShown_; }
  /// The moment of that scene that it shows; 0 until there is one [s]. From the window's thread.
  [[nodiscard]] double timeShown() const { return timeShown_; }
  /// True if there is a finished picture that was not shown yet.
  [[nodiscard]] bool fresh() const;

  /// About how many triangles the surface in the last picture has as a file of `ooze run` would hold it;
  /// unset if it showed none.
  [[nodiscard]] std::optional<std::size_t> surfaceTriangles() const;

  /// How many pictures were drawn.
  [[nodiscard]] std::size_t count() const;
  /// How the last picture was simplified, or "".
  [[nodiscard]] std::string qualityNote() const;
  std::vector<Message> takeMessages();

 private:
  using Clock = std::chrono::steady_clock;
  /// A picture on its way to the window: a texture that both contexts have, or its pixels, where the
  /// processor draws and the displays are apart (OffscreenContext::Display).
  struct Slot {
    GLuint texture = 0;
    glm::ivec2 size{0};
    GLsync shown = nullptr;            ///< passes when the window has read it
    std::vector<std::uint8_t> pixels;  ///< RGBA, from below
    std::shared_ptr<const Scene> scene;
    double time = 0.0;  ///< of its moment [s]
  };
  struct Save {
    PictureRequest request;
    std::filesystem::path file;
  };

  void run(std::exception_ptr& failure, bool& ready);
  void work(Renderer& renderer);
  void draw(Renderer& renderer, const PictureRequest& request, const QualityLevel& level);
  void saveFile(Renderer& renderer, const Save& save);
  void prepare(Slot& slot, const glm::ivec2& size);
  void readBack(Slot& slot);
  void upload(const Slot& slot);
  void publish(std::string note);
  void tell(Message message);

  const bool software_;
  GLFWwindow* context_;  ///< a hidden window that shares textures with the visible one; null: apart
  const std::function<void()> wake_;
  const std::function<void(const StageSlice&)> drawn_;
  const ResetWatch resetWatch_{contextWasReset};

  // Only the picture's thread touches these.
  GLuint framebuffer_ = 0;
  GLuint ownTexture_ = 0;  ///< that is drawn to where the displays are apart
  std::size_t back_ = 0;
  std::optional<PictureRequest> last_;
  bool refined_ = false;  ///< the last picture is as good as can be
  std::string shaderError_;
  PicturePace pace_;

  // Only the window's thread touches these.
  GLuint readFramebuffer_ = 0;
  GLuint uploaded_ = 0;  ///< the front picture where the displays are apart
  std::size_t front_ = 1;
  bool anything_ = false;  ///< to show
  std::shared_ptr<const Scene> sceneShown_;
  double timeShown_ = 0.0;  ///< [s]

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool stop_ = false;
  std::array<Slot, 3> slots_;
  std::size_t ready_ = 2;  ///< the finished one
  bool fresh_ = false;     ///< and not shown yet
  std::size_t count_ = 0;  ///< of pictures that were finished
  std::string note_;       ///< how the last was simplified
  std::optional<std::size_t> triangles_;
  QualityGovernor governor_;
  std::optional<PictureRequest> wanted_;
  std::vector<Save> saves_;
  std::vector<Message> messages_;
  std::exception_ptr failure_;

  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
