// Checks every frame of a shipped scene: the liquid stays finite, outside of solids, complete, and at a
// plausible speed.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze::test {

/// The result of checking a run.
struct SceneCheckResult {
  std::string fault;                ///< the first fault, with its frame; "": none
  double fastest = 0.0;             ///< largest speed of a particle in all frames but the first [m/s]
  std::uint64_t lostParticles = 0;  ///< particles that left over an edge or were taken by a control
};

/// Checks one run, frame by frame.
class SceneChecker {
 public:
  /// @param world  the world before its first frame
  explicit SceneChecker(const World& world);
  /// Checks the frame that the world has reached.
  void note(const World& world);
  [[nodiscard]] const SceneCheckResult& findings() const { return findings_; }

 private:
  [[nodiscard]] std::string faultOf(const World& world);
  /// Counts the particles that are gone since the last call.
  /// @return the fault if a particle vanished where nothing removes liquid, or ""
  [[nodiscard]] std::string countLostParticles(const World& world);

  SceneCheckResult findings_;
  std::vector<std::optional<Vec3>> places_;  // positions by id
  float fastest_ = 0.f;                      // largest speed at that time [m/s]
  bool erases_ = false;                      // true if a control erases particles anywhere
};

}  // namespace ooze::test
