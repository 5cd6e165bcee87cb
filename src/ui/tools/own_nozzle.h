// The nozzle that the mouse carries: made when it is first needed in a world, then moved, opened and closed.
#pragma once

#include "ui/tools/tool.h"

#include <memory>

namespace ooze::ui {

class OwnNozzle {
 public:
  /// True of nozzles that this tool has made.
  static bool isOne(const EmitterSpec& emitter);

  void begin(ToolContext& context, const Pointer& pointer);
  void move(ToolContext& context, const Pointer& pointer);
  void end(ToolContext& context);
  /// A nozzle comes into the world some time after it was asked for; what happened since is made up for.
  void follow(ToolContext& context);
  /// The opening, the way down, and where it lands.
  void mark(const ToolContext& context, const Pointer& pointer, std::vector<Stroke>& strokes) const;

 private:
  enum class State { Idle, Pouring, Closing };

  [[nodiscard]] Vec3 placeFor(const ToolContext& context, const Pointer& pointer) const;
  void open(ToolContext& context);
  void close(ToolContext& context);

  State state_ = State::Idle;
  bool asked_ = false;                      ///< for a nozzle that is not there yet
  int waited_ = 0;                          ///< looks at the session since
  Vec3 place_{0.f};                         ///< of the opening [m]
  std::shared_ptr<const Snapshot> before_;  ///< when the pour began: what it pours does not count as a ground
};

}  // namespace ooze::ui
