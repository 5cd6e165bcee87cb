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
  std::string view;        ///< name of the view ("spheres", ...); "" for the scene's own view
  std::string colour;      ///< key of the colour field, from quantitiesOf(); "" for the scene's own field
  std::string background;  ///< name of a background, or an environment map file; "" for the scene's own
  std::optional<LightSpec> light;    ///< light of the picture; unset for the scene's own light
  std::optional<float> spray;        ///< drawn part of the spray droplets, 0 .. 1; unset for the scene's own
  std::optional<CameraSpec> camera;  ///< camera of the picture; unset for the scene's own camera
};

/// Combines the options with the scene's look.
/// @throws InputError for an unknown view, colour or background, or as loadPanorama()
RenderSettings settingsOf(const PictureChoice& choice, const Scene& scene);
/// Returns what a snapshot must contain for such a picture.
SnapshotContent contentFor(const RenderSettings& settings);
CameraView cameraOf(const PictureChoice& choice, const Scene& scene);

}  // namespace ooze
