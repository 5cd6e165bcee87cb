// The window at work: input to tools and commands, snapshots to pictures. It never waits for the simulation.
#pragma once

#include "app/commands/command_line.h"
#include "app/commands/interrupt.h"
#include "app/pictures/recorder.h"
#include "app/window/display_loss.h"
#include "app/window/file_library.h"
#include "app/window/frame_counter.h"
#include "app/window/glfw_window.h"
#include "app/window/gui.h"
#include "app/window/mesh_worker.h"
#include "app/window/panorama_reader.h"
#include "app/window/session_files.h"
#include "app/window/window_exports.h"
#include "app/window/window_input.h"
#include "app/window/window_painter.h"
#include "app/window/window_settings.h"
#include "app/window/window_sweeps.h"
#include "app/window/world_view.h"
#include "manual/manual.h"
#include "session/compared_worlds.h"
#include "session/simulation_thread.h"
#include "ui/message_list.h"
#include "ui/monitor.h"

#include <filesystem>

namespace ooze {

class WindowSession {
 public:
  /// @throws RunError if there is no window or no OpenGL 4.1
  explicit WindowSession(const WindowOptions& options);

  /// Until the window is closed or an interrupt arrives; a recording is finished first.
  /// @throws InputError if the first scene does not load
  void run(InterruptGuard& interrupt);

 private:
  void follow();
  void followScene();
  void followFiles();
  void draw();
  void drawInterface();
  void paint();
  void letPlay();
  void perform(ui::Action action);
  void close();
  void reportNow();
  [[nodiscard]] double patience() const;
  [[nodiscard]] WindowNumbers numbers() const;
  [[nodiscard]] SweepGround sweepGround() const;

  /// At least so many frames are drawn although nothing new comes in.
  void redraw(int frames);
  /// The same after input, for as long as ImGui needs.
  void settle();
  void say(Message message);
  /// Says what each of them has to tell.
  template <class... Tellers>
  void hear(Tellers&... tellers);

  WindowSettings settings_;  ///< before the window, whose size it knows
  GlfwWindow window_;
  Gui gui_;
  const ResetWatch resetWatch_{contextWasReset};
  const std::filesystem::path report_;

  ui::InterfaceState state_;
  ui::MessageList messages_;
  ui::Monitor monitor_;
  Manual manual_;
  FrameCounter frames_;
  std::shared_ptr<const Scene> scene_;          ///< that is shown, as its author wants it or as it was left
  std::shared_ptr<const Scene> playing_;        ///< whose world may play
  std::vector<std::uint64_t> firstFramesSeen_;  ///< WindowNumbers::firstFramesSeen
  double drawnAt_ = -1e9;                       ///< [s]
  glm::ivec2 drawnSize_{0};                     ///< of the last frame [pixels]
  bool inFront_ = true;                         ///< when that was looked at last
  int redraws_ = 3;                             ///< ImGui needs a few frames to settle
  int settling_ = 3;                            ///< those frames that are still to be drawn after input
  bool unreported_ = false;                     ///< a frame was drawn since the report was written
  double reportedAt_ = -1e9;                    ///< [s]
  std::vector<std::string> said_;               ///< all messages, for the report

  // Last: they stop before anything that their wake-ups need is gone, and the simulation, which may wait for
  // the recorder, before that.
  PanoramaReader panoramas_{[] { GlfwWindow::wake(); }};
  MeshWorker meshes_{[] { GlfwWindow::wake(); }};
  WindowPainter painter_;
  WindowPainter thumbnailPainter_;
  FileLibrary library_;
  Recorder recorder_;
  SimulationThread simulation_;
  ComparedWorlds compared_;
  WorldView view_;
  WindowSweeps sweeps_;
  WindowExports exports_;
  SessionFiles sessions_;
  WindowInput input_;
  DisplayLossGuard displayLoss_;
};

}  // namespace ooze
