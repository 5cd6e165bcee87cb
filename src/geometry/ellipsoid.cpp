// Exact signed distance field of an ellipsoid, by the Lagrange multiplier of the nearest point.
#include "ooze/geometry/signed_distance.h"

#include "geometry/require_positive.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

class Ellipsoid final : public SignedDistance {
 public:
  explicit Ellipsoid(const Vec3& semiAxes) : axes_(semiAxes) {
    requirePositive(semiAxes, "an ellipsoid needs semi-axes above zero");
  }
  float distance(const Vec3& p) const override { return sample(p).distance; }

  // Returns the signed distance and normal at p.
  // The nearest point x satisfies p - x = t m, where m with m_i = x_i / e_i^2 is a normal at x. Hence m_i =
  // p_i / (t + e_i^2), the distance is t |m|, and sum (e_i m_i)^2 = 1 determines t, negative inside.
  Sample sample(const Vec3& p) const override {
    const glm::dvec3 e(axes_), squares = e * e;
    // On a plane of symmetry the nearest point may not be unique. A tiny offset makes it unique and changes
    // the distance by a part in 10^9.
    const double hair = 1e-9 * std::min({e.x, e.y, e.z});
    const glm::dvec3 q = glm::max(glm::abs(glm::dvec3(p)), glm::dvec3(hair));

    // Newton iteration for 1 / |e m| = 1.
    // The left side is concave in t (Conn, Gould and Toint 2000, section 7.3). From below the root the
    // iteration ascends without overshoot and converges in a few steps.
    const glm::dvec3 start = e * q - squares;
    double t = std::max({start.x, start.y, start.z});
    for (int i = 0; i < kIterations; ++i) {
      const glm::dvec3 em = e * q / (t + squares);
      const double norm2 = glm::dot(em, em), norm = std::sqrt(norm2);
      const double next = t + norm2 * (norm - 1.0) / glm::dot(em, em / (t + squares));
      if (!(next > t)) break;
      t = next;
    }
    const glm::dvec3 m = q / (t + squares);
    const double length = glm::length(m);
    const Vec3 normal(m / length);
    return {static_cast<float>(t * length),
            {std::copysign(normal.x, p.x), std::copysign(normal.y, p.y), std::copysign(normal.z, p.z)}};
  }
  /// Ignores the reach, because sample() costs no more than distance().
  Sample sampleWithin(const Vec3& p, float) const override { return sample(p); }
  Aabb bounds() const override { return {-axes_, axes_}; }
  Aabb solidBounds() const override { return bounds(); }

 private:
  static constexpr int kIterations = 60;  // about 5 are needed; 60 guards against rounding

  Vec3 axes_;
};

}  // namespace

ShapePtr makeEllipsoid(const Vec3& semiAxes) { return std::make_shared<Ellipsoid>(semiAxes); }

}  // namespace ooze
