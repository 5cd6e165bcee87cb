// Every frame of a shipped scene is looked at: its liquid stays finite, outside of solids, whole and no
// faster than it has a right to be.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze::test {

/// The outcome of looking at a run.
struct SceneFindings {
  std::string fault;          ///< the first one, with its frame; "": none
  double fastest = 0.0;       ///< particle of all frames but the first [m/s]
  std::uint64_t leavers = 0;  ///< particles that left over an edge or were taken by a control
};

/// Looks at one run, frame by frame.
class SceneWatch {
 public:
  /// @param world  before its first frame
  explicit SceneWatch(const World& world);
  /// Looks at the frame that the world has reached.
  void note(const World& world);
  [[nodiscard]] const SceneFindings& findings() const { return findings_; }

 private:
  [[nodiscard]] std::string faultOf(const World& world);
  /// Counts the particles that are gone since they were seen last.
  /// @return the fault of one that is gone from where nothing takes liquid, or ""
  [[nodiscard]] std::string noteLeavers(const World& world);

  SceneFindings findings_;
  std::vector<std::optional<Vec3>> places_;  // by id
  float fastest_ = 0.f;                      // when the places were noted [m/s]
  bool erases_ = false;                      // a control takes particles, wherever it is
};

}  // namespace ooze::test
