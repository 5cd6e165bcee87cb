// A request for a picture of the view, comparisons of two requests, and the crop that shows a picture of
// another size.
#pragma once

#include "ooze/base/math.h"
#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include "render/camera.h"
#include "render/render_settings.h"

#include <memory>
#include <optional>

namespace ooze {

/// A picture that the view wants from the drawing thread.
struct PictureRequest {
  std::shared_ptr<const Scene> scene;  ///< scene that the snapshot belongs to
  std::shared_ptr<const Snapshot> snapshot;
  CameraView camera;
  RenderSettings settings;     ///< the drawing thread chooses origin, quality and scale
  std::optional<int> quality;  ///< render quality; unset: the best that this machine draws quickly
  bool playing = false;        ///< the simulation needs its share of the processor
  bool isTransient = false;    ///< another request follows soon, so this picture is not refined
};

/// Returns whether two requests give the same picture.
[[nodiscard]] bool areSame(const PictureRequest& a, const PictureRequest& b);
/// Returns whether two requests differ at most in the moment of the world and the colour scale.
[[nodiscard]] bool differOnlyInMoment(const PictureRequest& a, const PictureRequest& b);
/// Returns whether two requests differ at most in moment, colour scale, camera and size of the picture.
[[nodiscard]] bool differOnlyInMomentAndView(const PictureRequest& a, const PictureRequest& b);

/// A rectangle of a picture, between two corners [pixels].
struct PictureCrop {
  glm::ivec2 from, to;
  bool operator==(const PictureCrop&) const = default;
};

/// Returns the centred crop of a picture with the aspect ratio of the destination. Until the view's new size
/// is drawn, the old picture is cropped instead of distorted. Neither size may be empty.
PictureCrop centredCrop(const glm::ivec2& picture, const glm::ivec2& place);

}  // namespace ooze
