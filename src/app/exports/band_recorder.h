// What a run leaves for runs of other scenes.
#pragma once

#include "ooze/liquid/band.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <filesystem>
#include <vector>

namespace ooze {

/// Collects the bands of a scene step by step, and writes a file for each of them and frame.
class BandRecorder {
 public:
  /// Makes the folder. @param folder  "": nothing is recorded
  /// @throws InputError if the scene has no bands, or its method none to give
  /// @throws RunError if the folder cannot be made
  BandRecorder(std::filesystem::path folder, const Scene& scene);

  /// The start of a run is a frame of its own. @throws RunError if it cannot be written
  void begin(const World& world);
  /// After each step. What a frame that is taken again had before is forgotten.
  void note(const World& world);
  /// @throws RunError if a file cannot be written
  void endFrame(const World& world);

 private:
  std::filesystem::path folder_;
  std::vector<BandFrame> frames_;  ///< one for each band, with the moments since the last was written
};

}  // namespace ooze
