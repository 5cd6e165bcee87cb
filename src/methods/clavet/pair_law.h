// What a pair kernel needs of the materials on both sides: constants where there is one material, own values
// per particle where there are several (a pair uses their mean).
#pragma once

#include "methods/clavet/coefficients.h"

#include <cstddef>
#include <vector>

namespace ooze::clavet {

/// One coefficient of a pair: constant, or the mean of both ends.
struct PairValue {
  float constant;
  const float* own;  ///< by particle; null: constant
  [[nodiscard]] float of(std::size_t i, std::size_t j) const {
    return own ? 0.5f * (own[i] + own[j]) : constant;
  }
};

/// Memory for the own values of each coefficient; empty while the world has one material.
struct OwnValues {
  std::vector<float> sigma, beta, kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

}  // namespace ooze::clavet
