// Object particles: boundary particles through which solids attract liquid (Steele et al. 2004, boundaries).
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ooze::steele {

/// A boundary particle just inside the surface of a solid.
struct ObjectParticle {
  Vec3 at;      ///< position in the body's frame [m]
  float share;  ///< surface area that the particle represents, in squares of two liquid radii [1]
};

/// One layer of boundary particles inside the surface of every solid, stored in the solid's frame. Particles
/// are sampled lazily near the liquid and cached, so that a solid may be infinite. Object particles depend
/// only on shape and radius, hence saved states omit them. Departs from Steele et al. 2004 in two ways.
/// Object particles cause adhesion only, while contact uses the surface itself (solids.h), which has no gaps.
/// Each particle is weighted by the surface that it represents, so that a rotated solid attracts equally.
class ObjectParticles {
 public:
  explicit ObjectParticles(float radius);

  /// Samples all object particles within `reach` [m] of a liquid particle.
  void sampleNear(const Vec3Array& positions, const Bodies& bodies, float reach, const Threads& threads);

  /// Calls visit(object particle) for all object particles of a body within reach of a position, and for some
  /// beyond. The position must have been passed to sampleNear().
  /// @param body   index of the body
  /// @param local  position in the body's frame [m]
  template <class Visit>
  void visitNear(std::size_t body, const Vec3& local, float reach, const Visit& visit) const {
    const ObjectLayer& layer = layers_[body];
    const ObjectCell low = blockOf(local - Vec3(reach)), high = blockOf(local + Vec3(reach));
    for (std::int32_t z = low.z; z <= high.z; ++z)
      for (std::int32_t y = low.y; y <= high.y; ++y)
        for (std::int32_t x = low.x; x <= high.x; ++x)
          if (const auto found = layer.blocks.find(keyOf({x, y, z})); found != layer.blocks.end())
            for (const ObjectParticle& p : found->second) visit(p);
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  struct ObjectCell {
    std::int32_t x, y, z;
  };
  struct ObjectLayer {
    ShapePtr shape;  ///< shape that the object particles were sampled on
    std::unordered_map<std::uint64_t, std::vector<ObjectParticle>> blocks;
  };
  struct MissingBlock {
    std::uint32_t body;
    ObjectCell block;
    bool operator<(const MissingBlock& o) const;
    bool operator==(const MissingBlock& o) const;
  };
  [[nodiscard]] ObjectCell blockOf(const Vec3& local) const;
  static std::uint64_t keyOf(const ObjectCell& block);
  [[nodiscard]] std::vector<ObjectParticle> sampled(const SignedDistance& shape,
                                                    const ObjectCell& block) const;

  float radius_, edge_;  ///< radius of a liquid particle; edge of a cell [m]
  std::vector<ObjectLayer> layers_;
  std::size_t count_ = 0;
  // Blocks to be sampled, by chunk of particles and in total.
  std::vector<std::vector<MissingBlock>> found_;
  std::vector<MissingBlock> wanted_;
};

}  // namespace ooze::steele
