// Pair functions: named functions of distance between two materials, or between a material and a solid. Pair
// functions act in addition to the properties of each single material.
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
  float at, value;  ///< argument (a distance) and function value, in the units of the PairFunction
  bool operator==(const CurvePoint&) const = default;
};

/// A family of curves with one shape, scaled by an amplitude.
struct CurveFamily {
  std::string_view key;          ///< name of the curve family in files
  std::string_view label;        ///< text on the button, which capitalises the first letter
  std::string_view explanation;  ///< explanation of the curve family in one sentence
  /// Makes the curve with this amplitude, 0 or more [PairFunction::valueUnit].
  std::vector<CurvePoint> (*make)(float amplitude);
};

/// Describes a kind of pair function that a method supports, with the limits of valid curves.
struct PairFunction {
  std::string_view key;                   ///< name of the function in files: "adhesion"
  std::string_view label;                 ///< name of the function for users: "Adhesion"
  std::string_view argument;              ///< meaning of CurvePoint::at: "distance"
  std::string_view argumentUnit;          ///< unit of CurvePoint::at
  std::string_view valueUnit;             ///< unit of CurvePoint::value
  std::string_view above, below;          ///< effect of positive and of negative values: "pulls", "pushes"
  float farthest;                         ///< upper limit of CurvePoint::at, whose lower limit is 0
  float largest;                          ///< upper limit of the absolute value of CurvePoint::value
  std::size_t fewestPoints, mostPoints;   ///< smallest and largest number of points of a curve
  std::span<const CurveFamily> families;  ///< ready-made curves to choose from
  float usual;                            ///< default amplitude of a new curve [valueUnit]
  /// Effect on momentum between two liquids, and between a liquid and a solid; a sentence each.
  std::string_view momentumOfLiquids, momentumAtSolids;
};

/// The function of one pair. Both sides feel the same force, so that the pair's momentum is conserved.
struct PairEntry {
  std::string function;                ///< key of the function that the curve defines (PairFunction::key)
  std::uint16_t material = 0;          ///< material of the liquid, an index into the world's materials
  std::optional<std::uint16_t> other;  ///< material index of the other liquid; unset for a solid
  std::string solid;                   ///< name of the body; "" for every body without an entry of its own
  std::vector<CurvePoint> curve;       ///< points ascending in `at`; the function is 0 beyond the last point

  bool operator==(const PairEntry&) const = default;
};

/// The pair functions of a scene. Each pair has at most one entry per function.
using PairTable = std::vector<PairEntry>;

/// Contact values that a body defines itself. An unset value falls back to the liquid's.
struct OwnContact {
  std::optional<float> stickiness;     ///< stiffness of sticking [1/s^2] (Body::stickiness)
  std::optional<float> stickDistance;  ///< distance of sticking [m] (Body::stickDistance)
};

/// Returns true if both entries describe the same function of the same pair. Two liquids may be in either
/// order; the curves are not compared. A table holds at most one of the two entries.
bool isSamePair(const PairEntry& a, const PairEntry& b);
/// Finds the table's entry for the pair and function of `pair`; the curve of `pair` is ignored.
/// @return null if the table has no such entry; else valid until the table changes
const PairEntry* findPair(const PairTable& table, const PairEntry& pair);
/// Inserts the entry, or replaces the existing entry of its pair. An entry without points removes the
/// existing one. The caller validates the curve with requireSound().
void setPair(PairTable& table, PairEntry entry);

/// Evaluates the piecewise-linear function. The value is constant before the first point and 0 from the last
/// point on.
/// @param curve  strictly ascending in CurvePoint::at
/// @param at     argument at which the function is evaluated [PairFunction::argumentUnit]
/// @return the value [PairFunction::valueUnit]; 0 for an empty curve
float valueAt(std::span<const CurvePoint> curve, float at);
/// Returns the amplitude for which the family makes exactly this curve.
/// @return 0 or more [PairFunction::valueUnit]; empty if no amplitude makes the curve
std::optional<float> amplitudeOf(const CurveFamily& family, std::span<const CurvePoint> curve);
/// Simplifies the curve to at most `most` points by removing the points that change it least. Both ends stay.
/// @param curve  strictly ascending in CurvePoint::at
/// @param most   at least 2; a smaller number counts as 2
std::vector<CurvePoint> thinned(std::vector<CurvePoint> curve, std::size_t most);

/// Validates a curve against the limits of its function.
/// @throws InputError that names the fault: too few or too many points, not finite, not ascending, or out of
/// range
void requireSound(const PairFunction& function, std::span<const CurvePoint> curve);

}  // namespace ooze
