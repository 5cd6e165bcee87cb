// Dispatches keys, mouse and dropped files to the interface, the tools and the window.
#pragma once

#include "app/window/gui.h"
#include "app/window/mesh_worker.h"
#include "app/window/world_view.h"
#include "ui/state/message_list.h"
#include "ui/tools/pointer_controller.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace ooze {

class WindowInput {
 public:
  /// Receivers of the input, which must outlive this object.
  struct Receivers {
    Gui& gui;
    ui::InterfaceState& state;
    const ui::MessageList& messages;  ///< shown on top of the view
    WorldView& view;
    ComparedWorlds& compared;
    SimulationThread& simulation;
    MeshWorker& meshes;
    std::function<void(ui::Action)> perform;
  };
  explicit WindowInput(Receivers receivers) : to_(std::move(receivers)) {}

  void add(const std::vector<WindowEvent>& events) { queue_.add(events); }
  /// Returns true while input has to wait for the next frame.
  [[nodiscard]] bool waiting() const { return !queue_.empty(); }
  /// Dispatches the input for one frame. @return false if no input was waiting
  bool dispatchFrame();

  /// Updates the active tool. Call after every update of the world, once a world exists.
  void follow();
  /// Changes the size of the active tool. @param notches  steps; positive enlarges
  void resizeTool(float notches);
  /// Draws overlays of what the tools hold or would do, on top of the picture.
  void drawMarks();
  std::vector<Message> takeMessages() { return std::exchange(messages_, {}); }

 private:
  bool menuTakes(const WindowEvent& event);
  void on(const KeyEvent& event);
  void on(const TextEvent&) {}  // handled by the interface alone
  void on(const ButtonEvent& event);
  void on(const MoveEvent& event);
  void on(const ScrollEvent& event);
  void on(const DropEvent& event);
  void removeControl();
  void openDropped(const std::filesystem::path& file);
  void focusSideAt(const Vec2& position);
  [[nodiscard]] bool over(const ui::ViewRect& rect, const Vec2& position) const;
  [[nodiscard]] bool overView(const Vec2& position) const { return over(to_.view.rect(), position); }

  const Receivers to_;
  InputQueue queue_;
  ui::PointerController pointer_;
  Vec2 cursor_{0.f};
  std::vector<Message> messages_;
};

}  // namespace ooze
