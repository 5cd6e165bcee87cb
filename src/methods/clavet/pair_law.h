// What a pair kernel needs of the materials on both sides: constants where there is one material, own values
// per particle where there are several (a pair uses their mean).
#pragma once

#include "methods/clavet/coefficients.h"

#include <cstddef>
#include <vector>

namespace ooze::clavet {

/// Pair coefficients as arrays over particles; empty while the world has one material.
struct OwnLaws {
  std::vector<float> sigma, beta, kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

/// One coefficient of a pair: constant, or the mean of both ends.
struct PairValue {
  float constant;
  const float* own;  ///< null: constant
};

struct PairLaw {
  PairValue sigma, beta, kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

}  // namespace ooze::clavet
