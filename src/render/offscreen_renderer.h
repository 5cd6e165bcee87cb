// Draws pictures into memory: in the current OpenGL context, or in a context without a window or a display
// server (EGL).
#pragma once

#include "image/image.h"
#include "image/layered_picture.h"
#include "render/renderer.h"

#include <memory>

namespace ooze {

/// Draws pictures in the current OpenGL context, supersampled and in tiles if the size needs tiles.
class PictureRenderer {
 public:
  /// Needs a current context with loaded functions, now and in every call.
  /// @throws RunError as Renderer
  PictureRenderer();

  /// Draws a picture of a snapshot.
  /// @param settings     `size` is the size of the picture; `origin` and `scale` are ignored
  /// @param supersample  1 .. 8: renders this many times as wide and high and averages in linear light
  /// @returns 4 channels if settings.transparent, else 3
  /// @throws RunError if the context was lost meanwhile
  /// @throws InputError if the size is not within 1 .. 32768 or supersample not within 1 .. 8
  Image make(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
             const RenderSettings& settings, int supersample = 1);

  /// Draws a picture with layers in linear light. Light is averaged over the samples of a pixel; the layers
  /// are those of the middle sample, because an average of two objects' depths belongs to neither.
  /// @param settings, supersample  as for make(); `layers` and `smoothEdges` are ignored
  /// @throws as make()
  LayeredPicture makeLayered(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                             const RenderSettings& settings, int supersample = 1);

  /// Limits the width and height of a tile [pixels]; larger pictures are assembled from tiles.
  void limitTile(int pixels);

  /// Returns the renderer, for example to measure stages.
  [[nodiscard]] Renderer& renderer() { return renderer_; }

 private:
  template <class Use>
  void drawTiles(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                 const RenderSettings& settings, int supersample, const Use& use);

  Renderer renderer_;
  int tileLimit_;
};

/// Owns an OpenGL 4.1 core context without a surface (EGL), current on the thread that made the context.
class OffscreenContext {
 public:
  /// Chooses the EGL display of a context. llvmpipe reads what other contexts of the same display draw at the
  /// moment, without a lock (Mesa 22.3). Threads that draw concurrently therefore need separate displays.
  enum class Display {
    Common,  ///< display shared by all contexts of the process
    Apart    ///< separate display of the software renderer; the common display if EGL has none
  };
  /// @throws RunError "no OpenGL 4.1: reason"
  explicit OffscreenContext(Display display = Display::Common);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  void makeCurrent() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// Combines a PictureRenderer with an offscreen context.
class OffscreenRenderer {
 public:
  /// @throws RunError as OffscreenContext and Renderer
  OffscreenRenderer();

  /// Draws a picture; see PictureRenderer::make().
  Image render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
               const RenderSettings& settings, int supersample = 1);
  /// Draws a picture of a copy of the snapshot.
  Image render(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
               int supersample = 1) {
    return render(std::make_shared<const Snapshot>(snapshot), camera, settings, supersample);
  }
  /// Draws a picture with layers; see PictureRenderer::makeLayered().
  LayeredPicture renderLayered(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
                               const RenderSettings& settings, int supersample = 1);
  /// Limits the size of tiles; see PictureRenderer::limitTile().
  void limitTile(int pixels);

  /// Returns the renderer, for example to measure stages.
  [[nodiscard]] Renderer& renderer();

 private:
  OffscreenContext context_;  // must be declared first: maker_ needs a current context
  PictureRenderer maker_;
};

}  // namespace ooze
