// What holds between two materials, or between a material and a solid, beyond what each is by itself:
// functions of their distance, by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A point of a piecewise-linear function.
struct CurvePoint {
  float at, value;
  bool operator==(const CurvePoint&) const = default;
};

/// A shape of function that one number scales.
struct CurveFamily {
  std::string_view key;          ///< in files
  std::string_view explanation;  ///< one sentence
  std::vector<CurvePoint> (*make)(float amplitude);
};

/// A function that a method takes for pairs.
struct PairFunction {
  std::string_view key;           ///< in files: "adhesion"
  std::string_view argumentUnit;  ///< of CurvePoint::at
  std::string_view valueUnit;     ///< of CurvePoint::value
  float farthest;                 ///< CurvePoint::at is from 0 to this
  float largest;                  ///< the most that a value may be, of either sign
  std::size_t fewestPoints, mostPoints;
  std::span<const CurveFamily> families;
};

/// A function of one pair. It acts on both sides alike, so that the momentum of the two is kept.
struct PairEntry {
  std::string function;                ///< PairFunction::key
  std::uint16_t material = 0;          ///< index into the world's materials
  std::optional<std::uint16_t> other;  ///< the other liquid; unset: solids
  std::string solid;                   ///< of solids: the name of a body; "": every one without an entry
  std::vector<CurvePoint> curve;       ///< ascending in `at`; 0 beyond the last point

  bool operator==(const PairEntry&) const = default;
};

/// What a scene says of pairs; each pair has one entry at most for a function.
using PairTable = std::vector<PairEntry>;

/// @throws InputError that says what is wrong with a curve: too few or too many points, not finite, not
/// ascending, out of range
void requireSound(const PairFunction& function, std::span<const CurvePoint> curve);

}  // namespace ooze
