// A test fixture for mouse tools: simulates the pointer and records the commands that the session received.
#pragma once

#include "fixtures/recording_session.h"
#include "ui/tools/pointer_controller.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

inline constexpr float kAspect = 1.5f;  // aspect ratio of the view

template <class RecordedSession = RecordingSession>
class MouseTest : public testing::Test {
 protected:
  template <class... Arguments>
  explicit MouseTest(const CameraSpec& camera, Arguments&&... ofSession)
      : session_(std::forward<Arguments>(ofSession)...), camera_(camera) {}

  /// Shows a snapshot, as the window does after each frame.
  void show(std::shared_ptr<const Snapshot> snapshot) {
    view_.snapshot = std::move(snapshot);
    live_ = liveValues(*view_.snapshot, {});
    ToolContext c = context();
    controller_.follow(c);
  }
  ToolContext context() { return {view_, live_, camera_, state_, session_, kAspect}; }
  Pointer over(const Vec3& point, bool shift = false) {
    Pointer pointer{{}, shift};
    EXPECT_TRUE(camera_.project(point, kAspect, pointer.at));
    return pointer;
  }
  void press(const Pointer& at, Button button = Button::Left) {
    ToolContext c = context();
    controller_.press(c, at, button);
  }
  void move(const Pointer& to) {
    ToolContext c = context();
    controller_.move(c, to);
  }
  void release(Button button = Button::Left) {
    ToolContext c = context();
    controller_.release(c, button);
  }
  void drag(const Pointer& from, const Pointer& to, Button button = Button::Left) {
    press(from, button);
    move(to);
    release(button);
  }
  void drag(const Vec3& from, const Vec3& to, Button button = Button::Left) {
    drag(over(from), over(to), button);
  }
  [[nodiscard]] std::vector<std::string> targets() const { return session_.targets(); }
  static Vec3 vector(const CommandText& command, std::size_t from = 0) {
    return {command.values.at(from), command.values.at(from + 1), command.values.at(from + 2)};
  }

  RecordedSession session_;
  SessionView view_;
  WorldValues live_;
  OrbitCamera camera_;
  InterfaceState state_;
  PointerController controller_;
};

}  // namespace ooze::ui
