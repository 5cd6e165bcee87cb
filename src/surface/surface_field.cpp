#include "ooze/surface/surface_field.h"

#include <cmath>
#include <glm/geometric.hpp>

namespace ooze {

float surfaceField(const Vec3Array& positions, float h, const Vec3& x) {
  double sum = 0.0;
  for (std::size_t j = 0; j < positions.size(); ++j) {
    const double r = glm::distance(glm::dvec3(x), glm::dvec3(positions[j]));
    if (r >= h) continue;
    const double q = 1.0 - r / h;
    sum += q * q;
  }
  return static_cast<float>(std::sqrt(sum));
}

}  // namespace ooze
