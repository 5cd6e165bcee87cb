#include "app/pictures/thumbnails.h"

#include "ooze/base/error.h"
#include "ooze/world/spray_trail.h"

#include "app/pictures/picture_choice.h"
#include "base/thread_priority.h"
#include "render/panorama.h"

#include <algorithm>
#include <chrono>
#include <utility>

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

constexpr int kThumbnailNiceness = 15;  // niceness; lower priority than all other work, because nobody waits
                                        // for thumbnails
constexpr double kLongest = 3.0;        // wall time limit of simulating one thumbnail [s]

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
  return std::get<Image>(draw(
      {trail.snapshot(world, content), CameraView(scene.thumbnail.camera.value_or(scene.camera)), settings}));
}

std::filesystem::path shippedThumbnail(const Listing& listing) {
  if (listing.own) return {};
  const char* const kind = listing.kind == Listing::ListingKind::Scene ? "scenes" : "materials";
  const std::filesystem::path assets = listing.file.parent_path().parent_path();
  const std::filesystem::path file = assets / "thumbnails" / kind / (listing.name + ".jpg");
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

ThumbnailThread::ThumbnailThread(std::function<RenderQueue::Draw()> open, std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this, open = std::move(open)] { run(open); }) {}

ThumbnailThread::~ThumbnailThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ThumbnailThread::request(Listing listing) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(listing));
  }
  changed_.notify_all();
}

std::vector<ThumbnailThread::Done> ThumbnailThread::takeDone() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void ThumbnailThread::run(const std::function<RenderQueue::Draw()>& open) {
  lowerThreadPriority(kThumbnailNiceness);
  RenderQueue::Draw draw;
  while (true) {
    Listing listing;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return;
      listing = std::move(waiting_.front());
      waiting_.pop_front();
    }
    Done done{listing.file, std::nullopt};
    try {
      if (!draw) draw = open();
      done.image = make(listing, draw);
    } catch (const std::exception&) {
      // Without OpenGL, or if the simulation fails, the thumbnail's card shows that no picture exists.
    }
    {
      const std::lock_guard lock(mutex_);
      done_.push_back(std::move(done));
    }
    if (!stop_) wake_();
  }
}

std::optional<Image> ThumbnailThread::make(const Listing& listing, const RenderQueue::Draw& draw) const {
  ThumbnailEffort effort;
  effort.seconds = kLongest;
  effort.cancelled = [this] { return stop_.load(); };
  return makeThumbnail(listing, effort, draw);
}

}  // namespace ooze
