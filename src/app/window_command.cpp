#include "app/window_command.h"

#include "app/glfw_window.h"
#include "app/interrupt.h"
#include "app/render_command.h"
#include "app/window_session.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace ooze {
namespace {

// A moment at which the default scene has something to show: the bunny is coated and drips.
constexpr double kPictureSeconds = 2.8;

int renderInstead(const WindowOptions& options) {
  RenderOptions picture;
  picture.choice = options.choice;
  if (!picture.choice.detail) picture.choice.detail = Detail::Coarse;
  const Scene scene = loadScene(options.choice.scene, *picture.choice.detail);
  const double seconds = std::min(kPictureSeconds, scene.duration);
  const auto frame = static_cast<std::uint64_t>(seconds * scene.world.framesPerSecond);
  picture.frames = {frame, frame, 1};
  picture.out = std::filesystem::current_path() / "ooze.png";
  fmt::print(
      stderr,
      "ooze: there is no display (DISPLAY and WAYLAND_DISPLAY are not set): rendering {} at {:g} s instead\n",
      scene.name, seconds);
  const int code = renderCommand(picture);
  if (code == 0) fmt::print("{}\n", picture.out.string());
  return code;
}

}  // namespace

int runWindow(const WindowOptions& options) {
  if (!GlfwWindow::displayExists()) return renderInstead(options);
  // Before the threads that inherit its mask. It ends before they do: what then takes too long can be
  // interrupted again.
  std::optional<InterruptGuard> interrupt(std::in_place);
  WindowSession session(options);
  session.run(*interrupt);
  interrupt.reset();
  return 0;
}

}  // namespace ooze
