// How what acts between two particles decays within a step.
#pragma once

namespace ooze::clavet {

/// What decays at a rate that would take x of it in a step keeps 1 / (1 + x stretchOf(x)) of it: exp(-x) to
/// the third order by operations that every processor rounds alike, within 0.008 up to x = 1, and for any
/// longer step too between one and nothing.
inline float stretchOf(float x) { return 1.f + x * (0.5f + x * (1.f / 6.f)); }

}  // namespace ooze::clavet
