// Records the solids of a run for other programs: a mesh for each body and nozzle, and the pose in every
// frame.
#pragma once

#include "ooze/geometry/mesh.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ooze {

/// Pose of a solid in one frame.
struct RecordedPose {
  std::uint64_t frame;
  bool shown;        ///< false while the solid is absent or invisible
  Vec3 position;     ///< origin of the solid's frame [m]
  Quat orientation;  ///< unit quaternion
};

/// A body or a nozzle of a run.
struct RecordedSolid {
  Mesh mesh;    ///< mesh in the solid's frame [m]; empty for a plane, and for a mould, whose outside is solid
  Vec3 albedo;  ///< linear colour
  bool metal = false;
  std::vector<RecordedPose> poses;  ///< one pose per recorded frame
};

class SolidRecorder {
 public:
  /// Records the solids of a snapshot. Shapes and colours are those of the first snapshot that has the solid.
  void note(const Snapshot& now);
  /// Returns the bodies by name.
  [[nodiscard]] const std::map<std::string, RecordedSolid>& bodies() const { return bodies_; }
  /// Returns the nozzles by name. A nozzle may have the name of a body.
  [[nodiscard]] const std::map<std::string, RecordedSolid>& nozzles() const { return nozzles_; }

 private:
  std::map<std::string, RecordedSolid> bodies_, nozzles_;
};

}  // namespace ooze
