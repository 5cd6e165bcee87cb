// Solids that a command puts into liquid: the liquid makes room without a burst.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/math.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ooze {

/// Lets solids grow that appear in liquid.
/// A solid that appears in liquid, or jumps or grows there, overlaps particles. A method would push these
/// particles out within one step, and the dense layer around the solid would throw liquid like an explosion.
/// Liquid therefore collides at first with a smaller solid: its surface lies deeper by the depth of the
/// overlap, for a new solid also by the interaction radius, and moves outward more slowly than a wave of this
/// height. Other solids meet the whole solid, which stands still meanwhile.
class SolidEntry {
 public:
  static constexpr float kFroude =
      0.5f;  ///< outward speed of the surface over sqrt(g d), for the depth d [1]

  /// Position and size of every body, for comparison after a command.
  struct BodyPlacement {
    std::string name;
    bool present;
    Pose pose;
    float scale;
  };
  [[nodiscard]] static std::vector<BodyPlacement> placementsOf(const std::vector<Body>& bodies);

  /// Begins the entry of each body that overlaps liquid and that appeared, jumped or grew since `before`. A
  /// jump is longer than half the body's radius, and a growth more than a tenth, so a solid that is dragged
  /// through liquid keeps its walls.
  /// @param gravity  acceleration of gravity; a world without gravity takes that of the Earth [m/s^2]
  /// @param h        interaction radius [m]
  void begin(const std::vector<BodyPlacement>& before, const std::vector<Body>& bodies,
             const Particles& liquid, const Vec3& gravity, float h);
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// Gives entering bodies their smaller shapes as long as the object lives. Dynamic bodies stand still
  /// meanwhile, because the smaller body would sink.
  class EnteringBodies {
   public:
    EnteringBodies(SolidEntry& entry, std::vector<Body>& bodies);
    ~EnteringBodies();
    EnteringBodies(const EnteringBodies&) = delete;
    EnteringBodies& operator=(const EnteringBodies&) = delete;

   private:
    std::vector<Body>& bodies_;
    struct WholeBody {
      std::ptrdiff_t index;  ///< index of the body
      ShapePtr shape;        ///< the whole shape
      Motion motion;
      Vec3 velocity, angularVelocity;
    };
    std::vector<WholeBody> kept_;
  };

  /// Advances the time of all entries by a step.
  void advance(float dt);

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that begin() does not make
  void restore(ByteReader& in);

 private:
  struct Entry {
    std::string body;     ///< name of the body
    float depth;          ///< depth of the surface at the start [m]
    float speed;          ///< outward speed of the surface [m/s]
    float elapsed = 0.f;  ///< time since the start [s]
    // Shape of the present stage; kept, because methods sample a shape anew when it changes. Not saved.
    int stage = -1;
    ShapePtr whole{}, smaller{};

    [[nodiscard]] float seconds() const { return depth / speed; }  ///< duration of the entry [s]
  };
  std::vector<Entry> entries_;
};

}  // namespace ooze
