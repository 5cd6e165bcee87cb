// What lies still costs nothing: once nothing has moved for half a second, steps leave liquid and bodies as
// they are, to the bit, until something stirs them.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "particles/id_table.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// All that forces move falls asleep together and wakes together: a body that moves may come near the liquid,
/// and liquid that moves may reach a body.
///
/// It watches for half a second, from frame to frame, how far things are from where they were. What swings to
/// and fro may do so by kSwing; at the end each thing must be back within kDrift.
class Sleep {
 public:
  static constexpr double kPatience = 0.5;  ///< [s]
  /// While something is faster nothing is watched, and saves are as they were before there was sleep. What
  /// only swings is slower from step to step.
  static constexpr float kSlow = 10.f;  ///< [h/s]
  /// Pairs that the paper's pressures push past each other may swing for ever, by 0.02 h in honey that has
  /// coiled.
  static constexpr float kSwing = 0.03f;  ///< [h]
  /// Creep that could be seen is faster: honey that has settled on a floor passes this two seconds after the
  /// last that one notices. What hangs and has yet to drip keeps above it.
  static constexpr float kDrift = 0.003f;  ///< in kPatience [h]

  explicit Sleep(double framesPerSecond);

  [[nodiscard]] bool asleep() const { return asleep_; }
  /// Whether it is as in a world that has just begun: then a save needs nothing of it.
  [[nodiscard]] bool isFresh() const { return !asleep_ && ids_.empty(); }

  /// Something stirs: all is awake, and begins to be watched anew.
  void wake();
  /// A frame is done in which nothing stirred from without. @param h  interaction radius [m]
  /// @return true if all falls asleep now
  bool endFrame(const Particles& particles, const std::vector<Body>& bodies, float h);

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold what no frame can have left of these
  void restore(ByteReader& in, const Particles& particles, const std::vector<Body>& bodies, float h);

 private:
  void watch(const Particles& particles, const std::vector<Body>& bodies);
  bool follow(const Particles& particles);
  [[nodiscard]] bool strays(const Particles& particles, const std::vector<Body>& bodies, float limit) const;

  std::uint32_t patience_;  ///< frames
  bool asleep_ = false;
  std::uint32_t frames_ = 0;  ///< watched so far
  // Where things were then; none: nothing is watched, because too much moves.
  std::vector<std::uint32_t> ids_;
  Vec3Array places_;         ///< by place in ids_ [m]
  std::vector<Pose> poses_;  ///< of all bodies
  // What follow() needs, kept so that a warm frame takes no memory.
  IdTable indexOf_;
  Vec3Array sorted_;
};

}  // namespace ooze
