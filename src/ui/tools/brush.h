// Shared parts of the tools that act within a sphere: surface under the pointer, brush strokes, and the
// brush's overlay.
#pragma once

#include "ui/tools/tool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// A point on the visible surface of liquid or solid.
struct PickedSurface {
  Vec3 point{0.f};
  Vec3 normal{0.f, 1.f, 0.f};  ///< surface normal, of length 1; approximate for liquid
};

/// Returns the surface point of liquid or solid under a ray. The inside of tanks counts as solid.
std::optional<PickedSurface> pickSurface(const Snapshot& snapshot, const PickRay& ray);
/// Returns pickSurface() as the target for a new object. Empty if the hit lies much farther away than the
/// camera's target, for example on a floor behind the scene.
std::optional<PickedSurface> pickTargetSurface(const Snapshot& snapshot, const OrbitCamera& camera,
                                               const PickRay& ray);
/// Return the surface point under a ray as pickSurface() does, but of solids alone, or of liquid alone.
std::optional<PickedSurface> solidUnder(const Snapshot& snapshot, const PickRay& ray);
std::optional<PickedSurface> liquidUnder(const Snapshot& snapshot, const PickRay& ray);

/// Adds a vertical line from a point down to the surface below, and a ring of this radius [m] there.
void addPlumbLine(const Snapshot& snapshot, const Vec3& place, float radius, bool dim,
                  std::vector<Stroke>& strokes);

/// Adds the brush's ring on the surface under the pointer. Adds nothing without a surface.
void addBrushOverlay(const ToolContext& context, const Pointer& pointer, float radius, bool opposite,
                     std::vector<Stroke>& strokes);

/// Makes a command that acts within a ball. @param centre, radius  of the ball [m]
using BallCommand = Command (*)(const Vec3& centre, float radius);
template <class Ball>
Command ballCommand(const Vec3& centre, float radius) {
  return Ball{centre, radius};
}

/// A brush stroke as a series of dabs, each a command for a ball. The spacing is a fraction of the radius,
/// however fast the pointer moves. The whole stroke is one undoable edit.
class BrushStroke {
 public:
  void begin(ToolContext& context, const Pointer& pointer, BallCommand command, const std::string& label);
  void drag(ToolContext& context, const Pointer& from, const Pointer& to);
  /// Adds a dab at the resting pointer once the simulated time has advanced enough.
  void repeat(ToolContext& context);
  void end(ToolContext& context);
  [[nodiscard]] bool active() const { return command_ != nullptr; }

 private:
  void dab(ToolContext& context, const Pointer& pointer, bool anyway);

  BallCommand command_ = nullptr;  ///< null between strokes
  Pointer at_;
  std::optional<Vec3> last_;
  double lastTime_ = 0.0;  ///< simulated time of the last dab [s]
};

}  // namespace ooze::ui
