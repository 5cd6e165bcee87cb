// What the tools that act within a sphere share: where it lies, how a drag becomes commands, how it shows.
#pragma once

#include "ui/tools/tool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// A place on what one sees.
struct Touch {
  Vec3 point{0.f};
  Vec3 normal{0.f, 1.f, 0.f};  ///< unit; of liquid roughly
};

/// The liquid or solid under a ray, the inside of tanks among them.
std::optional<Touch> touchUnder(const Snapshot& snapshot, const Ray& ray);
/// The same for what a new thing goes over: none if it is much farther off than what the camera turns round,
/// as a floor behind everything is.
std::optional<Touch> touchMeant(const Snapshot& snapshot, const OrbitCamera& camera, const Ray& ray);
/// The same as touchUnder() for the solids alone, or for the liquid alone.
std::optional<Touch> solidUnder(const Snapshot& snapshot, const Ray& ray);
std::optional<Touch> liquidUnder(const Snapshot& snapshot, const Ray& ray);

/// A line straight down from a place to what is below it, and a ring of this radius [m] there.
void markPlumb(const Snapshot& snapshot, const Vec3& place, float radius, bool dim,
               std::vector<Stroke>& strokes);

/// The brush as it lies on what is under the pointer; nothing where there is nothing.
void markBrush(const ToolContext& context, const Pointer& pointer, float radius, bool opposite,
               std::vector<Stroke>& strokes);

/// A stroke of dabs, each an event "TARGET x y z radius". They come every part of the radius, however fast
/// the pointer moves, and all are one edit.
class BrushStroke {
 public:
  void begin(ToolContext& context, const Pointer& pointer, std::string target, const std::string& label);
  void drag(ToolContext& context, const Pointer& from, const Pointer& to);
  /// One dab more where the pointer rests, if the world has gone on for a while.
  void repeat(ToolContext& context);
  void end(ToolContext& context);
  [[nodiscard]] bool active() const { return !target_.empty(); }

 private:
  void dab(ToolContext& context, const Pointer& pointer, bool anyway);

  std::string target_;
  Pointer at_;
  std::optional<Vec3> last_;
  double lastTime_ = 0.0;  ///< of the world [s]
};

}  // namespace ooze::ui
