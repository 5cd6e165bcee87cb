// Object particles: solids as the liquid feels them from a distance (Steele et al. 2004, boundaries).
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ooze::steele {

struct ObjectParticle {
  Vec3 at;      ///< in the body's frame [m]
  float share;  ///< of the solid's surface that it stands for, in squares of two liquid radii [1]
};

/// One layer of particles within the surface of every solid, in its frame, so that it goes along with its
/// pose. They are made where liquid comes near and kept, so a solid may be endless; they are a function of
/// shape and radius alone, hence no part of a state. Departs from Steele et al. 2004: they act by adhesion
/// only, while contact is with the surface itself (solids.h), through whose gaps nothing slips; and each
/// counts by the surface that it stands for, so that a turned solid draws as much.
class ObjectParticles {
 public:
  explicit ObjectParticles(float radius);

  /// Makes those within `reach` [m] of a particle.
  void makeNear(const Vec3Array& positions, const Bodies& bodies, float reach, const Threads& threads);

  /// Calls visit(object particle) for those of body number `body` that may be within reach of a place in its
  /// frame, and others. makeNear() must have seen the place.
  template <class Visit>
  void visitNear(std::size_t body, const Vec3& local, float reach, const Visit& visit) const {
    const Layer& layer = layers_[body];
    const Cell low = blockOf(local - Vec3(reach)), high = blockOf(local + Vec3(reach));
    for (std::int32_t z = low.z; z <= high.z; ++z)
      for (std::int32_t y = low.y; y <= high.y; ++y)
        for (std::int32_t x = low.x; x <= high.x; ++x)
          if (const auto found = layer.blocks.find(keyOf({x, y, z})); found != layer.blocks.end())
            for (const ObjectParticle& p : found->second) visit(p);
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  struct Cell {
    std::int32_t x, y, z;
  };
  struct Layer {
    ShapePtr shape;  ///< that they lie on
    std::unordered_map<std::uint64_t, std::vector<ObjectParticle>> blocks;
  };
  struct Wanted {
    std::uint32_t body;
    Cell block;
    bool operator<(const Wanted& o) const;
    bool operator==(const Wanted& o) const;
  };
  [[nodiscard]] Cell blockOf(const Vec3& local) const;
  static std::uint64_t keyOf(const Cell& block);
  [[nodiscard]] std::vector<ObjectParticle> sampled(const SignedDistance& shape, const Cell& block) const;

  float radius_, edge_;  ///< of a liquid particle; of a cell [m]
  std::vector<Layer> layers_;
  std::size_t count_ = 0;
  // What is missing: by chunk of particles, and all of it.
  std::vector<std::vector<Wanted>> found_;
  std::vector<Wanted> wanted_;
};

}  // namespace ooze::steele
