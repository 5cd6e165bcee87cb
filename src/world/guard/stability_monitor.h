// Stability check after each step: detects non-finite states and speeds that no stable simulation reaches.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/method.h"
#include "ooze/particles/particles.h"

#include "world/edits/grab_and_push.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Upper limit for any speed in a valid state; its square is still finite [m/s].
inline constexpr float kMaxSpeed = 1e11f;

/// The present state of everything that can move liquid or bodies, as references.
struct SpeedSources {
  const Particles& particles;
  const std::vector<Emitter>& emitters;
  const std::vector<Body>& bodies;
  const GrabConstraint& hand;
  const Push& push;
  float gravity;              ///< magnitude of gravity [m/s^2]
  StableStep stable;          ///< stability limit of the method for the present materials
  float interactionRadius;    ///< interaction radius of the method [m]
  float maxStepDisplacement;  ///< largest distance that anything may move in a step [m]
  float maxSpeedGain;         ///< factor by which the fastest particle may gain speed in a frame [1]
  double framesPerSecond;
  const Threads& threads;  ///< threads for the parallel searches
  float controls = 0.f;    ///< greatest speed that control particles and bands ask for [m/s]

  [[nodiscard]] float frameSeconds() const { return static_cast<float>(1.0 / framesPerSecond); }
};

/// Returns the speed of the fastest particle [m/s].
float fastestParticle(const Particles& particles);

/// Returns the radius of a sphere around the centre of mass that contains the body [m].
float radiusOf(const Body& body);

/// Returns an upper bound for the speed of any point of the body [m/s]. For an infinite body, the rotation is
/// ignored.
float fastestPoint(const Body& body);
/// Returns the same bound for a kinematic body over the coming `seconds`, from its keyframes. Jumps between
/// keyframes have no speed.
float fastestPointAhead(const Body& body, double time, double seconds);

/// Returns true if the keyframes of a kinematic body give another pose at this time than the present one [s].
bool keysMove(const Body& body, double time);

/// Returns an upper bound for the speed that a body's pull can cause from rest; 0 without a pull [m/s].
float speedOfPull(const Body& body);

/// Returns the speed of the fastest point of all present dynamic bodies [m/s].
float fastestDynamicBody(const std::vector<Body>& bodies);

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
