// Main loop of the window: turns input into commands and snapshots into pictures, without waiting for the
// simulation.
#pragma once

#include "app/commands/command_line.h"
#include "app/commands/interrupt.h"
#include "app/pictures/opening_hold.h"
#include "app/pictures/recorder.h"
#include "app/window/background_painter.h"
#include "app/window/desktop_file_dialog.h"
#include "app/window/display_loss.h"
#include "app/window/file_library.h"
#include "app/window/frame_counter.h"
#include "app/window/glfw_window.h"
#include "app/window/gui.h"
#include "app/window/mesh_worker.h"
#include "app/window/session_files.h"
#include "app/window/window_exports.h"
#include "app/window/window_input.h"
#include "app/window/window_settings.h"
#include "app/window/window_sweeps.h"
#include "app/window/world_view.h"
#include "manual/manual.h"
#include "session/compared_worlds.h"
#include "session/simulation_thread.h"
#include "ui/monitor.h"
#include "ui/state/message_list.h"

#include <filesystem>

namespace ooze {

class WindowSession {
 public:
  /// @throws RunError if no window or no OpenGL 4.1 is available
  explicit WindowSession(const WindowOptions& options);

  /// Runs until the window is closed or an interrupt arrives, then finishes a recording.
  /// @throws InputError if the first scene does not load
  void run(InterruptBlock& interrupt);

 private:
  void follow();
  void followScene();
  void followFiles();
  void draw();
  void drawInterface();
  void paint();
  void allowPlaying();
  void perform(ui::Action action);
  void close();
  void reportNow();
  [[nodiscard]] double waitSeconds() const;
  [[nodiscard]] WindowNumbers numbers() const;
  [[nodiscard]] SweepStart sweepGround() const;

  /// Requests at least this many more frames, even without new input.
  void redraw(int frames);
  /// Requests the frames that ImGui needs after input.
  void settle();
  void showMessage(Message message);
  /// Shows the messages of each argument.
  template <class... Tellers>
  void showMessages(Tellers&... tellers);

  WindowSettings settings_;  ///< constructed before the window, which needs the remembered size
  GlfwWindow window_;
  Gui gui_;
  const ResetWatch resetWatch_{contextWasReset};
  const std::filesystem::path report_;

  ui::InterfaceState state_;
  ui::MessageList messages_;
  ui::FrameMonitor monitor_;
  Manual manual_;
  FrameCounter frames_;
  std::shared_ptr<const Scene> scene_;          ///< scene shown, with the look of its file or of the last run
  std::shared_ptr<const Scene> playing_;        ///< scene whose world may play
  OpeningHold opening_;                         ///< of the scene whose world may play
  bool held_ = false;                           ///< whether that world waits for a picture
  double heldSince_ = 0.0;                      ///< wall clock when the wait began [s]
  std::vector<std::uint64_t> firstFramesSeen_;  ///< for the report: WindowNumbers::firstFramesSeen
  double drawnAt_ = -1e9;                       ///< wall clock at the last frame [s]
  glm::ivec2 drawnSize_{0};                     ///< size of the last frame [pixels]
  bool hasFocus_ = true;                        ///< whether the window had the focus at the last check
  int redraws_ = 3;                ///< number of frames that are still to be drawn without new input
  int settling_ = 3;               ///< remaining frames until the layout is stable after input
  bool unreported_ = false;        ///< whether a frame was drawn since the last report
  double reportedAt_ = -1e9;       ///< wall clock at the last report [s]
  std::vector<std::string> said_;  ///< texts of all messages so far, for the report

  // The members below run threads that wake the window. They are declared last, and so destroyed first: the
  // threads end while the window still exists. The simulation is declared after the recorder, because the
  // simulation's thread may wait for the recorder and must end before it.
  PanoramaReader panoramas_{[] { GlfwWindow::wake(); }};
  MeshWorker meshes_{[] { GlfwWindow::wake(); }};
  DesktopFileDialog fileDialog_{[] { GlfwWindow::wake(); }, window_.x11Id()};
  BackgroundPainter painter_;
  BackgroundPainter thumbnailPainter_;
  FileLibrary library_;
  FilmRecorder recorder_;
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
