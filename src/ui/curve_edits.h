// What a hand does to the points of a function, within what its row allows; and the axes on which it is
// drawn. Numbers only.
#pragma once

#include "ooze/methods/pair_table.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ooze::ui {

using Curve = std::vector<CurvePoint>;

/// No two points come nearer to each other, in the function's argument.
inline constexpr float kPointGap = 0.01f;

/// The curve with this point moved: it stays between its neighbours, and within the row's limits.
Curve withMoved(const PairFunction& function, Curve curve, std::size_t point, CurvePoint to);

/// The curve with one point more, and which it is; nothing if it has as many as it may, or one is there
/// already.
struct AddedPoint {
  Curve curve;
  std::size_t point;
};
std::optional<AddedPoint> withAdded(const PairFunction& function, const Curve& curve, CurvePoint at);
/// A point more where there is most room: half way along the widest gap, on the line.
std::optional<AddedPoint> withOneMore(const PairFunction& function, const Curve& curve);

/// The curve without this point; nothing if it has as few as it may.
std::optional<Curve> without(const PairFunction& function, const Curve& curve, std::size_t point);

/// The value that families begin with for a pair that has this function now: about as strong.
float amplitudeLike(const PairFunction& function, std::span<const CurvePoint> now,
                    std::span<const CurvePoint> leftOut);

/// The values from the lower to the upper edge of a plot.
struct ValueRange {
  float low = -1.f, high = 1.f;
};
/// Where a function pushes far harder than it pulls, what lies below three times the pull is left out unless
/// `whole`: in the whole range the pull would be a flat line.
ValueRange rangeOf(std::span<const CurvePoint> curve, bool whole);
/// True if that leaves something out.
bool isCut(std::span<const CurvePoint> curve);

/// Even numbers within a range, 0 among them, no more than `most`.
std::vector<float> gridValues(const ValueRange& range, std::size_t most);

}  // namespace ooze::ui
