// Pictures without a window or a display.
#pragma once

#include "render/image.h"
#include "render/renderer.h"

#include <memory>

namespace ooze {

/// An OpenGL 4.1 core context of its own on EGL's surfaceless platform, current on the thread that made it.
class OffscreenContext {
 public:
  /// @throws RunError "no OpenGL 4.1: reason"
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  void makeCurrent() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

class OffscreenRenderer {
 public:
  /// @throws RunError as OffscreenContext and Renderer
  OffscreenRenderer();
  ~OffscreenRenderer();

  /// @param settings     size is that of the picture; origin and scale are ignored
  /// @param supersample  1 .. 8: renders this many times as wide and high and averages in linear light
  /// @returns 4 channels if settings.transparent, else 3
  /// @throws InputError if the size is not within 1 .. 32768 or supersample not within 1 .. 8
  Image render(const std::shared_ptr<const Snapshot>& snapshot, const CameraView& camera,
               const RenderSettings& settings, int supersample = 1);
  /// The same of a copy.
  Image render(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
               int supersample = 1) {
    return render(std::make_shared<const Snapshot>(snapshot), camera, settings, supersample);
  }

  /// The most pixels along a side that are drawn at once; larger pictures are put together from tiles.
  void limitTile(int pixels);

  /// What draws: to measure its stages.
  [[nodiscard]] Renderer& renderer();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
