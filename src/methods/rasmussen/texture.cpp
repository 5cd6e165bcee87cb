#include "methods/rasmussen/texture.h"

#include "liquid/checker.h"
#include "methods/rasmussen/rasmussen.h"

#include <cmath>
#include <limits>

namespace ooze::rasmussen {
namespace {

// No step leaves it, and no save may have it.
constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kFarthest = 1e10f;  // a jet may be long [m]

}  // namespace

ParticleArray<Vec3> describeInitialPositions() {
  const auto isPlace = [](const Vec3& p, const StateBounds&) {
    return std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest && std::abs(p.z) <= kFarthest;
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

/// Liquid that comes has the coordinates of where it is; what comes out of a nozzle those of one long jet
/// that began to flow with it, so that its pattern goes on from layer to layer.
void Rasmussen::beginTexture(std::size_t first, const Vec3& upstream) {
  beginInitialPositions(liquid_.particles.position, first, upstream, liquid_[initialOf_]);
}

}  // namespace ooze::rasmussen
