#include "app/pictures/thumbnail_maker.h"

#include "ooze/base/error.h"
#include "ooze/world/spray_trail.h"

#include "app/pictures/picture_choice.h"
#include "render/panorama.h"

#include <algorithm>
#include <chrono>

namespace ooze {
namespace {

constexpr double kLatest = 3.0;  // latest moment of scenes without their own thumbnail time [s]

/// Returns the standard scene with the material. All materials share one scene, so that thumbnails are
/// comparable.
Scene sceneOf(const Listing& material, Detail detail) {
  Scene scene = loadScene(findAsset("thumbnails/material.json").string(), detail);
  MaterialDefinition& liquid = scene.world.materials.at(0);
  const std::string name = liquid.name;
  if (!material.method.empty()) scene.world.method = material.method;
  liquid = loadMaterial(material.file.string(), scene.world.method);
  liquid.name = name;
  return scene;
}

double bestMoment(const Scene& scene) {
  return scene.thumbnail.time > 0.0 ? scene.thumbnail.time : std::min(kLatest, 0.4 * scene.duration);
}

/// Simulates up to a time. @return false if cancelled
bool simulate(World& world, double until, const ThumbnailEffort& effort, SprayTrail& trail,
              const SnapshotContent& content) {
  const auto begin = std::chrono::steady_clock::now();
  while (world.time() < until) {
    if (effort.cancelled && effort.cancelled()) return false;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (effort.seconds > 0.0 && spent.count() > effort.seconds) break;
    if (content.droplets) (void)trail.snapshot(world, content);  // spray accumulates over every frame
    world.advanceFrame();
  }
  return true;
}

RenderSettings settingsOf(const Scene& scene) {
  RenderSettings settings;
  settings.size = kThumbnailSize;
  settings.view = parseView(scene.look.view);
  settings.quantity = scene.look.colour.empty()
                          ? defaultQuantity(settings.view)
                          : parseQuantity(scene.look.colour, findMethod(scene.world.method));
  settings.background = parseBackground(scene.look.background);
  try {
    if (!scene.look.panorama.empty()) settings.panorama = loadPanorama(scene.look.panorama);
  } catch (const InputError&) {
    // A thumbnail without its environment map is better than none.
  }
  settings.light = scene.look.light;
  settings.spray = scene.look.spray;
  return settings;
}

}  // namespace

std::optional<Image> makeThumbnail(const Listing& listing, const ThumbnailEffort& effort,
                                   const RenderQueue::Draw& draw) {
  const Scene scene = listing.kind == Listing::ListingKind::Material
                          ? sceneOf(listing, effort.detail)
                          : loadScene(listing.file.string(), effort.detail);
  World world(scene.world, effort.threads);
  const RenderSettings settings = settingsOf(scene);
  const SnapshotContent content = contentFor(settings);
  SprayTrail trail(effort.threads);
  if (!simulate(world, bestMoment(scene), effort, trail, content)) return std::nullopt;
  return draw(
      {trail.snapshot(world, content), CameraView(scene.thumbnail.camera.value_or(scene.camera)), settings});
}

std::filesystem::path shippedThumbnail(const Listing& listing) {
  if (listing.own) return {};
  const char* const kind = listing.kind == Listing::ListingKind::Scene ? "scenes" : "materials";
  const std::filesystem::path assets = listing.file.parent_path().parent_path();
  const std::filesystem::path file = assets / "thumbnails" / kind / (listing.name + ".jpg");
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

}  // namespace ooze
