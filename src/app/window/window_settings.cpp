#include "app/window/window_settings.h"

#include "base/file.h"

#include <system_error>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze {
namespace {

constexpr glm::ivec2 kSmallest{480, 320};  // a smaller window was not the user's choice

}  // namespace

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
