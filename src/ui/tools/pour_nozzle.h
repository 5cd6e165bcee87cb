// The pour tool's own nozzle, which follows the pointer. The nozzle is added to the world when first needed,
// then moved, opened and closed.
#pragma once

#include "ui/tools/tool.h"

#include <memory>

namespace ooze::ui {

class PourNozzle {
 public:
  /// Returns whether a nozzle was added by this tool.
  static bool isPourNozzle(const EmitterSpec& emitter);

  void begin(ToolContext& context, const Pointer& pointer);
  void move(ToolContext& context, const Pointer& pointer);
  void end(ToolContext& context);
  /// Updates the nozzle. A requested nozzle enters the world with a delay, so changes since then are sent
  /// again.
  void follow(ToolContext& context);
  /// Adds the opening, the jet, and the landing point to the overlay.
  void addOverlay(const ToolContext& context, const Pointer& pointer, std::vector<Stroke>& strokes) const;

 private:
  enum class NozzleState { Idle, Pouring, Closing };

  [[nodiscard]] Vec3 placeFor(const ToolContext& context, const Pointer& pointer) const;
  void open(ToolContext& context);
  void close(ToolContext& context);

  NozzleState state_ = NozzleState::Idle;
  bool asked_ = false;  ///< a nozzle was requested that is not in the world yet
  int waited_ = 0;      ///< number of updates since the nozzle was requested
  Vec3 place_{0.f};     ///< position of the opening [m]
  /// Snapshot when pouring began; liquid poured since is not a surface for the nozzle.
  std::shared_ptr<const Snapshot> before_;
};

}  // namespace ooze::ui
