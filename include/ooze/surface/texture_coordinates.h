// Which part of a liquid lies where, by what its particles remember (Rasmussen et al. 2004, section 6).
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// At a place, the initial positions of the 64 nearest particles within four spacings, blended by inverse
/// distances. Beyond the paper: those at a surface all lie on one side of it, and their mean most of a
/// spacing within; so what is blended is how far they have come, with its gradient (weighted least squares).
/// Liquid that has moved as a rigid body, or was evenly stretched, then has the coordinates that it had. Of
/// neighbours that came from far apart only those count that came like the nearest: a clean seam.
class TextureLookup {
 public:
  static constexpr std::size_t kNearest = 64;  ///< number of neighbours that a lookup blends

  /// @param positions, initial  as many [m]; those that are not finite are left out
  /// @param spacing  of particles at rest, positive [m]
  void take(std::span<const Vec3> positions, std::span<const Vec3> initial, float spacing);

  /// The initial position of what is there now [m]; the place itself while there are no particles.
  [[nodiscard]] Vec3 at(const Vec3& place) const;
  /// The same of many. The same bits at any number of threads.
  [[nodiscard]] std::vector<Vec3> at(std::span<const Vec3> places, const Threads& threads) const;

 private:
  struct Entry {
    std::uint64_t cell;
    std::uint32_t particle;
  };
  [[nodiscard]] glm::ivec3 cellOf(const Vec3& place) const;
  [[nodiscard]] std::size_t nearest(const Vec3& place) const;

  float spacing_ = 1.f;
  std::vector<Entry> entries_;      ///< by cell
  std::vector<Vec3> places_, way_;  ///< in that order; and from place back to initial position [m]
};

/// From initial positions to a picture that lies on the liquid: parallel rays onto a frame across them.
struct TextureProjection {
  Vec3 middle{0.f};                              ///< of the frame [m]
  Vec3 right{1.f, 0.f, 0.f}, up{0.f, 1.f, 0.f};  ///< unit
  float width = 1.f, height = 1.f;               ///< of the frame [m]

  /// (0, 0) at its lower left corner, (1, 1) at its upper right one.
  [[nodiscard]] Vec2 operator()(const Vec3& initial) const {
    const Vec3 d = initial - middle;
    return {0.5f + glm::dot(d, right) / width, 0.5f + glm::dot(d, up) / height};
  }
};
/// As a camera looks: its picture of 16 : 9, where that is as wide as it shows things at its target.
/// Parallel, since liquid of a nozzle begins far upstream, where a camera may have it behind itself.
/// @param fieldOfView  vertical [degrees]
[[nodiscard]] TextureProjection projectionOf(const Vec3& eye, const Vec3& target, float fieldOfView);

}  // namespace ooze
