// Edits of a pair function's control points within its limits, and the axis ranges of its plot. Numbers only.
#pragma once

#include "ooze/methods/pair_table.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ooze::ui {

using Curve = std::vector<CurvePoint>;

/// Minimum distance between two points, in the function's argument.
inline constexpr float kPointGap = 0.01f;

/// Moves a point. The point stays between its neighbours and within the limits of the function.
Curve movePoint(const PairFunction& function, Curve curve, std::size_t point, CurvePoint to);

/// A curve with an added point, and the index of that point. addPoint() is empty if the curve has the most
/// points allowed, or if a point lies too close.
struct AddedPoint {
  Curve curve;
  std::size_t point;
};
std::optional<AddedPoint> addPoint(const PairFunction& function, const Curve& curve, CurvePoint at);
/// Adds a point on the line, halfway along the widest gap. Empty under the same conditions as addPoint().
std::optional<AddedPoint> addPointInWidestGap(const PairFunction& function, const Curve& curve);

/// Removes a point. Empty if the curve already has the fewest points allowed.
std::optional<Curve> removePoint(const PairFunction& function, const Curve& curve, std::size_t point);

/// Returns the starting amplitude when the user picks a curve family: about as strong as the pair's current
/// function, or else as the function that was left out.
float amplitudeLike(const PairFunction& function, std::span<const CurvePoint> now,
                    std::span<const CurvePoint> defaultPoints);

/// The values at the lower and the upper edge of a plot.
struct ValueRange {
  float low = -1.f, high = 1.f;
};
/// Returns the value range to plot. Unless `whole`, strong repulsion is cut off at three times the largest
/// attraction; in the whole range the attraction would look like a flat line.
ValueRange rangeOf(std::span<const CurvePoint> curve, bool whole);
/// Returns whether rangeOf() without `whole` cuts off part of the curve.
bool cutsOffRepulsion(std::span<const CurvePoint> curve);

/// Returns at most `most` evenly spaced grid values within a range, 0 among them.
std::vector<float> gridValues(const ValueRange& range, std::size_t most);

}  // namespace ooze::ui
