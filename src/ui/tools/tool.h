// A tool is a file and a row in registry.cpp: what a press and a drag in the view do.
#pragma once

#include "session/scene_values.h"
#include "session/session.h"
#include "ui/marks.h"
#include "ui/orbit_camera.h"
#include "ui/panels/panel.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ooze::ui {

enum class Button { Left, Right, Middle };

struct Pointer {
  Vec2 at{0.f};  ///< (-1, -1) bottom left .. (1, 1) top right of the view
  bool shift = false;
  bool alt = false;
};

struct ToolContext {
  const SessionView& view;
  const WorldValues& live;
  OrbitCamera& camera;
  InterfaceState& state;
  Session& session;
  float aspect;  ///< width over height of the view
};

class Tool {
 public:
  virtual ~Tool() = default;

  /// @return true if the tool takes the drag that begins here
  virtual bool press(ToolContext& context, const Pointer& pointer, Button button) = 0;
  virtual void drag(ToolContext& context, const Pointer& from, const Pointer& to) = 0;
  virtual void release(ToolContext& context) = 0;
  /// The wheel, while the tool drags. @return false: the camera zooms
  virtual bool scroll(ToolContext&, float /*notches*/) { return false; }
  /// Makes what the tool acts on larger or smaller. @return false: it has no size
  virtual bool resize(ToolContext&, float /*factor*/) { return false; }
  /// Called after every look at the session, whether the tool is at work or not.
  virtual void follow(ToolContext&) {}
  /// True where a press would grab something, so that the pointer can show it.
  [[nodiscard]] virtual bool hot(const ToolContext&, const Pointer&) const { return false; }
  /// Adds what the tool draws over the picture. @param pointer  null if it is not over the view
  virtual void mark(const ToolContext&, const Pointer* /*pointer*/, std::vector<Stroke>&) const {}
};

struct ToolRow {
  Action action;     ///< that arms it
  const char* hint;  ///< shown in the view while it is armed
  const char* miss;  ///< shown after a press of the left button that found nothing; "": that turns the view
  std::unique_ptr<Tool> (*make)();
};
/// In the order in which they are asked; the camera takes what nobody else wants.
std::span<const ToolRow> toolRows();

std::unique_ptr<Tool> makeGizmoTool();
std::unique_ptr<Tool> makeCameraTool();
std::unique_ptr<Tool> makePourTool();
std::unique_ptr<Tool> makeGrabTool();
std::unique_ptr<Tool> makePushTool();
std::unique_ptr<Tool> makeCutTool();
std::unique_ptr<Tool> makeFreezeTool();
std::unique_ptr<Tool> makeEraseTool();
std::unique_ptr<Tool> makeDropTool();
std::unique_ptr<Tool> makeColliderTool();
std::unique_ptr<Tool> makeControlTool();
std::unique_ptr<Tool> makeMicroscopeTool();

}  // namespace ooze::ui
