// What a pair kernel needs of the materials on both sides: constants where there is one material, own values
// per particle where there are several (a pair uses their mean). And how a pair shares what moves it.
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

/// What is made of half a relative displacement or velocity for each end of a pair: 1 and 1 for equal masses.
struct PairParts {
  float own, other;
};

/// How a pair shares what moves it apart: i has m_j / (m_i + m_j) of it and j the rest, so that momentum is
/// kept. Departs from Clavet 2005, whose particles have one mass, so that every pair is split half and half
/// (sections 4, 5.1 and 5.3): the density of a liquid would do nothing to another.
struct PairMasses {
  const float* own;  ///< by particle [kg]; null: all are equal
  [[nodiscard]] PairParts of(std::size_t i, std::size_t j) const {
    if (!own) return {1.f, 1.f};
    const float other = 2.f * own[i] / (own[i] + own[j]);
    return {2.f - other, other};
  }
};

/// Memory for the own values of each coefficient; empty while the world has one material.
struct OwnValues {
  std::vector<float> sigma, beta, kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress, mass;
};

/// What decays at a rate that would take x of it in a step keeps 1 / (1 + x stretchOf(x)) of it: exp(-x) to
/// the third order by operations that every processor rounds alike, within 0.008 up to x = 1, and for any
/// longer step too between one and nothing.
inline float stretchOf(float x) { return 1.f + x * (0.5f + x * (1.f / 6.f)); }

}  // namespace ooze::clavet
