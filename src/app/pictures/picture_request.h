// What the view should show, and in what two wishes differ.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include "render/camera.h"
#include "render/render_settings.h"

#include <memory>
#include <optional>

namespace ooze {

struct PictureRequest {
  std::shared_ptr<const Scene> scene;  ///< of which the snapshot is a moment
  std::shared_ptr<const Snapshot> snapshot;
  CameraView camera;
  RenderSettings settings;     ///< origin, quality and scale are chosen by the thread that draws
  std::optional<int> quality;  ///< none: as good as this machine draws quickly
  bool playing = false;        ///< the simulation wants its share of the processor
  bool passing = false;        ///< another comes soon: this one is not drawn again to be better
};

/// Whether they ask for one and the same picture.
[[nodiscard]] bool areSame(const PictureRequest& a, const PictureRequest& b);
/// Whether they differ at most in the moment of the world, by which colours may be scaled too.
[[nodiscard]] bool areOfAnotherMoment(const PictureRequest& a, const PictureRequest& b);
/// Whether they differ at most in that, in where they look from and in the size of the picture.
[[nodiscard]] bool areSeenFromElsewhere(const PictureRequest& a, const PictureRequest& b);

}  // namespace ooze
