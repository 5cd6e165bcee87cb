// Measures the rendering time of a save by stage [ms]. Pictures are drawn off screen while the camera orbits,
// as in a paused window.
//   ooze_picture_benchmark FILE.ooze [FILE.ooze]... [--size WxH] [--views KEY,KEY] [--pictures N]
//                          [--qualities 0,1] [--save FOLDER: the pictures as PNG]
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"
#include "ooze/world/world.h"

#include "base/file.h"
#include "image/image.h"
#include "render/gl_objects.h"
#include "render/offscreen_renderer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ooze {
namespace {

struct Options {
  std::vector<std::string> saves;
  std::vector<View> views{View::Surface, View::Liquid, View::Spheres};
  glm::ivec2 size{1280, 720};
  std::vector<int> qualities{0, 1, 2};
  int pictures = 15;
  std::string folder;  ///< folder for the pictures; "": no pictures are written
};

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::string value = i + 1 < count ? words[i + 1] : "";
    if (word == "--size") {
      if (std::sscanf(value.c_str(), "%dx%d", &options.size.x, &options.size.y) != 2)
        throw InputError("--size: WxH");
      ++i;
    } else if (word == "--pictures") {
      options.pictures = std::max(1, std::stoi(value)), ++i;
    } else if (word == "--save") {
      options.folder = value, ++i;
    } else if (word == "--qualities") {
      options.qualities.clear();
      for (const std::string& key : listed(value)) options.qualities.push_back(std::stoi(key));
      ++i;
    } else if (word == "--views") {
      options.views.clear();
      for (const std::string& key : listed(value)) options.views.push_back(parseView(key));
      ++i;
    } else {
      options.saves.push_back(word);
    }
  }
  return options;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// Returns the processor time of all threads of the program, including those of a software renderer [ms].
double processorMilliseconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// Times of the measured pictures.
struct Cost {
  std::vector<double> wall, processor;  ///< elapsed time and processor time of each picture [ms]
  double least() const { return *std::min_element(wall.begin(), wall.end()); }
};

template <class Draw>
void time(Cost& cost, Draw draw) {
  const double worked = processorMilliseconds();
  const auto begin = std::chrono::steady_clock::now();
  draw();
  glFinish();
  cost.wall.push_back(
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  cost.processor.push_back(processorMilliseconds() - worked);
}

/// Draws three pictures per round: one of a new snapshot, as while the world runs; one of the same snapshot
/// from another camera, as while the world is paused; and one of a new snapshot with its stages timed.
void measure(OffscreenRenderer& offscreen, const std::shared_ptr<const Snapshot>& snapshot,
             const CameraView& camera, const RenderSettings& settings, int pictures) {
  const RenderTarget target(settings.size, {GL_RGBA8}, 0);
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> stages;
  Cost running, paused;
  for (int i = -1; i < pictures; ++i) {
    if (i == 0)
      running = paused = {}, stages.clear(),
      names.clear();  // discards the first round, which compiled shaders and allocated memory
    const float angle = 2.f * static_cast<float>(i);
    const auto draw = [&](const std::shared_ptr<const Snapshot>& shown, float degrees) {
      offscreen.renderer().draw(shown, camera.turned(degrees), settings, target.framebuffer());
    };
    const auto another = std::make_shared<const Snapshot>(*snapshot);
    time(running, [&] { draw(another, angle); });
    time(paused, [&] { draw(another, angle + 1.f); });
    offscreen.renderer().measureStages(true);
    draw(std::make_shared<const Snapshot>(*snapshot), angle);
    offscreen.renderer().measureStages(false);
    for (const auto& [stage, ms] : offscreen.renderer().cost().stages()) {
      const std::string name(stage);
      if (!stages.contains(name)) names.push_back(name);
      stages[name].push_back(ms);
    }
  }
  fmt::print("{} q{}: paused {:.1f} ms (median {:.1f}, processor {:.1f}), running {:.1f} (median {:.1f})\n",
             viewKey(settings.view), settings.quality, paused.least(), median(paused.wall),
             median(paused.processor), running.least(), median(running.wall));
  for (const std::string& name : names)
    fmt::print("    {:24} {:7.2f}\n", name, *std::min_element(stages[name].begin(), stages[name].end()));
}

void run(const Options& options) {
  OffscreenRenderer offscreen;
  fmt::print("{}\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  for (const std::string& file : options.saves) {
    const SaveFile save = readSave(file);
    const Scene scene = parseSavedScene(save);
    World world(scene.world, 1);
    ByteReader state(save.state);
    world.restore(state);
    const std::shared_ptr<const Snapshot> snapshot = world.snapshot();
    fmt::print("\n{}: {} particles, {}x{}\n", file, snapshot->positions.size(), options.size.x,
               options.size.y);
    for (const View view : options.views)
      for (const int quality : options.qualities) {
        RenderSettings settings;
        settings.size = options.size;
        settings.view = view;
        settings.quality = quality;
        measure(offscreen, snapshot, CameraView(scene.camera), settings, options.pictures);
        if (!options.folder.empty())
          writePng(fmt::format("{}/{}_{}_q{}.png", options.folder,
                               std::filesystem::path(file).stem().string(), viewKey(view), quality),
                   offscreen.render(snapshot, CameraView(scene.camera), settings));
      }
  }
}

}  // namespace
}  // namespace ooze

int main(int count, char** words) {
  try {
    ooze::run(ooze::parse(count, words));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
