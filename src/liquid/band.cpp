#include "ooze/liquid/band.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

std::vector<float> mix(const std::vector<float>& a, const std::vector<float>& b, float part) {
  std::vector<float> between(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) between[k] = a[k] + part * (b[k] - a[k]);
  return between;
}

}  // namespace

BandCells cellsOf(const Aabb& box, float side) {
  const glm::dvec3 low = glm::ceil(glm::dvec3(box.lower) / static_cast<double>(side)),
                   high = glm::ceil(glm::dvec3(box.upper) / static_cast<double>(side));
  const glm::dvec3 count = high - low;
  if (!(count.x >= 1 && count.y >= 1 && count.z >= 1) ||
      !((count.x + 1) * (count.y + 1) * (count.z + 1) <= static_cast<double>(kMaxBandCells)))
    return {.side = side};
  return {side, glm::ivec3(low), glm::ivec3(count)};
}

BandState between(const BandState& a, const BandState& b, double time) {
  const double part = b.time > a.time ? std::clamp((time - a.time) / (b.time - a.time), 0.0, 1.0) : 1.0;
  const auto p = static_cast<float>(part);
  return {time,
          mix(a.phi, b.phi, p),
          mix(a.viscosity, b.viscosity, p),
          {mix(a.velocity[0], b.velocity[0], p), mix(a.velocity[1], b.velocity[1], p),
           mix(a.velocity[2], b.velocity[2], p)}};
}

float maxSpeedOf(const BandCells& cells, const BandState& liquid) {
  float most = 0.f;
  for (std::size_t k = 0; k < liquid.phi.size(); ++k)
    if (liquid.phi[k] < cells.side)
      for (const auto& axis : liquid.velocity) most = std::max(most, std::abs(axis[k]));
  return most;
}

}  // namespace ooze
