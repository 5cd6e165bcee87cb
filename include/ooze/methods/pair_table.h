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
  float at, value;  ///< argument and value, in the units of the PairFunction
  bool operator==(const CurvePoint&) const = default;
};

/// A shape of function that one number scales.
struct CurveFamily {
  std::string_view key;                              ///< in files
  std::string_view label;                            ///< on a button, which makes the first letter large
  std::string_view explanation;                      ///< one sentence
  std::vector<CurvePoint> (*make)(float amplitude);  ///< makes the curve with this amplitude
};

/// A function that a method takes for pairs.
struct PairFunction {
  std::string_view key;                   ///< in files: "adhesion"
  std::string_view label;                 ///< for people: "Adhesion"
  std::string_view argument;              ///< what CurvePoint::at is: "distance"
  std::string_view argumentUnit;          ///< of CurvePoint::at
  std::string_view valueUnit;             ///< of CurvePoint::value
  std::string_view above, below;          ///< what values above and below 0 do: "pulls", "pushes"
  float farthest;                         ///< CurvePoint::at is from 0 to this
  float largest;                          ///< the most that a value may be, of either sign
  std::size_t fewestPoints, mostPoints;   ///< limits of the number of points
  std::span<const CurveFamily> families;  ///< ready-made curves
  float usual;                            ///< an amplitude to begin with, where nothing says another
  /// What it does to momentum between two liquids, and between a liquid and a solid; a sentence each.
  std::string_view momentumOfLiquids, momentumAtSolids;
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

/// What a body has of its own of its contact with liquid; unset: the liquid's.
struct OwnContact {
  std::optional<float> stickiness;     ///< [1/s^2]
  std::optional<float> stickDistance;  ///< [m]
};

/// True if a table can have one of them only.
bool ofOnePair(const PairEntry& a, const PairEntry& b);
/// What the table says of the pair that this entry is of; null if nothing.
const PairEntry* findPair(const PairTable& table, const PairEntry& pair);
/// Puts the entry in the place of the one of its pair; one without points takes that away.
void setPair(PairTable& table, PairEntry entry);

/// The value between the points of a function, which keeps its first value before them and is 0 from the last
/// on.
float valueAt(std::span<const CurvePoint> curve, float at);
/// The amplitude from which the family makes this very curve, if it does.
std::optional<float> amplitudeOf(const CurveFamily& family, std::span<const CurvePoint> curve);
/// The curve with no more points than these: those go that change it least. Both ends stay.
/// @param most  2 at least
std::vector<CurvePoint> thinned(std::vector<CurvePoint> curve, std::size_t most);

/// @throws InputError that says what is wrong with a curve: too few or too many points, not finite, not
/// ascending, out of range
void requireSound(const PairFunction& function, std::span<const CurvePoint> curve);

}  // namespace ooze
