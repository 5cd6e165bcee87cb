// Files of the bands of a run.
#pragma once

#include "ooze/liquid/band.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <filesystem>
#include <vector>

namespace ooze {

/// Collects the bands of a scene step by step, and writes one file per band and frame. Sources of
/// other scenes can read the files.
class BandRecorder {
 public:
  /// Makes the folder.
  /// @param folder  "" records nothing
  /// @param world   the world at the start of the run, with the run's edits submitted
  /// @throws InputError if the scene has no bands, if the method does not support bands, or if the folder
  /// holds
  ///         bands of another run
  /// @throws RunError if the folder cannot be made
  BandRecorder(std::filesystem::path folder, const Scene& scene, const World& world);

  /// Records the start of a run as its own frame. @throws RunError if a file cannot be written
  void begin(const World& world);
  /// Records a step. Drops moments of a frame that was rolled back.
  void note(const World& world);
  /// Writes the recorded moments of the frame. @throws RunError if a file cannot be written
  void endFrame(const World& world);

 private:
  std::filesystem::path folder_;
  /// An entry per band, with the moments recorded since the last written frame.
  std::vector<BandFrame> frames_;
};

}  // namespace ooze
