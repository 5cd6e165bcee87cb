// Pictures without a window or a display.
#pragma once

#include "render/picture_maker.h"

#include <memory>

namespace ooze {

/// An OpenGL 4.1 core context of its own without a surface, by EGL, current on the thread that made it.
class OffscreenContext {
 public:
  /// @throws RunError "no OpenGL 4.1: reason"
  /// llvmpipe looks through what the other contexts of its display draw just then, without a lock (Mesa
  /// 22.3): threads that draw beside one another need displays apart.
  enum class Display {
    Common,  ///< one for all of the process that ask for it
    Apart    ///< another one, where the processor draws; else the common one
  };
  explicit OffscreenContext(Display display = Display::Common);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  void makeCurrent() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// A PictureMaker with a context of its own.
class OffscreenRenderer {
 public:
  /// @throws RunError as OffscreenContext and Renderer
  OffscreenRenderer();

  /// As PictureMaker::make().
  Image render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
               const RenderSettings& settings, int supersample = 1);
  /// The same of a copy.
  Image render(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
               int supersample = 1) {
    return render(std::make_shared<const Snapshot>(snapshot), camera, settings, supersample);
  }
  /// As PictureMaker::limitTile().
  void limitTile(int pixels);

  /// What draws: to measure its stages.
  [[nodiscard]] Renderer& renderer();

 private:
  OffscreenContext context_;  // first: the maker needs it
  PictureMaker maker_;
};

}  // namespace ooze
