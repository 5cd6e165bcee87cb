// Settings that the window remembers from one run to the next: the settings file is read once, and written
// shortly after each change and at the end.
#pragma once

#include "app/window/glfw_window.h"
#include "session/session.h"
#include "ui/panels/panel.h"
#include "ui/state/settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Reads and writes the JSON file of the user settings.
class SettingsFile {
 public:
  /// Reads the file. Invalid JSON is renamed to settings.broken.json, with a message. Missing values and
  /// values of the wrong type keep their defaults. Never throws.
  explicit SettingsFile(std::filesystem::path file);

  [[nodiscard]] const ui::InterfaceSettings& settings() const { return settings_; }

  /// Writes settings that differ from the file and have been stable for a while. Call often.
  /// @param time  now [s]
  void follow(const ui::InterfaceSettings& now, double time);
  /// Writes settings that differ from the file. Never throws.
  void finish();

  /// Returns messages about a broken or unwritable file, each once.
  std::vector<Message> takeMessages();

 private:
  void read(const std::string& text);
  void keepBroken(const std::string& reason);
  void write();

  std::filesystem::path file_;
  std::string others_;  ///< text of the file, whose unknown keys (from other versions) are preserved
  ui::InterfaceSettings settings_, written_;
  double changed_ = 0.0;  ///< time of the last change of settings_ [s]
  bool failed_ = false;
  std::vector<Message> messages_;
};

/// Transfers settings between the file, the interface state and the window.
class WindowSettings {
 public:
  /// Reads the user's settings file.
  WindowSettings();

  /// Returns the window size at the end of the last run [design pixels].
  [[nodiscard]] glm::ivec2 windowSize() const;
  /// Applies the remembered settings at the start, except the look, which belongs to a scene.
  void takeOver(ui::InterfaceState& state, GlfwWindow& window) const;
  /// Applies the remembered look if this is the scene of the last run. Other scenes keep the look of their
  /// file.
  void takeOverLook(const Scene& scene, ui::InterfaceState& state) const;

  /// Collects the current settings, and adds the open file to the recent files.
  /// @param shown  the scene that the look belongs to, or null
  void follow(const GlfwWindow& window, const SessionView& view, const Scene* shown,
              ui::InterfaceState& state);
  void finish() { file_.finish(); }
  std::vector<Message> takeMessages() { return file_.takeMessages(); }

 private:
  void noteOpened(const SessionView& view, ui::InterfaceState& state);

  SettingsFile file_;
  std::filesystem::path noted_;  ///< file that was added last to the recent files
};

}  // namespace ooze
