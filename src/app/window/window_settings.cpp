#include "app/window/window_settings.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/json_file.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

// Delay between a change and writing [s]; a splitter drag changes the settings with every frame.
constexpr double kDelay = 2.0;

void take(const Json& json, const char* key, float& value) {
  if (const auto it = json.find(key); it != json.end() && it->is_number()) value = it->get<float>();
}
void take(const Json& json, const char* key, std::uint32_t& value) {
  if (const auto it = json.find(key); it != json.end() && it->is_number_unsigned())
    value = it->get<std::uint32_t>();
}
void take(const Json& json, const char* key, bool& value) {
  if (const auto it = json.find(key); it != json.end() && it->is_boolean()) value = it->get<bool>();
}
void take(const Json& json, const char* key, std::string& value) {
  if (const auto it = json.find(key); it != json.end() && it->is_string()) value = it->get<std::string>();
}
void take(const Json& json, const char* key, std::filesystem::path& value) {
  std::string text;
  take(json, key, text);
  value = text;
}
void take(const Json& json, const char* key, std::vector<std::filesystem::path>& value) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_array()) return;
  for (const Json& file : *it)
    if (file.is_string()) value.push_back(currentSceneFile(file.get<std::string>()));
}
void take(const Json& json, const char* key, std::map<std::string, std::filesystem::path>& value) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_object()) return;
  for (const auto& [about, folder] : it->items())
    if (folder.is_string()) value[about] = folder.get<std::string>();
}
void take(const Json& json, const char* key, ui::InterfaceSettings::Look& value) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_object()) return;
  take(*it, "scene", value.scene);
  value.scene = currentSceneName(value.scene);
  take(*it, "view", value.view);
  take(*it, "background", value.background);
  take(*it, "colour", value.colour);
  take(*it, "light_turn", value.light.turn);
  take(*it, "light_height", value.light.height);
  take(*it, "light_brightness", value.light.brightness);
  take(*it, "light_colour", value.light.colour);
  take(*it, "exposure", value.light.exposure);
  take(*it, "panorama", value.panorama);
  take(*it, "spray", value.spray);
}

template <class T>
void put(Json& json, const char* key, const T& value) {
  json[key] = value;
}
void put(Json& json, const char* key, const std::filesystem::path& value) { json[key] = value.string(); }
void put(Json& json, const char* key, const std::vector<std::filesystem::path>& value) {
  json[key] = Json::array();
  for (const std::filesystem::path& file : value) json[key].push_back(file.string());
}
void put(Json& json, const char* key, const std::map<std::string, std::filesystem::path>& value) {
  json[key] = Json::object();
  for (const auto& [about, folder] : value) put(json[key], about.c_str(), folder);
}
void put(Json& json, const char* key, const ui::InterfaceSettings::Look& value) {
  json[key] = {{"scene", value.scene},
               {"view", value.view},
               {"background", value.background},
               {"colour", value.colour},
               {"light_turn", value.light.turn},
               {"light_height", value.light.height},
               {"light_brightness", value.light.brightness},
               {"light_colour", value.light.colour},
               {"exposure", value.light.exposure},
               {"panorama", value.panorama.string()},
               {"spray", value.spray}};
}

/// Visits each setting with its key, for reading and for writing.
template <class S, class F>
void each(S& settings, F f) {
  f("left_width", settings.leftWidth);
  f("right_width", settings.rightWidth);
  f("bottom_height", settings.bottomHeight);
  f("panels_visible", settings.panelsVisible);
  f("bottom_visible", settings.bottomVisible);
  f("bottom_tab", settings.bottomTab);
  f("scale", settings.scale);
  f("key_map", settings.keyMap);
  f("quality", settings.quality);
  f("recording_format", settings.recordingFormat);
  f("film_size", settings.filmSize);
  f("look", settings.look);
  f("tour_seen", settings.tourSeen);
  f("manual_page", settings.manualPage);
  f("last_folders", settings.lastFolders);
  f("recent_files", settings.recentFiles);
  f("window_width", settings.windowWidth);
  f("window_height", settings.windowHeight);
  f("maximised", settings.maximised);
}

constexpr glm::ivec2 kSmallest{480, 320};  // a smaller window was not the user's choice

}  // namespace

