// Settings that the window remembers from one run to the next.
#pragma once

#include "app/window/glfw_window.h"
#include "app/window/settings_file.h"
#include "ui/panels/panel.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

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
