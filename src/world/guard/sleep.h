// Sleeping: once nothing has moved for half a second, steps leave liquid and bodies unchanged to the bit and
// cost nearly nothing, until something wakes the world.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "particles/id_table.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Sleep state of a world. Liquid and dynamic bodies sleep and wake together, because a moving body may reach
/// the liquid and moving liquid may reach a body.
///
/// Motion is watched for half a second, from frame to frame. Every particle and body must stay within
/// kMaxExcursion of its position at the start, and end within kMaxDrift. The looser limit on the way allows
/// small oscillations.
class Sleep {
 public:
  /// Time for which motion is watched before the world falls asleep [s].
  static constexpr double kPatience = 0.5;
  /// Speed above which motion is not watched, so that saves are the same as before sleeping existed.
  /// Particles that only oscillate are slower from step to step.
  static constexpr float kSlow = 10.f;  ///< limit for the fastest particle [interaction radii per second]
  /// Largest excursion during the watch. Pairs that the paper's pressures push past each other may oscillate
  /// for ever, for example in coiled honey.
  static constexpr float kMaxExcursion = 0.03f;  ///< distance from the start of the watch [interaction radii]
  /// Largest drift over the watch. Visible creep is faster, and liquid that hangs and is about to drip stays
  /// above the limit.
  static constexpr float kMaxDrift = 0.003f;  ///< distance from start to end of the watch [interaction radii]

  explicit Sleep(double framesPerSecond);

  [[nodiscard]] bool asleep() const { return asleep_; }
  /// Returns true if the sleep state is as in a new world. A save then leaves out the sleep state.
  [[nodiscard]] bool isFresh() const { return !asleep_ && ids_.empty(); }

  /// Wakes everything and starts a new watch.
  void wake();
  /// Call at the end of a frame without outside influence.
  /// @param h  interaction radius [m]
  /// @return true if everything falls asleep now
  bool endFrame(const Particles& particles, const std::vector<Body>& bodies, float h);

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that no frame could have left
  void restore(ByteReader& in, const Particles& particles, const std::vector<Body>& bodies, float h);

 private:
  void watch(const Particles& particles, const std::vector<Body>& bodies);
  bool follow(const Particles& particles);
  [[nodiscard]] bool hasMovedBeyond(const Particles& particles, const std::vector<Body>& bodies,
                                    float limit) const;

  std::uint32_t patience_;  ///< duration of the watch: kPatience as a number of frames
  bool asleep_ = false;
  std::uint32_t frames_ = 0;  ///< number of frames watched so far
  // State at the start of the watch; empty if nothing is watched because something moves too fast.
  std::vector<std::uint32_t> ids_;
  Vec3Array places_;  ///< positions of the particles at the start of the watch, in the order of ids_ [m]
  std::vector<Pose> poses_;  ///< poses of all bodies at the start of the watch
  // Scratch memory of follow(), kept so that later frames allocate nothing.
  IdTable indexOf_;
  Vec3Array sorted_;
};

}  // namespace ooze