SettingsFile::SettingsFile(std::filesystem::path file) : file_(std::move(file)), others_("{}") {
  std::error_code ignored;
  if (std::filesystem::exists(file_, ignored)) {
    try {
      read(readText(file_));
    } catch (const std::exception& error) {
      keepBroken(error.what());
    }
  }
  written_ = settings_;
}

void SettingsFile::read(const std::string& text) {
  if (parseJson(text, file_).root.kind !=
      JsonValue::JsonKind::Object)  // throws with the position of the error
    throw InputError(fmt::format("{}: settings must be an object", file_.string()));
  const Json json = Json::parse(text);
  each(settings_, [&json](const char* key, auto& value) { take(json, key, value); });
  ui::sanitizeSettings(settings_);
  others_ = text;
}

void SettingsFile::keepBroken(const std::string& reason) {
  settings_ = {};
  std::filesystem::path aside = file_;
  aside.replace_filename(file_.stem().string() + ".broken" + file_.extension().string());
  std::error_code problem;
  std::filesystem::rename(file_, aside, problem);
  messages_.push_back(
      {Message::MessageKind::Error,
       fmt::format("The default settings are used: {}.{}", reason,
                   problem ? "" : " The file is kept as " + aside.filename().string() + ".")});
}

void SettingsFile::follow(const ui::InterfaceSettings& now, double time) {
  if (now != settings_) {
    settings_ = now;
    changed_ = time;
  }
  if (settings_ != written_ && time - changed_ >= kDelay) write();
}

void SettingsFile::finish() {
  if (settings_ != written_) write();
}

void SettingsFile::write() {
  written_ = settings_;  // even if writing fails, to retry only after the next change
  try {
    Json json = Json::parse(others_);
    each(settings_, [&json](const char* key, const auto& value) { put(json, key, value); });
    std::error_code problem;  // writeFile() reports the error better
    std::filesystem::create_directories(file_.parent_path(), problem);
    // Replace invalid UTF-8 in names, rather than write nothing.
    writeFile(file_, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    failed_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(failed_, true))
      messages_.push_back(
          {Message::MessageKind::Error, fmt::format("The settings cannot be saved: {}", error.what())});
  }
}

std::vector<Message> SettingsFile::takeMessages() { return std::exchange(messages_, {}); }

WindowSettings::WindowSettings() : file_(userConfigFolder() / "settings.json") {}

glm::ivec2 WindowSettings::windowSize() const {
  return {static_cast<int>(file_.settings().windowWidth), static_cast<int>(file_.settings().windowHeight)};
}

void WindowSettings::takeOver(ui::InterfaceState& state, GlfwWindow& window) const {
  ui::apply(file_.settings(), state);
  if (file_.settings().maximised) window.maximise();
  if (!std::exchange(state.tourSeen, true)) state.tourOpen = true;
}

void WindowSettings::takeOverLook(const Scene& scene, ui::InterfaceState& state) const {
  const ui::InterfaceSettings::Look& look = file_.settings().look;
  if (look.scene == scene.name) ui::applyLook(look, state);
}

void WindowSettings::follow(const GlfwWindow& window, const SessionView& view, const Scene* shown,
                            ui::InterfaceState& state) {
  noteOpened(view, state);
  ui::InterfaceSettings now = file_.settings();
  ui::collect(state, shown ? shown->name : "", now);
  const glm::ivec2 size = window.size();
  if (window.hasOwnSize() && size.x >= kSmallest.x && size.y >= kSmallest.y) {
    now.windowWidth = static_cast<float>(size.x) / window.contentScale();
    now.windowHeight = static_cast<float>(size.y) / window.contentScale();
  }
  now.maximised = window.maximised();
  file_.follow(now, glfwGetTime());
}

void WindowSettings::noteOpened(const SessionView& view, ui::InterfaceState& state) {
  if (!view.scene) return;
  const std::filesystem::path& file = view.sessionFile.empty() ? view.scene->file : view.sessionFile;
  if (file.empty() || file == noted_) return;
  noted_ = file;
  std::error_code ignored;
  ui::addRecentFile(state.recentFiles, std::filesystem::absolute(file, ignored));
}

}  // namespace ooze
