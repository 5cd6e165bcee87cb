// The view of one world, or of two worlds side by side: environment map, camera, colour field and place in
// the window.
#pragma once

#include "app/pictures/picture_thread.h"
#include "app/window/glfw_window.h"
#include "app/window/microscope_view.h"
#include "app/window/world_view_model.h"
#include "render/panorama.h"
#include "session/compared_worlds.h"
#include "session/session.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/tools/tool.h"
#include "ui/window_layout.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <vector>

namespace ooze {

/// Loads the environment map in the background. The previous map stays until the new one is loaded, and also
/// if loading fails.
class PanoramaReader {
 public:
  /// @param wake  called on any thread when follow() has work to do
  explicit PanoramaReader(std::function<void()> wake);

  /// Starts loading a wanted map, or collects a loaded one.
  /// @param wanted  file of the environment map, or "" for none; reset to the current file if loading fails
  /// @return whether current() has changed
  bool follow(std::filesystem::path& wanted);
  /// Returns the environment map; null if none is used.
  [[nodiscard]] const std::shared_ptr<const Panorama>& current() const { return current_; }
  std::vector<Message> takeMessages();

 private:
  bool take(std::filesystem::path& wanted);

  const std::function<void()> wake_;
  std::shared_ptr<const Panorama> current_;
  std::filesystem::path reading_;
  std::future<std::shared_ptr<const Panorama>> read_;
  std::vector<Message> messages_;
};

/// Call all members on the main thread, while the window's context is current.
class WorldView {
 public:
  /// Sources of the view, which must outlive the view.
  struct Sources {
    const GlfwWindow& window;
    const ui::Theme& theme;
    ui::InterfaceState& state;
    SimulationThread& simulation;
    ComparedWorlds& compared;
    const PanoramaReader& panoramas;
  };
  /// @param drawn  as for PictureThread; called for pictures of the first world
  WorldView(const Sources& sources, std::function<void(const StageSlice&)> drawn);

  /// Takes the latest published views of the worlds.
  void follow();
  /// Updates the colour field of the view from the interface state. Requests snapshots that contain the
  /// particle quantity of this field.
  void followColour();
  /// Moves the focus of panels and tools to one side.
  void focusOn(std::size_t side);

  /// Sets the area of the view, which the panels leave free.
  /// @param whole  rectangle in the window [ImGui's units]
  void place(const ui::ViewRect& whole);
  /// Resets the camera to the direction of the scene's camera, at a distance that shows all liquid and
  /// bodies.
  void frameScene();

  /// Returns the currently wanted picture of the focused world.
  [[nodiscard]] PictureRequest picture() const;
  /// Requests pictures. @param recorded  a recording is running, so that pictures are not refined
  void request(bool recorded);
  /// Copies the last finished pictures to the window.
  void show();
  /// Saves a picture at full quality to a file; a message reports the result.
  void saveScreenshot();

  /// Returns true if a finished picture has not been shown yet.
  [[nodiscard]] bool fresh() const {
    return pictures_.fresh() || (secondPictures_ && secondPictures_->fresh());
  }
  /// Returns the first world's scene if a picture of it is shown or no picture can be expected; else null.
  [[nodiscard]] std::shared_ptr<const Scene> visibleScene() const;
  /// Returns how far the shown picture lags behind the focused world, in simulated time [s].
  [[nodiscard]] double pictureLag() const;
  /// Returns the picture thread of the first world.
  [[nodiscard]] const PictureThread& pictures() const { return pictures_; }

  [[nodiscard]] const SessionView& world() const { return seen_.view(); }
  [[nodiscard]] const WorldValues& live() const { return seen_.live(); }
  [[nodiscard]] ui::OrbitCamera& camera() { return camera_; }
  [[nodiscard]] const ui::OrbitCamera& camera() const { return camera_; }
  [[nodiscard]] MicroscopeView& microscope() { return microscope_; }
  [[nodiscard]] const MicroscopeView& microscope() const { return microscope_; }
  [[nodiscard]] const Field& quantity() const { return quantity_; }
  [[nodiscard]] const QuantityScale& scale() const { return scale_.scale(); }

  /// Returns the area of the focused world.
  [[nodiscard]] const ui::ViewRect& rect() const { return rect_; }
  [[nodiscard]] ui::ViewRect rectOf(std::size_t side) const;
  [[nodiscard]] ui::Pointer pointerAt(const Vec2& position, bool shift) const;
  [[nodiscard]] ui::ToolContext toolContext();

  std::vector<Message> takeMessages();

 private:
  void takeWorld();
  [[nodiscard]] float aspect() const;
  [[nodiscard]] const std::shared_ptr<const Snapshot>& picturedSnapshot() const;
  [[nodiscard]] PictureRequest pictureIn(const ui::ViewRect& rect, std::shared_ptr<const Scene> scene,
                                         std::shared_ptr<const Snapshot> snapshot) const;
  [[nodiscard]] PictureThread& picturesOf(std::size_t side);

  const Sources from_;
  WorldViewModel seen_;
  ui::OrbitCamera camera_;
  std::chrono::steady_clock::time_point followed_ = std::chrono::steady_clock::now();  ///< last follow()
  MicroscopeView microscope_;
  ui::ViewRect rect_, whole_;  ///< area of the focused world; area of all worlds
  Field quantity_ = kLookField;
  SmoothedScale scale_;                       ///< value range of the colour field quantity_
  std::shared_ptr<const Snapshot> scaledTo_;  ///< last snapshot whose values entered scale_
  std::uint64_t steadyFrom_ = 0;              ///< number of restarts of temporal smoothing (averagingSeries)
  std::vector<Message> messages_;
  PictureThread pictures_;
  std::unique_ptr<PictureThread> secondPictures_;  ///< created on the first comparison of two worlds
};

}  // namespace ooze
