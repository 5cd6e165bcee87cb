#include "app/commands/picture_source.h"

#include "ooze/base/error.h"

#include <fmt/format.h>

namespace ooze {
namespace {

CameraView cameraAt(const RenderOptions& options, const Scene& scene, std::uint64_t picture) {
  const CameraView start = cameraOf(options, scene);
  if (!options.turntable) return start;
  const std::uint64_t turn = options.turn > 0 ? options.turn : pictureCount(options);
  return start.turned(
      static_cast<float>(360.0 * static_cast<double>(picture % turn) / static_cast<double>(turn)));
}

}  // namespace

bool orbitsOneFrame(const RenderOptions& o) { return o.turntable && o.frames.first == o.frames.last; }

std::uint64_t pictureCount(const RenderOptions& o) {
  return orbitsOneFrame(o) ? o.turn : (o.frames.last - o.frames.first) / o.frames.step + 1;
}

std::uint64_t frameOfPicture(const RenderOptions& o, std::uint64_t picture) {
  return o.frames.first + (orbitsOneFrame(o) ? 0 : picture * o.frames.step);
}

bool isLayered(const std::filesystem::path& file) { return file.extension() == ".exr"; }

double picturesPerSecond(const RenderOptions& o, const Scene& scene) {
  return scene.world.framesPerSecond / (orbitsOneFrame(o) ? 1.0 : static_cast<double>(o.frames.step));
}

RenderSettings settingsOf(const RenderOptions& options, const Scene& scene) {
  RenderSettings settings = settingsOf(static_cast<const PictureChoice&>(options), scene);
  settings.transparent = options.transparent;
  settings.layers = isLayered(options.out);
  return settings;
}

World worldOf(const RunStart& start, const RenderOptions& options) {
  if (!start.save) return World(start.scene.world, options.choice.threads);
  if (options.frames.first < start.save->frame)
    throw InputError(fmt::format("--frames {}: {} is already at frame {}", options.frames.first,
                                 options.restore.string(), start.save->frame));
  return restoredWorld(*start.save, options.restore, options.choice.threads);
}

PictureSource::PictureSource(const RenderOptions& options, const Scene& scene, World& world)
    : options_(options),
      scene_(scene),
      world_(world),
      settings_(settingsOf(options, scene)),
      content_(contentFor(settings_)),
      trail_(options.choice.threads) {}

std::string PictureSource::advance(const std::function<bool()>& goOn) {
  while (world_.frameIndex() < frameOfPicture(options_, next_)) {
    if (content_.droplets) (void)trail_.snapshot(world_, content_);  // spray accumulates over every frame
    if (!goOn()) return "stopped";
    try {
      world_.advanceFrame();
    } catch (const RunError& error) {
      return fmt::format("stopped at frame {} of {}: {}", world_.frameIndex(), options_.frames.last,
                         error.what());
    }
  }
  return "";
}

FrameJob PictureSource::take() {
  const bool still = orbitsOneFrame(options_);
  if (!still || !snapshot_) snapshot_ = trail_.snapshot(world_, content_);
  settings_.quantityScale =
      scale_.follow(quantityValues(*snapshot_, settings_.quantity), settings_.quantity, snapshot_->time);
  const std::uint64_t picture = next_++;
  return {snapshot_, cameraAt(options_, scene_, picture), settings_,
          still ? picture : frameOfPicture(options_, picture)};
}

void PictureSource::save(ByteWriter& out) const {
  out.value(next_);
  trail_.save(out);
  scale_.save(out);
}

void PictureSource::restore(ByteReader& in) {
  next_ = in.value<std::uint64_t>();
  if (next_ >= pictureCount(options_)) throw InputError("the file is truncated or damaged");
  trail_.restore(in);
  scale_.restore(in, settings_.quantity);
  snapshot_.reset();
}

}  // namespace ooze
