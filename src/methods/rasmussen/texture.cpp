#include "methods/rasmussen/texture.h"

#include "liquid/checker.h"
#include "methods/rasmussen/rasmussen.h"

#include <cmath>
#include <limits>

namespace ooze::rasmussen {
namespace {

// Marks a particle without an initial position. Never left behind by a step, and invalid in a save.
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kMaxCoordinate = 1e10f;  // limit for validation, far, because a jet may be long [m]

}  // namespace

ParticleArray<Vec3> describeInitialPositions() {
  const auto isPlace = [](const Vec3& p, const StateBounds&) {
    return std::abs(p.x) <= kMaxCoordinate && std::abs(p.y) <= kMaxCoordinate &&
           std::abs(p.z) <= kMaxCoordinate;
  };
  return {.fill = Vec3(kNone), .isSound = isPlace, .late = true};
}

void beginInitialPositions(const Vec3Array& positions, std::size_t first, const Vec3& upstream,
                           Vec3Array& initial) {
  while (initial.size() < positions.size()) initial.push(Vec3(kNone));
  for (std::size_t i = first; i < positions.size(); ++i)
    if (std::isnan(initial.x[i])) initial.set(i, positions[i] - upstream);
}

std::vector<float> checkerOf(const Vec3Array& initial, float spacing) {
  std::vector<float> values(initial.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = checkerValue(initial[i], checkerSide(spacing));
  return values;
}

/// Sets the texture coordinates of new particles. Liquid added in place has its position. Liquid from a
/// nozzle has its position in one long jet, so that the pattern continues from layer to layer.
void Rasmussen::beginTexture(std::size_t first, const Vec3& upstream) {
  beginInitialPositions(liquid_.particles.position, first, upstream, liquid_[initialOf_]);
}

}  // namespace ooze::rasmussen
