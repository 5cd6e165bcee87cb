// Measures what a frame costs besides the stages of the method, as a share of the frame: the start of threads
// and allocation (all that no stage counts), the copy that a roll-back needs, a snapshot for the window, and
// the statistics of a report. Figures are medians over frames.
//   ooze_frame_cost [--frames FIRST:COUNT] [--threads N] [SCENE...]
#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"
#include "ooze/world/statistics.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  int first = 60, count = 40, threads = 2;
  std::vector<std::string> scenes;
};

Options optionsOf(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--frames" && i + 1 < count) {
      const std::string range = words[++i];
      options.first = std::stoi(range);
      options.count = std::stoi(range.substr(range.find(':') + 1));
    } else if (word == "--threads" && i + 1 < count) {
      options.threads = std::stoi(words[++i]);
    } else {
      options.scenes.push_back(word);
    }
  }
  if (options.scenes.empty())
    options.scenes = {"clavet_pour_bunny", "steele_honey_drop", "shape_matching_cube_alpha", "mps_dam_break",
                      "rasmussen_metal_face"};
  return options;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double millisecondsBetween(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

struct StageSums {
  double all = 0.0, keep = 0.0;  ///< all stages so far, and the copy for a roll-back [ms]
};

StageSums stageSumsOf(World& world) {
  StageSums sums;
  for (const auto& [stage, milliseconds] : world.timer().stages()) {
    sums.all += milliseconds;
    if (stage == "keep") sums.keep += milliseconds;
  }
  return sums;
}

std::string rowOf(const std::string& name, const Options& options) {
  const Scene scene = loadScene(name, Detail::Coarse);
  World world(scene.world, options.threads);
  for (int frame = 0; frame < options.first; ++frame) world.advanceFrame();
  std::vector<double> whole, unstaged, keep, snapshot, statistics, sum;
  StageSums before = stageSumsOf(world);
  for (int frame = 0; frame < options.count; ++frame) {
    const auto start = Clock::now();
    world.advanceFrame();
    const auto stepped = Clock::now();
    const auto shown = world.snapshot({});
    const auto copied = Clock::now();
    const Statistics counted = world.statistics();
    const auto end = Clock::now();
    if (shown->positions.size() != counted.particles) throw std::logic_error("a snapshot lacks particles");
    const StageSums now = stageSumsOf(world);
    const double all = millisecondsBetween(start, end), percent = 100.0 / all;
    whole.push_back(all);
    unstaged.push_back(percent * (millisecondsBetween(start, stepped) - (now.all - before.all)));
    keep.push_back(percent * (now.keep - before.keep));
    snapshot.push_back(percent * millisecondsBetween(stepped, copied));
    statistics.push_back(percent * millisecondsBetween(copied, end));
    sum.push_back(unstaged.back() + keep.back() + snapshot.back() + statistics.back());
    before = now;
  }
  return fmt::format("| {} | {} | {:.1f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", name,
                     world.particles().size(), median(whole), median(unstaged), median(keep),
                     median(snapshot), median(statistics), median(sum));
}

}  // namespace
}  // namespace ooze

int main(int count, char** words) try {
  const ooze::Options options = ooze::optionsOf(count, words);
  fmt::print(
      "| scene, coarse | particles | a frame [ms] | outside stages [%] | roll-back copy [%] | snapshot [%] | "
      "statistics [%] | "
      "sum [%] |\n|---|---|---|---|---|---|---|---|\n");
  for (const std::string& scene : options.scenes) fmt::print("{}", ooze::rowOf(scene, options));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "ooze_frame_cost: {}\n", error.what());
  return 1;
}
