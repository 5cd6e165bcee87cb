// Pictures in memory, drawn in the current OpenGL context: of any size by tiles, and supersampled.
#pragma once

#include "image/image.h"
#include "render/renderer.h"

#include <memory>

namespace ooze {

class PictureMaker {
 public:
  /// Needs a current context whose functions are loaded, now and in every call. @throws RunError as Renderer
  PictureMaker();

  /// @param settings     size is that of the picture; origin and scale are ignored
  /// @param supersample  1 .. 8: renders this many times as wide and high and averages in linear light
  /// @returns 4 channels if settings.transparent, else 3
  /// @throws RunError if the context was lost meanwhile
  /// @throws InputError if the size is not within 1 .. 32768 or supersample not within 1 .. 8
  Image make(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
             const RenderSettings& settings, int supersample = 1);

  /// The most pixels along a side that are drawn at once; larger pictures are put together from tiles.
  void limitTile(int pixels);

  /// What draws: to measure its stages.
  [[nodiscard]] Renderer& renderer() { return renderer_; }

 private:
  Renderer renderer_;
  int tileLimit_;
};

}  // namespace ooze
