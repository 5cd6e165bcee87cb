// What speeds are sane in a frame: a state that runs away, or is not finite, is told at the end of a step.
#pragma once

#include "ooze/base/bytes.h"

#include "world/speeds.h"

#include <cstdint>
#include <vector>

namespace ooze {

class SaneSpeeds {
 public:
  void beginFrame(const Particles& particles, const std::vector<Body>& bodies);
  /// Of the fastest particle as the frame began, or as a command of it set it [m/s].
  [[nodiscard]] float ofParticles() const { return particles_; }

  /// What a command has parted, thrown or put back did not run away.
  void allow(const Particles& particles);
  void allow(const std::vector<Body>& bodies);

  /// @param dt  length of the step that was taken [s]
  /// @throws RunError if something is not finite or runs away
  void require(const SpeedSources& sources, float dt);

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  void requireBodies(const SpeedSources& sources, float dt) const;

  float particles_ = 0.f;  ///< [m/s]
  float bodies_ = 0.f;     ///< likewise of dynamic bodies [m/s]
  std::vector<std::uint8_t> insaneChunks_;
};

}  // namespace ooze
