// Pair functions: named functions of distance between two materials, or between a material and a solid. Pair
// functions act in addition to the properties of each single material.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// Contact values that a body defines itself. An unset value falls back to the liquid's.
struct OwnContact {
  std::optional<float> stickiness;     ///< stiffness of sticking [1/s^2] (Body::stickiness)
  std::optional<float> stickDistance;  ///< distance of sticking [m] (Body::stickDistance)
};

/// Returns true if both entries describe the same function of the same pair. Two liquids may be in either
/// order; the curves are not compared. A table holds at most one of the two entries.
bool isSamePair(const PairEntry& a, const PairEntry& b);

/// The pair functions of a scene, in the order in which they were added. Each pair has at most one entry per
/// function. A search hardly depends on the number of entries. Callers validate curves with requireSound().
class PairTable {
 public:
  PairTable() = default;
  /// Makes a table of entries, each of another pair or function.
  PairTable(std::initializer_list<PairEntry> entries);

  /// Adds an entry at the end.
  /// @return false if the table has an entry of the same pair and function; the table is then unchanged
  bool add(PairEntry entry);
  /// Adds the entry, or replaces the curve of the existing entry of its pair. An entry without points removes
  /// the existing one.
  void set(PairEntry entry);
  /// Removes all entries.
  void clear();

  /// Finds the entry for the pair and function of `pair`; the curve of `pair` is ignored.
  /// @return null if the table has no such entry; else valid until the table changes
  [[nodiscard]] const PairEntry* find(const PairEntry& pair) const;
  /// Returns the number of entries.
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Returns true if the table has no entries.
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Returns the entry with this index, below size().
  [[nodiscard]] const PairEntry& operator[](std::size_t i) const { return entries_[i]; }
  /// Returns an iterator to the first entry.
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  /// Returns an iterator behind the last entry.
  [[nodiscard]] auto end() const { return entries_.end(); }
  /// Compares the entries and their order.
  bool operator==(const PairTable& other) const { return entries_ == other.entries_; }

 private:
  void index();

  std::vector<PairEntry> entries_;
  std::unordered_multimap<std::size_t, std::size_t> places_;  ///< index of each entry, by hash; large tables
};

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
