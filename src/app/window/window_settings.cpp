// What the window remembers from one run to the next.
#define GLFW_INCLUDE_NONE
#include "app/window/window_session.h"

#include <GLFW/glfw3.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

constexpr glm::ivec2 kSmallest{480, 320};  // what is less was not the user's wish

}  // namespace

void WindowSession::takeOverSettings() {
  ui::apply(settingsFile_.settings(), state_);
  if (settingsFile_.settings().maximised) window_.maximise();
  if (!std::exchange(state_.tourSeen, true)) state_.tourOpen = true;
}

// Only of the scene that one left: another one begins as its author wants it.
void WindowSession::takeOverLook() {
  const ui::Settings::Look& look = settingsFile_.settings().look;
  if (look.scene == view_.scene->name) ui::applyLook(look, state_);
}

void WindowSession::followSettings() {
  noteOpened();
  ui::Settings now = settingsFile_.settings();
  ui::collect(state_, framedScene_ ? framedScene_->name : "", now);
  const glm::ivec2 size = window_.size();
  if (window_.hasOwnSize() && size.x >= kSmallest.x && size.y >= kSmallest.y) {
    now.windowWidth = static_cast<float>(size.x) / window_.contentScale();
    now.windowHeight = static_cast<float>(size.y) / window_.contentScale();
  }
  now.maximised = window_.maximised();
  settingsFile_.follow(now, glfwGetTime());
  for (Message& message : settingsFile_.takeMessages()) say(std::move(message));
}

void WindowSession::noteOpened() {
  if (!view_.scene) return;
  const std::filesystem::path& file = view_.sessionFile.empty() ? view_.scene->file : view_.sessionFile;
  if (file.empty() || file == noted_) return;
  noted_ = file;
  std::error_code ignored;
  ui::noteRecent(state_.recentFiles, std::filesystem::absolute(file, ignored));
}

}  // namespace ooze
