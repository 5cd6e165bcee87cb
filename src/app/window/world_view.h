// The picture of the world, or of two side by side: from where, in which colours, where in the window.
#pragma once

#include "app/pictures/picture_thread.h"
#include "app/window/glfw_window.h"
#include "app/window/microscope_view.h"
#include "app/window/panorama_reader.h"
#include "app/window/seen_world.h"
#include "session/compared_worlds.h"
#include "ui/areas.h"
#include "ui/orbit_camera.h"
#include "ui/tools/tool.h"

#include <functional>
#include <memory>
#include <vector>

namespace ooze {

/// All on the main thread, while the window's context is current.
class WorldView {
 public:
  /// What it shows and how; all of them outlive it.
  struct Sources {
    const GlfwWindow& window;
    const ui::Theme& theme;
    ui::InterfaceState& state;
    SimulationThread& simulation;
    ComparedWorlds& compared;
    const PanoramaReader& panoramas;
  };
  /// @param drawn  as that of PictureThread, of the first world's pictures
  WorldView(const Sources& sources, std::function<void(const StageSlice&)> drawn);

  /// Takes over what the worlds have published.
  void follow();
  /// Chooses what the picture is coloured by, and asks the worlds for what that needs.
  void followColour();
  /// Panels and tools mean this side from now on.
  void focusOn(std::size_t side);

  /// Where panels have left room. [ImGui's units]
  void place(const ui::ViewRect& whole);
  /// As the scene's camera does, but as far away as this view needs to hold liquid and bodies.
  void frameScene();

  /// The picture of the world that panels show, as it is wanted now.
  [[nodiscard]] PictureRequest picture() const;
  /// Asks for the pictures. @param recorded  a film is made of them: they are not drawn better twice
  void request(bool recorded);
  /// Copies the last finished ones to the window.
  void show();
  /// Draws the picture once more into a file; a message tells how that went.
  void saveScreenshot();

  /// True if a picture is finished that was not shown yet.
  [[nodiscard]] bool fresh() const {
    return pictures_.fresh() || (secondPictures_ && secondPictures_->fresh());
  }
  /// The first world's scene if a picture of it is shown, or if none can be expected; else null.
  [[nodiscard]] std::shared_ptr<const Scene> sceneSeen() const;
  /// How much later the world that panels show is than the picture of it [s].
  [[nodiscard]] double pictureBehind() const;
  /// Of the first world.
  [[nodiscard]] const PictureThread& pictures() const { return pictures_; }

  [[nodiscard]] const SessionView& world() const { return seen_.view(); }
  [[nodiscard]] const WorldValues& live() const { return seen_.live(); }
  [[nodiscard]] ui::OrbitCamera& camera() { return camera_; }
  [[nodiscard]] const ui::OrbitCamera& camera() const { return camera_; }
  [[nodiscard]] MicroscopeView& microscope() { return microscope_; }
  [[nodiscard]] const MicroscopeView& microscope() const { return microscope_; }
  [[nodiscard]] const Field& quantity() const { return quantity_; }
  [[nodiscard]] const QuantityScale& scale() const { return scale_.scale(); }

  /// Of the world that panels show.
  [[nodiscard]] const ui::ViewRect& rect() const { return rect_; }
  [[nodiscard]] ui::ViewRect rectOf(std::size_t side) const;
  [[nodiscard]] ui::Pointer pointerAt(const Vec2& position, bool shift) const;
  [[nodiscard]] ui::ToolContext toolContext();

  std::vector<Message> takeMessages();

 private:
  void takeWorld();
  [[nodiscard]] float aspect() const;
  [[nodiscard]] const std::shared_ptr<const Snapshot>& pictured() const;
  [[nodiscard]] PictureRequest pictureIn(const ui::ViewRect& rect, std::shared_ptr<const Scene> scene,
                                         std::shared_ptr<const Snapshot> snapshot) const;
  [[nodiscard]] PictureThread& picturesOf(std::size_t side);

  const Sources from_;
  SeenWorld seen_;
  ui::OrbitCamera camera_;
  MicroscopeView microscope_;
  ui::ViewRect rect_, whole_;  ///< of the world that panels show; of all worlds
  Field quantity_ = kLookField;
  SteadyScale scale_;                         ///< of that quantity
  std::shared_ptr<const Snapshot> scaledTo_;  ///< that scale_ has followed
  std::uint64_t steadyFrom_ = 0;              ///< RenderSettings::steadyFrom
  std::vector<Message> messages_;
  PictureThread pictures_;
  std::unique_ptr<PictureThread> secondPictures_;  ///< made when two worlds are compared first
};

}  // namespace ooze
