// The window at work: input to tools and commands, snapshots to pictures. It never waits for the simulation.
#pragma once

#include "app/commands/command_line.h"
#include "app/commands/interrupt.h"
#include "app/pictures/picture_thread.h"
#include "app/pictures/recorder.h"
#include "app/session/compared_worlds.h"
#include "app/session/session_files.h"
#include "app/session/simulation_thread.h"
#include "app/window/display_loss.h"
#include "app/window/file_library.h"
#include "app/window/glfw_window.h"
#include "app/window/gui.h"
#include "app/window/input_queue.h"
#include "app/window/mesh_worker.h"
#include "app/window/panorama_reader.h"
#include "app/window/session_report.h"
#include "app/window/settings_file.h"
#include "app/window/window_exports.h"
#include "app/window/window_painter.h"
#include "app/window/window_sweeps.h"
#include "ui/layout.h"
#include "ui/monitor.h"
#include "ui/orbit_camera.h"
#include "ui/tools/pointer_controller.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

class WindowSession {
 public:
  /// @throws RunError if there is no window or no OpenGL 4.1
  explicit WindowSession(const WindowOptions& options);

  /// Until the window is closed or an interrupt arrives; a recording is finished first.
  /// @throws InputError if the first scene does not load
  void run(InterruptGuard& interrupt);

 private:
  void frame();
  void followSession();
  void showSnapshot();
  void followColour();
  void followLibrary();
  void frameScene();
  void drawInterface();
  void drawMarks();
  void paintView();
  [[nodiscard]] ui::ToolContext toolContext();
  [[nodiscard]] ui::Pointer pointerAt(const Vec2& position, bool shift) const;
  [[nodiscard]] bool inView(const Vec2& position) const;
  [[nodiscard]] float scale() const;
  [[nodiscard]] PictureRequest picture() const;
  [[nodiscard]] PictureRequest pictureIn(const ui::ViewRect& rect,
                                         std::shared_ptr<const Snapshot> snapshot) const;
  [[nodiscard]] SweepGround sweepGround() const;

  // Two worlds (window_compare.cpp).
  void followWorlds();
  void takeView();
  void focusSideAt(const Vec2& position);
  void requestPictures(PictureRequest wanted);
  void showPictures();
  [[nodiscard]] PictureThread& picturesOf(std::size_t side);

  // Input (window_input.cpp).
  void handle(const std::vector<WindowEvent>& events);
  bool menuTakes(const WindowEvent& event);
  void on(const KeyEvent& event);
  void on(const TextEvent&) {}  // the interface's alone
  void on(const ButtonEvent& event);
  void on(const MoveEvent& event);
  void on(const ScrollEvent& event);
  void on(const DropEvent& event);
  void perform(ui::Action action);
  void openNeighbour(int direction);
  void resizeTool(float notches);
  void toggleEmitter();
  void saveScene();
  void addNozzle();
  void openDropped(const std::filesystem::path& file);
  void askForMesh();
  void askForPanorama();

  // The microscope (window_microscope.cpp).
  void toggleMicroscope();
  void moveStage(int by);
  void followMicroscope();
  void followCloseUp(const StepRecord* record);
  [[nodiscard]] std::optional<WindowNumbers::Microscope> microscopeNumbers() const;
  /// What the picture shows.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& pictured() const {
    return microscopeSnapshot_ ? microscopeSnapshot_ : shownSnapshot_;
  }

  // What is remembered between runs (window_settings.cpp).
  void takeOverSettings();
  void takeOverLook();
  void followSettings();
  void noteOpened();

  void saveScreenshot();
  void toggleRecording();
  void close();
  void say(ui::Message message);
  void countFrame(double began);
  [[nodiscard]] WindowNumbers numbers() const;

  SettingsFile settingsFile_;  ///< before the window, whose size it knows
  GlfwWindow window_;
  InputQueue input_;
  Gui gui_;
  const ResetWatch resetWatch_{contextWasReset};
  const std::filesystem::path report_;

  ui::InterfaceState state_;
  ui::WindowStatus status_;
  ui::MessageList messages_;
  ui::PointerController pointer_;
  ui::OrbitCamera camera_;
  ui::SessionView view_;
  WorldValues live_;
  ui::ViewRect viewRect_;                           ///< of the world that panels show
  ui::ViewRect wholeView_;                          ///< of all worlds
  std::shared_ptr<const Snapshot> shownSnapshot_;   ///< that of the session, with the nozzles as they will be
  std::filesystem::path noted_;                     ///< the file that was opened last
  std::shared_ptr<const Scene> framedScene_;        ///< whose camera was taken over
  std::shared_ptr<const Snapshot> scaledSnapshot_;  ///< that scale_ has followed
  SteadyScale scale_;
  Vec2 cursor_{0.f};
  double lastFrame_ = -1e9;
  bool focused_ = true;  ///< the window was in front
  int redraws_ = 3;  ///< frames still to draw although nothing new has come in: ImGui needs a few to settle

  std::vector<double> frameMilliseconds_;
  double countedFrom_ = 0.0;
  int counted_ = 0;

  ui::Monitor monitor_;
  /// What the microscope's snapshot was made of.
  struct MicroscopeShot {
    std::shared_ptr<const StepRecord> record;
    std::size_t stage = 0;
    bool closeUp = false;
    std::shared_ptr<const Snapshot> of;
    bool operator==(const MicroscopeShot&) const = default;
  };
  MicroscopeShot microscopeShot_;
  std::shared_ptr<const Snapshot> microscopeSnapshot_;
  std::optional<std::uint32_t> nearTo_;  ///< the particle of the close-up
  ui::OrbitCamera cameraBefore_;         ///< the close-up
  struct Strip {
    std::string tab;
    float height = 0.f;  ///< [design pixels]
  };
  Strip stripBefore_;  ///< the microscope

  // Last: they stop before anything that their wake-ups need is gone, and the simulation, which may wait for
  // the recorder, before that.
  PanoramaReader panoramas_{[] { GlfwWindow::wake(); }};
  MeshWorker meshes_{[] { GlfwWindow::wake(); }};
  WindowPainter painter_;
  WindowPainter thumbnailPainter_;
  FileLibrary library_;
  Recorder recorder_;
  PictureThread pictures_;
  SimulationThread simulation_;
  std::unique_ptr<PictureThread> secondPictures_;  ///< made when two worlds are compared first
  ComparedWorlds compared_;
  std::uint64_t steadyFrom_ = 0;  ///< RenderSettings::steadyFrom
  WindowSweeps sweeps_;
  WindowExports exports_;
  SessionFiles sessions_;
  DisplayLossGuard displayLoss_;
};

}  // namespace ooze
