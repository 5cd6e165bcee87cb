// How pictures of the command line look: what commands that draw have in common.
#pragma once

#include "ooze/scene/scene.h"

#include <optional>
#include <string>

namespace ooze {

struct CameraView;
struct RenderSettings;

struct PictureChoice {
  int width = 1280, height = 720;
  std::string view;                  ///< "": the scene's own
  std::string colour;                ///< a key of quantitiesOf(); "": the scene's own
  std::string background;            ///< or a picture (isPanorama()); "": the scene's own
  std::optional<LightSpec> light;    ///< unset: the scene's own
  std::optional<float> spray;        ///< unset: the scene's own
  std::optional<CameraSpec> camera;  ///< unset: the scene's own
};

/// @throws InputError if a view, a colour or a background is not known, or as loadPanorama()
RenderSettings settingsOf(const PictureChoice& choice, const Scene& scene);
/// What snapshots for such a picture must have.
SnapshotContent contentFor(const RenderSettings& settings);
CameraView cameraOf(const PictureChoice& choice, const Scene& scene);

}  // namespace ooze
