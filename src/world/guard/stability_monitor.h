// Stability check after each step: detects non-finite states and speeds that no stable simulation reaches.
#pragma once

#include "ooze/base/bytes.h"

#include "world/guard/speeds.h"

#include <cstdint>
#include <vector>

namespace ooze {

class StabilityMonitor {
 public:
  void beginFrame(const Particles& particles, const std::vector<Body>& bodies);
  /// Returns the greatest particle speed at the start of the frame, or after a command that raised the speed
  /// [m/s].
  [[nodiscard]] float ofParticles() const { return particles_; }

  /// Raises the limits to the present speeds, because a command has parted, thrown or restored something.
  void allow(const Particles& particles);
  void allow(const std::vector<Body>& bodies);

  /// Checks the state after a step.
  /// @param dt  length of the step that was taken [s]
  /// @throws RunError if anything is non-finite or too fast
  void require(const SpeedSources& sources, float dt);

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  void requireBodies(const SpeedSources& sources, float dt) const;

  float particles_ = 0.f;  ///< fastest particle at the start of the frame [m/s]
  float bodies_ = 0.f;     ///< fastest dynamic body at the start of the frame [m/s]
  std::vector<std::uint8_t> unstableChunks_;
};

}  // namespace ooze
