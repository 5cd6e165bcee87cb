#include "app/render_command.h"

#include "ooze/base/error.h"

#include "app/interrupt.h"
#include "app/progress_bar.h"
#include "render/offscreen_renderer.h"
#include "render/video_pipe.h"

#include <fmt/format.h>
#include <optional>
#include <regex>
#include <system_error>
#include <unistd.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;

// Where the pictures go: one file, a file a frame, a folder, or a film.
class PictureSink {
 public:
  PictureSink(const RenderOptions& options, double framesPerSecond) : out_(options.out) {
    const bool several = options.frames.last - options.frames.first >= options.frames.step;
    const std::string extension = out_.extension().string(), name = out_.filename().string();
    pattern_ = std::regex_search(name, std::regex("%0?[0-9]*d"));
    if (extension == ".mp4") {
      if (options.transparent)
        throw InputError("--transparent: an .mp4 film has no transparency; write pictures instead");
      requireFolder(out_.parent_path());
      film_.emplace(out_, options.width, options.height,
                    framesPerSecond / static_cast<double>(options.frames.step));
    } else if (extension == ".png") {
      if (several && !pattern_)
        throw InputError(fmt::format(
            "--out {}: several frames need a name with %04d, a folder or an .mp4 file", out_.string()));
      requireFolder(out_.parent_path());
    } else if (extension.empty() || fs::is_directory(out_)) {
      fs::create_directories(out_, ignored_);
      requireFolder(out_);
      folder_ = true;
    } else {
      throw InputError(fmt::format("--out {}: must be a .png or .mp4 file or a folder", out_.string()));
    }
  }

  void add(const Image& image, std::uint64_t frame) {
    if (film_)
      film_->add(image);
    else
      writePng(fileFor(frame), image);
  }
  void finish() {
    if (film_) film_->finish();
  }

 private:
  [[nodiscard]] fs::path fileFor(std::uint64_t frame) const {
    if (folder_) return out_ / fmt::format("frame_{:05}.png", frame);
    if (!pattern_) return out_;
    std::smatch m;
    const std::string name = out_.filename().string();
    std::regex_search(name, m, std::regex("%0?([0-9]*)d"));
    const int digits = m[1].length() > 0 ? std::min(std::stoi(m[1].str().substr(0, 2)), 12) : 1;
    return out_.parent_path() / (m.prefix().str() + fmt::format("{:0{}}", frame, digits) + m.suffix().str());
  }

  static void requireFolder(const fs::path& folder) {
    const fs::path place = folder.empty() ? fs::path(".") : folder;
    std::error_code error;
    if (!fs::is_directory(place, error))
      throw InputError(fmt::format("--out: there is no folder {}", place.string()));
    if (access(place.c_str(), W_OK) != 0)
      throw InputError(fmt::format("--out: cannot write into {}", place.string()));
  }

  fs::path out_;
  bool pattern_ = false, folder_ = false;
  std::optional<VideoPipe> film_;
  std::error_code ignored_;
};

CameraView cameraAt(const CameraView& start, const RenderOptions& options, std::uint64_t frame) {
  if (!options.turntable) return start;
  const double length = static_cast<double>(options.frames.last - options.frames.first + options.frames.step);
  return start.turned(static_cast<float>(360.0 * static_cast<double>(frame - options.frames.first) / length));
}

/// What is asked for; else what the scene asks for; else what the view shows by itself.
Quantity quantityOf(const RenderOptions& options, const LookSpec& look, View view) {
  const std::string& key = options.colour.empty() ? look.colour : options.colour;
  return key.empty() ? defaultQuantity(view) : parseQuantity(key);
}

}  // namespace

int renderCommand(const RenderOptions& options) {
  InterruptGuard interrupt;
  std::optional<InterruptEndsProgram> loading(std::in_place, interrupt, "loading");
  const Scene scene = loadScene(options.choice.scene, options.choice.detail.value_or(Detail::Medium));
  for (const std::string& note : scene.notes) fmt::print(stderr, "ooze: note: {}\n", note);
  RenderSettings settings;
  settings.size = {options.width, options.height};
  settings.view = parseView(options.view.empty() ? scene.look.view : options.view);
  settings.quantity = quantityOf(options, scene.look, settings.view);
  settings.background =
      parseBackground(options.background.empty() ? scene.look.background : options.background);
  settings.transparent = options.transparent;
  World world(scene.world, options.choice.threads);
  loading.reset();
  for (const std::string& text : options.choice.assignments)
    world.submit(parseAssignment(text, scene.world.method));

  OffscreenRenderer renderer;
  PictureSink sink(options, scene.world.framesPerSecond);
  SteadyScale scale;
  ProgressBar progress("frame", 0, options.frames.last);
  std::uint64_t wanted = options.frames.first;
  while (wanted <= options.frames.last && !interrupt.arrived()) {
    progress.update(world.frameIndex());
    if (world.frameIndex() < wanted) {
      world.advanceFrame();
      continue;
    }
    const std::shared_ptr<const Snapshot> snapshot = world.snapshot(contentFor(settings.quantity));
    settings.quantityScale = scale.follow(quantityValues(*snapshot, settings.quantity), settings.quantity);
    sink.add(renderer.render(snapshot, cameraAt(CameraView(scene.camera), options, wanted), settings,
                             options.supersample),
             wanted);
    wanted += options.frames.step;
  }
  sink.finish();
  if (wanted <= options.frames.last)
    throw RunError(fmt::format("interrupted at frame {}", world.frameIndex()));
  return 0;
}

}  // namespace ooze
