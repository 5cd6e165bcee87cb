// Object particles: boundary particles through which solids attract liquid (Steele et al. 2004, boundaries).
#pragma once

#include "liquid/boundary_samples.h"

namespace ooze::steele {

/// A boundary particle just inside the surface of a solid.
struct ObjectParticle {
  Vec3 at;      ///< position in the body's frame [m]
  float share;  ///< surface area that the particle represents, in squares of two liquid radii [1]
};

/// One layer of boundary particles inside the surface of every solid. Departs from Steele et al. 2004 in two
/// ways. Object particles cause adhesion only, while contact uses the surface itself (solids.h), which has no
/// gaps. Each particle is weighted by the surface that it represents, so that a rotated solid attracts
/// equally.
class ObjectParticles : public BoundarySamples<ObjectParticle> {
 public:
  /// @param radius  radius of a liquid particle [m]
  explicit ObjectParticles(float radius);
};

}  // namespace ooze::steele
