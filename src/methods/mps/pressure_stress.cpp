#include "methods/mps/pressure_stress.h"

namespace ooze::mps {
namespace {

constexpr SymmetricMatrix kUnit{1.f, 1.f, 1.f, 0.f, 0.f, 0.f};
// Determinant of the moments over the cube of their mean. Neighbours in one plane have 0, neighbours all
// round 1.
constexpr float kLeastRound = 0.4f;
// Fraction of the push along walls that is left out. The rest lets liquid come to rest: with 0.8, a wave
// keeps 0.94 of its height in a period in place of 0.88, and water at rest trembles at 6.5 mm/s in place of
// 4.3.
constexpr float kReleased = 0.7f;

/// Returns the product of two symmetric matrices that commute.
SymmetricMatrix productOf(const SymmetricMatrix& a, const SymmetricMatrix& b) {
  return {a[0] * b[0] + a[3] * b[3] + a[5] * b[5], a[3] * b[3] + a[1] * b[1] + a[4] * b[4],
          a[5] * b[5] + a[4] * b[4] + a[2] * b[2], a[0] * b[3] + a[3] * b[1] + a[5] * b[4],
          a[3] * b[5] + a[1] * b[4] + a[4] * b[2], a[0] * b[5] + a[3] * b[4] + a[5] * b[2]};
}

float traceOf(const SymmetricMatrix& m) { return m[0] + m[1] + m[2]; }

/// Returns the inverse of the moments of a point's neighbours, times their mean: the unit matrix where the
/// neighbours lie alike in all directions. Moments without an inverse also give the unit matrix.
SymmetricMatrix isotropyOf(const SymmetricMatrix& m) {
  const auto& [xx, yy, zz, xy, yz, zx] = m;
  const float mean = traceOf(m) / 3.f;
  const SymmetricMatrix adjugate{yy * zz - yz * yz, zz * xx - zx * zx, xx * yy - xy * xy,
                                 yz * zx - xy * zz, zx * xy - yz * xx, xy * yz - zx * yy};
  const float determinant = xx * adjugate[0] + xy * adjugate[3] + zx * adjugate[5];
  if (!(determinant > kLeastRound * mean * mean * mean)) return kUnit;
  SymmetricMatrix inverse = adjugate;
  for (float& value : inverse) value *= mean / determinant;
  return inverse;
}

/// Returns the matrix that projects onto the normals of solids: 3 Q^2 - 2 Q^3 with the normals' moments Q
/// over their largest eigenvalue. The largest eigenvalue is taken as trace(Q^3) / trace(Q^2), which is exact
/// for faces that count alike. Eigenvalues near 1 become 1, and small ones, of a face that bends, nearly 0.
SymmetricMatrix projectionOnto(const SymmetricMatrix& normals) {
  const SymmetricMatrix square = productOf(normals, normals), cube = productOf(square, normals);
  if (!(traceOf(cube) > 0.f)) return kUnit;
  const float f = traceOf(square) / traceOf(cube);
  SymmetricMatrix projection;
  for (std::size_t k = 0; k < projection.size(); ++k)
    projection[k] = f * f * (3.f * square[k] - 2.f * f * cube[k]);
  return projection;
}

}  // namespace

void PressureStress::resize(std::size_t n) {
  onLiquid.resize(n), onSolids.resize(n), moments_.resize(n), isInside_.resize(n), besideSolid_.resize(n);
}

void PressureStress::setNeighbours(std::size_t i, const SymmetricMatrix& moments, bool isInside,
                                   bool isBesideSolid) {
  isInside_[i] = isInside ? 1.f : 0.f;
  besideSolid_[i] = isBesideSolid;
  const float mean = traceOf(moments) / 3.f;
  for (std::size_t k = 0; k < moments.size(); ++k)
    moments_.part[k][i] = isInside ? moments[k] / mean : kUnit[k];
}

void PressureStress::compute(const PointSet& points, std::span<const float> pressure,
                             const Threads& threads) {
  points.forEach(threads, [&](std::size_t i) {
    SymmetricMatrix stress =
        isInside_[i] > 0.f ? isotropyOf(meanMoments(points, moments_, isInside_, i)) : kUnit;
    for (float& value : stress) value *= pressure[i];
    onLiquid.set(i, stress);
    if (besideSolid_[i] != 0) {
      const SymmetricMatrix projection = projectionOnto(sumNormals(points, i));
      for (std::size_t k = 0; k < stress.size(); ++k)
        stress[k] -= 2.f * kReleased * pressure[i] * (kUnit[k] - projection[k]);
    }
    onSolids.set(i, stress);
  });
}

}  // namespace ooze::mps
