// What keys, mouse and dropped files mean in the window: who gets them.
#pragma once

#include "app/window/gui.h"
#include "app/window/input_queue.h"
#include "app/window/mesh_worker.h"
#include "app/window/world_view.h"
#include "ui/message_list.h"
#include "ui/tools/pointer_controller.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace ooze {

class WindowInput {
 public:
  /// Who gets the input; all of them outlive it.
  struct Receivers {
    Gui& gui;
    ui::InterfaceState& state;
    const ui::MessageList& messages;  ///< which lie over the view
    WorldView& view;
    ComparedWorlds& compared;
    SimulationThread& simulation;
    MeshWorker& meshes;
    std::function<void(ui::Action)> perform;
  };
  explicit WindowInput(Receivers receivers) : to_(std::move(receivers)) {}

  void add(const std::vector<WindowEvent>& events) { queue_.add(events); }
  /// True while some of it has to wait for the next frame.
  [[nodiscard]] bool waiting() const { return !queue_.empty(); }
  /// Deals out what belongs to one frame. @return false: there was nothing
  bool deal();

  /// After every look at the world, once there is one.
  void follow();
  /// One step larger or smaller of what the armed tool acts on.
  void resizeTool(float notches);
  /// What the tools hold or would do, over the picture.
  void drawMarks();
  std::vector<Message> takeMessages() { return std::exchange(messages_, {}); }

 private:
  bool menuTakes(const WindowEvent& event);
  void on(const KeyEvent& event);
  void on(const TextEvent&) {}  // the interface's alone
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
