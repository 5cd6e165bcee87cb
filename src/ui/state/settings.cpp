#include "ui/state/settings.h"

#include "scene/light_parameters.h"
#include "ui/panels/panel.h"
#include "ui/state/key_maps.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr std::size_t kMostRecent = 12;
constexpr float kNarrowestPanel = 180.f, kWidestPanel = 560.f, kLowestStrip = 72.f, kHighestStrip = 900.f;
constexpr float kSmallestScale = 0.75f, kLargestScale = 3.f;
constexpr float kNarrowestWindow = 480.f, kLowestWindow = 320.f, kLargestWindow = 16384.f;

void limit(float& value, float least, float most, float usual) {
  value = std::isfinite(value) ? std::clamp(value, least, most) : usual;
}

struct QualityWord {
  Action action;
  const char* word;
};
constexpr QualityWord kQualities[] = {{Action::QualityAutomatic, "automatic"},
                                      {Action::QualityBest, "best"},
                                      {Action::QualityGood, "good"},
                                      {Action::QualitySimple, "simple"}};

std::string wordOf(Action quality) {
  for (const QualityWord& q : kQualities)
    if (q.action == quality) return q.word;
  return kQualities[0].word;
}

Action qualityOf(const std::string& word) {
  for (const QualityWord& q : kQualities)
    if (q.word == word) return q.action;
  return kQualities[0].action;
}

}  // namespace

void sanitizeSettings(InterfaceSettings& settings) {
  const InterfaceSettings usual;
  limit(settings.leftWidth, kNarrowestPanel, kWidestPanel, usual.leftWidth);
  limit(settings.rightWidth, kNarrowestPanel, kWidestPanel, usual.rightWidth);
  limit(settings.bottomHeight, kLowestStrip, kHighestStrip, usual.bottomHeight);
  limit(settings.scale, kSmallestScale, kLargestScale, usual.scale);
  settings.scale = std::round(settings.scale * 4.f) / 4.f;  // rounds to the steps of the menu
  limit(settings.windowWidth, kNarrowestWindow, kLargestWindow, usual.windowWidth);
  limit(settings.windowHeight, kLowestWindow, kLargestWindow, usual.windowHeight);
  for (const LightParameter& n : kLightParameters)
    limit(settings.look.light.*n.member, n.lower, n.upper, usual.look.light.*n.member);
  limit(settings.look.spray, 0.f, 1.f, usual.look.spray);
  settings.keyMap = keyMapRow(keyMapOf(settings.keyMap)).name;
  settings.quality = wordOf(qualityOf(settings.quality));
  if (settings.recordingFormat != "png") settings.recordingFormat = usual.recordingFormat;
  settings.filmSize = filmSize(settings.filmSize).key;
  if (settings.recentFiles.size() > kMostRecent) settings.recentFiles.resize(kMostRecent);
}

void apply(const InterfaceSettings& settings, InterfaceState& state) {
  state.leftWidth = settings.leftWidth;
  state.rightWidth = settings.rightWidth;
  state.bottomHeight = settings.bottomHeight;
  state.panelsVisible = settings.panelsVisible;
  state.bottomVisible = settings.bottomVisible;
  state.bottomTab = settings.bottomTab;
  state.userScale = settings.scale;
  state.keyMap = keyMapOf(settings.keyMap);
  state.quality = qualityOf(settings.quality);
  state.recordingFormat =
      settings.recordingFormat == "png" ? RecordingFormat::Pictures : RecordingFormat::Mp4;
  state.filmSize = filmSize(settings.filmSize).size;
  state.tourSeen = settings.tourSeen;
  state.manual.page = settings.manualPage;
  state.fileDialog.lastFolders = settings.lastFolders;
  state.recentFiles = settings.recentFiles;
}

void applyLook(const InterfaceSettings::Look& look, InterfaceState& state) {
  state.view = viewAction(look.view);
  state.background = backgroundAction(look.background);
  state.light = look.light;
  state.panorama = look.panorama;
  state.spray = look.spray;
  state.colour = look.colour;
}

void collect(const InterfaceState& state, const std::string& scene, InterfaceSettings& settings) {
  settings.leftWidth = state.leftWidth;
  settings.rightWidth = state.rightWidth;
  settings.bottomHeight = state.bottomHeight;
  settings.panelsVisible = state.panelsVisible;
  settings.bottomVisible = state.bottomVisible;
  settings.bottomTab = state.bottomTab;
  settings.scale = state.userScale;
  settings.keyMap = keyMapRow(state.keyMap).name;
  settings.quality = wordOf(state.quality);
  settings.recordingFormat = state.recordingFormat == RecordingFormat::Pictures ? "png" : "mp4";
  settings.filmSize = filmSize(state.filmSize).key;
  settings.tourSeen = state.tourSeen;
  settings.manualPage = state.manual.page;
  settings.lastFolders = state.fileDialog.lastFolders;
  settings.recentFiles = state.recentFiles;
  if (scene.empty()) return;
  settings.look = {scene,
                   std::string(viewName(state.view)),
                   std::string(backgroundName(state.background)),
                   state.colour,
                   state.light,
                   state.panorama,
                   state.spray};
}

void addRecentFile(std::vector<std::filesystem::path>& recent, const std::filesystem::path& file) {
  recent.erase(std::remove(recent.begin(), recent.end(), file), recent.end());
  recent.insert(recent.begin(), file);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

}  // namespace ooze::ui
