// The reference of the packing correction, which goes beyond the paper: how neighbours are arranged around a
// particle (src/methods/clavet/packing.h).
#include "reference/clavet_reference.h"

#include <algorithm>
#include <cmath>

namespace ooze::reference {
namespace {

const Tensor kUnit(1.0);

double traceOf(const Tensor& t) { return t[0][0] + t[1][1] + t[2][2]; }
Tensor traceless(const Tensor& t) { return t - traceOf(t) / 3.0 * kUnit; }

double normOf(const Tensor& t) {
  double squares = 0.0;
  for (int a = 0; a < 3; ++a) squares += glm::dot(t[a], t[a]);
  return std::sqrt(squares);
}

/// Smooths the tensors of far and near stress where cohesion pulls. Each becomes a weighted mean: the
/// particle's own tensor with weight 1, and those of its neighbours at distance r with weight w = 1 - r / h.
void smooth(Liquid& liquid) {
  const std::vector<Packing> found = liquid.packings;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].meanPressure >= 0.0) continue;
    Tensor far = found[i].far, near = found[i].near;
    double weights = 1.0;
    for (std::size_t j = 0; j < found.size(); ++j) {
      const double w =
          1.0 - glm::distance(liquid.particles[i].position, liquid.particles[j].position) / liquid.h;
      if (j == i || w <= 0.0) continue;
      far += w * found[j].far;
      near += w * found[j].near;
      weights += w;
    }
    liquid.packings[i].far = far / weights;
    liquid.packings[i].near = near / weights;
  }
}

}  // namespace

void observePacking(Liquid& liquid) {
  liquid.packings.resize(liquid.particles.size());
  for (std::size_t i = 0; i < liquid.particles.size(); ++i) {
    const Vec at = liquid.particles[i].position;
    Tensor far(0.0), near(0.0);
    for (std::size_t j = 0; j < liquid.particles.size(); ++j) {
      const Vec x = liquid.particles[j].position - at;
      const double r = glm::length(x), q = r / liquid.h, w = 1.0 - q;
      if (j == i || w <= 0.0 || r == 0.0) continue;
      far += w * q * glm::outerProduct(x / r, x / r);
      near += w * w * q * glm::outerProduct(x / r, x / r);
    }
    const double trace = std::max(1e-6, traceOf(far) + kNearShare * traceOf(near));
    Packing& own = liquid.packings[i];
    own.far = 7.5 / trace * traceless(far);
    own.near = 7.5 / trace * traceless(near);
  }
  smooth(liquid);
}

ShearCorrection computeShearCorrection(const Packing& packing, const ShearCorrectionInput& parts) {
  // The strength is full for a pressure as far below 0 as 2 k, inside the liquid, away from walls. The
  // strength is 0 for positive pressure, at an exposure of three tenths, and where walls are a quarter of the
  // surroundings.
  const double strength = 0.57 * std::clamp(parts.tension - 1.0, 0.0, 1.0) *
                          std::max(0.0, 1.0 - parts.exposure / 0.3) *
                          std::max(0.0, 1.0 - 4.0 * parts.wallShare);
  const double most = strength * parts.near;
  if (most <= 0.0) return {};
  const Tensor shear = strength * (parts.far * packing.far + parts.near * packing.near);
  // The push is limited to three times the displacement of a pair.
  return {std::min(1.0, 3.0 * most / std::max(normOf(shear), 1e-300)) * shear, most};
}

}  // namespace ooze::reference
