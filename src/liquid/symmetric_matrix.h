// Symmetric matrices, one for each particle.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ooze {

using SymmetricMatrix = std::array<float, 6>;  ///< xx, yy, zz, xy, yz, zx

/// A symmetric matrix for each particle.
struct SymmetricMatrices {
  std::array<std::vector<float>, 6> part;  ///< one array for each component of SymmetricMatrix

  void resize(std::size_t n) {
    for (std::vector<float>& values : part) values.resize(n);
  }
  void set(std::size_t i, const SymmetricMatrix& m) {
    for (std::size_t k = 0; k < m.size(); ++k) part[k][i] = m[k];
  }
  /// Returns the product of the matrix of particle i and a vector.
  [[nodiscard]] Vec3 times(std::size_t i, const Vec3& v) const {
    return {part[0][i] * v.x + part[3][i] * v.y + part[5][i] * v.z,
            part[3][i] * v.x + part[1][i] * v.y + part[4][i] * v.z,
            part[5][i] * v.x + part[4][i] * v.y + part[2][i] * v.z};
  }
};

}  // namespace ooze
