#include "methods/mps/viscous_rows.h"

#include <glm/geometric.hpp>

namespace ooze::mps {

void ViscousRows::add(Diagonal& to, const glm::dvec3& along, double whole) {
  to[0] += along.x * along.x + whole, to[1] += along.y * along.y + whole, to[2] += along.z * along.z + whole;
  to[3] += along.x * along.y, to[4] += along.y * along.z, to[5] += along.z * along.x;
}

void ViscousRows::copyDiagonal(std::vector<double>& to) const {
  to.resize(3 * size());
  for (std::size_t u = 0; u < size(); ++u)
    for (std::size_t axis = 0; axis < 3; ++axis) to[3 * u + axis] = diagonal[u][axis];
}

void ViscousRows::multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const {
  constexpr std::size_t kRowGrain = 256;
  threads.forEachIndex(size(), kRowGrain, [&](std::size_t u) {
    const Diagonal& d = diagonal[u];
    const glm::dvec3 own(x[3 * u], x[3 * u + 1], x[3 * u + 2]);
    glm::dvec3 sum(d[0] * own.x + d[3] * own.y + d[5] * own.z, d[3] * own.x + d[1] * own.y + d[4] * own.z,
                   d[5] * own.x + d[4] * own.y + d[2] * own.z);
    for (std::uint32_t k = first[u]; k < first[u + 1]; ++k) {
      const PairBlock& block = blocks[k];
      const double* const at = x.data() + 3 * std::size_t{block.column};
      const glm::dvec3 other(at[0], at[1], at[2]), along(block.along);
      sum -= glm::dot(along, other) * along + static_cast<double>(block.whole) * other;
    }
    y[3 * u] = sum.x, y[3 * u + 1] = sum.y, y[3 * u + 2] = sum.z;
  });
}

}  // namespace ooze::mps
