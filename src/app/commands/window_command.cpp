#include "ooze/scene/save_file.h"

#include "app/commands/commands.h"
#include "app/commands/interrupt.h"
#include "app/commands/output_files.h"
#include "app/commands/terminal.h"
#include "app/window/glfw_window.h"
#include "app/window/window_session.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>

namespace ooze {
namespace {

// By this time the default scene shows something: the bunny is coated and drips. [s]
constexpr double kPictureSeconds = 2.8;

constexpr const char* kNoDisplay =
    "there is no display (DISPLAY and WAYLAND_DISPLAY are not set), so Ooze renders";

/// Renders a saved session at the saved frame.
int renderSession(const SceneChoice& choice) {
  RenderOptions picture;
  picture.restore = choice.scene;
  picture.choice.method = choice.method;
  picture.choice.threads = choice.threads;
  const SaveFile save = readSave(choice.scene);
  picture.frames = {save.frame, save.frame, 1};
  picture.out = std::filesystem::current_path() / "ooze.png";
  tell(fmt::format("{} {} instead", kNoDisplay, choice.scene));
  const int code = renderCommand(picture);
  if (code == 0) fmt::print("{}\n", picture.out.string());
  return code;
}

int renderWithoutDisplay(const WindowOptions& options) {
  if (std::filesystem::path(options.choice.scene).extension() == ".ooze")
    return renderSession(options.choice);
  RenderOptions picture;
  picture.choice = options.choice;
  if (!picture.choice.detail) picture.choice.detail = Detail::Coarse;
  const Scene scene = loadScene(options.choice.scene, *picture.choice.detail, options.choice.method);
  const double seconds = std::min(kPictureSeconds, scene.duration);
  const auto frame = static_cast<std::uint64_t>(seconds * scene.world.framesPerSecond);
  picture.frames = {frame, frame, 1};
  picture.out = std::filesystem::current_path() / "ooze.png";
  tell(fmt::format("{} {} at {:g} s instead", kNoDisplay, scene.name, seconds));
  const int code = renderCommand(picture);
  if (code == 0) fmt::print("{}\n", picture.out.string());
  return code;
}

}  // namespace

int runWindow(const WindowOptions& options) {
  requireSeparateFiles({{"--report", options.report}}, {{"the scene", options.choice.scene}});
  if (!GlfwWindow::displayExists()) return renderWithoutDisplay(options);
  // Construct the guard before the threads that inherit its signal mask. The guard ends before the threads
  // do, so that a slow shutdown can be interrupted again.
  std::optional<InterruptBlock> interrupt(std::in_place);
  WindowSession session(options);
  session.run(*interrupt);
  interrupt.reset();
  return 0;
}

}  // namespace ooze
