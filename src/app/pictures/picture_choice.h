// Options for the look of pictures, shared by the commands that render.
#pragma once

#include "ooze/scene/scene.h"

#include <optional>
#include <string>

namespace ooze {

struct CameraView;
struct RenderSettings;

/// Options for the look of pictures on the command line; unset options keep the look of the scene.
struct PictureChoice {
  int width = 1280, height = 720;
  std::string view;                  ///< "" for the scene's own view
  std::string colour;                ///< colour field, a key of quantitiesOf(); "" for the scene's own
  std::string background;            ///< background, or an environment map file (isPanorama()); "" for the
                                     ///< scene's own
  std::optional<LightSpec> light;    ///< unset for the scene's own
  std::optional<float> spray;        ///< unset for the scene's own
  std::optional<CameraSpec> camera;  ///< unset for the scene's own
};

/// Combines the options with the scene's look.
/// @throws InputError for an unknown view, colour or background, or as loadPanorama()
RenderSettings settingsOf(const PictureChoice& choice, const Scene& scene);
/// Returns what a snapshot must contain for such a picture.
SnapshotContent contentFor(const RenderSettings& settings);
CameraView cameraOf(const PictureChoice& choice, const Scene& scene);

}  // namespace ooze
