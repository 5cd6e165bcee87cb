// Plans of the recordings: their lengths, and everything that a recording depends on.
#include "ooze/base/bytes.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "scenes/scene_recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <string_view>

namespace ooze::test {
namespace {

namespace fs = std::filesystem;

/// The states of a scene that tests inspect or start from, besides the last state.
struct Kept {
  std::string_view scene;
  std::uint64_t eachUntil = 0;          ///< every frame up to this frame is kept
  std::vector<std::uint64_t> frames{};  ///< single frames after eachUntil that are kept
};

const std::vector<Kept>& keptStates() {
  static const std::vector<Kept> kKept{{"clavet_bunny_footprint", 0, {33, 72}},
                                       {"clavet_bunny_melt", 1, {42, 60}},
                                       {"clavet_fast_splash", 150},
                                       {"clavet_floating_object", 90},
                                       {"clavet_fountain", 90},
                                       {"clavet_jet_dynamic_character", 60, {65, 70, 75, 80, 85}},
                                       {"clavet_layers", 90},
                                       {"clavet_oscillating_drop", 90},
                                       {"clavet_plastic_behaviours", 60},
                                       {"clavet_pour_bunny", 1, {30, 60}},
                                       {"clavet_pour_tank_heavy_object", 90},
                                       {"clavet_under_sphere_drip", 1, {30, 60}},
                                       {"clavet_viscous_rain_character", 40, {50, 60, 70, 80}},
                                       {"mps_corridor_flood", 48},
                                       {"mps_dam_break", 24},
                                       {"mps_lid_cavity", 0, {30}},
                                       {"shape_matching_armadillo", 0, {30}},
                                       {"shape_matching_bunny_split", 0, {40}},
                                       {"shape_matching_moai", 45},
                                       {"shape_matching_pressing_cube", 0, {18}},
                                       {"steele_adhesion_functions", 0, {80}},
                                       {"steele_honey_drop", 90},
                                       {"steele_paint_drops", 0, {40}}};
  return kKept;
}

void addFile(ByteWriter& out, const fs::path& file) {
  std::error_code failed;
  out.text(file.filename().string());
  if (fs::is_regular_file(file, failed)) out.value(hashBytes(readBytes(file)));
}

std::set<std::string> loadedLibraries() {
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const auto path = line.find('/');
        path != std::string::npos && line.find(".so", path) != std::string::npos)
      libraries.insert(line.substr(path));
  return libraries;
}

/// Libraries at the program's start: later ones are loaded on demand, which differs between processes.
const std::set<std::string> kLibraries = loadedLibraries();

/// Identifies libraries by path, size and modification time. The program is rebuilt in one place again and
/// again, so its content is hashed.
std::vector<std::byte> programAndLibraries() {
  ByteWriter out;
  out.value(hashBytes(readBytes("/proc/self/exe")));
  for (const std::string& library : kLibraries) {
    std::error_code failed;
    out.text(library);
    out.value(static_cast<std::uint64_t>(fs::file_size(library, failed)));
    out.value(fs::last_write_time(library, failed).time_since_epoch().count());
  }
  return out.bytes();
}

RecordingFolder recordings() { return RecordingFolder(fs::path(buildFolder()) / "scene-recordings"); }

}  // namespace

std::uint64_t recordingKey(const Scene& scene) {
  ByteWriter out;
  out.array(programAndLibraries());
  out.text(scene.source);
  out.value(static_cast<std::uint8_t>(scene.detail));
  for (const fs::path& assets : assetFolders())
    for (const char* folder : {"materials", "grids"}) {
      std::set<fs::path> files;  // asset files, sorted by path
      std::error_code failed;
      for (fs::directory_iterator entry(assets / folder, failed), end; !failed && entry != end;
           entry.increment(failed))
        files.insert(entry->path());
      for (const fs::path& file : files) addFile(out, file);
    }
  if (hasScannedBunny()) addFile(out, scannedBunny());
  return hashBytes(out.bytes());
}

RecordingPlan planOf(const Scene& scene) {
  // A frame on a grid, or with a pressure solve, takes ten times as long.
  const bool isSlow = scene.world.method == "rasmussen" || scene.world.method == "mps";
  RecordingPlan plan{isSlow ? 48u : 90u};
  // Two tests need the pool at rest.
  if (scene.name == "clavet_fast_splash") plan.frames = 150;
  const auto kept = std::ranges::find(keptStates(), scene.name, &Kept::scene);
  if (kept != keptStates().end()) {
    plan.kept.resize(kept->eachUntil);
    std::iota(plan.kept.begin(), plan.kept.end(), std::uint64_t{1});
    plan.kept.insert(plan.kept.end(), kept->frames.begin(), kept->frames.end());
  }
  if (plan.kept.empty() || plan.kept.back() < plan.frames) plan.kept.push_back(plan.frames);
  return plan;
}

SceneRecording recordingOf(const Scene& scene) {
  return recordings().take(scene.name, recordingKey(scene),
                           [&] { return recordScene(scene, planOf(scene)); });
}

RecordingFolder::FreshRecording uncheckedRecordingOf(const Scene& scene) {
  return recordings().takeFresh(scene.name, recordingKey(scene),
                                [&] { return recordScene(scene, planOf(scene)); });
}

}  // namespace ooze::test
