// Draws pictures into memory in the current OpenGL context, supersampled and in tiles if the size needs
// tiles.
#pragma once

#include "image/image.h"
#include "render/renderer.h"

#include <memory>

namespace ooze {

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

  /// Limits the width and height of a tile [pixels]; larger pictures are assembled from tiles.
  void limitTile(int pixels);

  /// Returns the renderer, for example to measure stages.
  [[nodiscard]] Renderer& renderer() { return renderer_; }

 private:
  Renderer renderer_;
  int tileLimit_;
};

}  // namespace ooze
