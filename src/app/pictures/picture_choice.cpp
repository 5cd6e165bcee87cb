#include "app/pictures/picture_choice.h"

#include "render/camera.h"
#include "render/panorama.h"
#include "render/render_settings.h"

namespace ooze {
namespace {

/// Returns the requested colour field, else the scene's field, else the default field of the view.
Field quantityOf(const PictureChoice& choice, const Scene& scene, View view) {
  const std::string& key = choice.colour.empty() ? scene.look.colour : choice.colour;
  return key.empty() ? defaultQuantity(view) : parseQuantity(key, findMethod(scene.world.method));
}

}  // namespace

RenderSettings settingsOf(const PictureChoice& choice, const Scene& scene) {
  RenderSettings settings;
  settings.size = {choice.width, choice.height};
  settings.view = parseView(choice.view.empty() ? scene.look.view : choice.view);
  settings.quantity = quantityOf(choice, scene, settings.view);
  const bool own = choice.background.empty();
  if (own ? !scene.look.panorama.empty() : isPanorama(choice.background))
    settings.panorama = loadPanorama(own ? scene.look.panorama : findPanorama(choice.background, ""));
  else
    settings.background = parseBackground(own ? scene.look.background : choice.background);
  settings.light = choice.light.value_or(scene.look.light);
  settings.spray = choice.spray.value_or(scene.look.spray);
  return settings;
}

SnapshotContent contentFor(const RenderSettings& settings) {
  SnapshotContent content = contentFor(settings.quantity);
  content.droplets = showsDroplets(settings);
  return content;
}

CameraView cameraOf(const PictureChoice& choice, const Scene& scene) {
  return CameraView(choice.camera.value_or(scene.camera));
}

}  // namespace ooze
