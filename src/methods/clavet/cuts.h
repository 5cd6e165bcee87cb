// Cuts that stay cut. Clavet 2005 ties any two particles that come within h, so that a slice would close at
// once. Here the particles beside a blade are marked with the cut and their side of it: between opposite
// sides of one cut no spring is made (springs.cpp) and nothing pulls; they push each other apart, which
// leaves a gap (relaxation.cpp), and rub (cuts.cpp). What is kneaded there welds (kneading.h).
#pragma once

#include "ooze/methods/links.h"

#include <cstdint>
#include <vector>

namespace ooze::clavet {

/// Cuts that particles near one another can tell apart. Cuts in different places share a number.
inline constexpr std::uint32_t kCutNumbers = 16;

/// How far apart the two sides of a cut are pushed [h]: particles settle some 0.38 h apart, so that this
/// leaves a gap of about one spacing. And how firmly, over the stiffness of the material's springs: firm
/// enough to open a slit in clay, too soft to throw pieces about.
inline constexpr float kCutGap = 0.85f, kCutStiffness = 0.12f;

/// The two sides rub: of what a pair across a cut slides in a step, dry friction takes at most this part of
/// the pair's push.
inline constexpr float kCutFriction = 1.f;

/// What a cut did.
struct CutMade {
  std::vector<LinkTie> ties;  ///< springs that went
  CutSides marked;            ///< what particles were marked with
};

/// A particle's sides: for each number two bits, the lower for one side and the upper for the other.
inline constexpr std::uint32_t kLowerSides = 0x55555555u;

/// The same with sides changed.
inline std::uint32_t oppositeOf(std::uint32_t sides) {
  return (sides & kLowerSides) << 1 | (sides >> 1 & kLowerSides);
}

/// Whether a cut lies between two particles.
inline bool areAcross(std::uint32_t a, std::uint32_t b) { return (a & oppositeOf(b)) != 0; }

}  // namespace ooze::clavet
