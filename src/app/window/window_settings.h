// What the window remembers from one run to the next, and how it follows what the user does.
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
  /// Reads the user's file.
  WindowSettings();

  /// Of the window at the end of the last run [design pixels].
  [[nodiscard]] glm::ivec2 windowSize() const;
  /// At the start. All but the look, which belongs to a scene.
  void takeOver(ui::InterfaceState& state, GlfwWindow& window) const;
  /// The look of the scene that one left; any other begins as its author wants it.
  void takeOverLook(const Scene& scene, ui::InterfaceState& state) const;

  /// Follows what is to be remembered, and notes which file is open.
  /// @param shown  the scene that the look belongs to, or null
  void follow(const GlfwWindow& window, const SessionView& view, const Scene* shown,
              ui::InterfaceState& state);
  void finish() { file_.finish(); }
  std::vector<Message> takeMessages() { return file_.takeMessages(); }

 private:
  void noteOpened(const SessionView& view, ui::InterfaceState& state);

  SettingsFile file_;
  std::filesystem::path noted_;  ///< the file that was opened last
};

}  // namespace ooze
