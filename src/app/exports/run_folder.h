// Interface of folders that receive a whole run: liquid, bodies, camera and light.
#pragma once

#include "ooze/world/world.h"

#include <filesystem>

namespace ooze {

class RunFolder {
 public:
  virtual ~RunFolder() = default;
  /// Writes the liquid of the world's frame, and remembers the poses of all solids. Call for every frame that
  /// is exported, in order. @throws RunError, Cancelled
  virtual void frame(const World& world) = 0;
  /// Call for every other frame, because surfaces are averaged over frames.
  virtual void skipFrame(const World& world) = 0;
  /// Writes all other files. @throws RunError
  virtual void finish() = 0;
  /// Returns the file that opens the whole run. It is written last, so a folder without the file is
  /// incomplete.
  [[nodiscard]] virtual std::filesystem::path description() const = 0;
};

}  // namespace ooze
