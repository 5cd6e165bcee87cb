// Quantities that particle colours can show: common quantities of every liquid, and the fields of the method.
// Values, scales and colour maps are defined here once, for pictures, surfaces, legends and exports.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/field.h"
#include "ooze/methods/method.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

// Quantities that every liquid has, whatever the method:
/// The liquid's own colour.
inline constexpr Field kLookField{.key = "look", .label = "Own look", .kind = FieldKind::None};
/// One colour for each material.
inline constexpr Field kMaterialField{.key = "material", .label = "Material", .kind = FieldKind::Category};
/// Speed over the last frame [m/s].
inline constexpr Field kSpeedField{.key = "speed", .label = "Speed", .unit = "m/s", .least = 0.05f};

/// Returns the common quantities and the fields of the method, in menu order.
std::vector<Field> quantitiesOf(const MethodRow& method);
/// Returns the quantity of this key, or nothing if liquid of this method has none.
std::optional<Field> findQuantity(std::string_view key, const MethodRow& method);
/// Returns the quantity of this key.
/// @throws InputError with a suggestion and a list of all quantities, if liquid of this method has none of
///         this key
Field parseQuantity(std::string_view key, const MethodRow& method);
/// Returns true if any method has a quantity of this key.
bool isQuantity(std::string_view key);

/// Returns the label with its unit: "Pressure [Pa]".
std::string titleOf(const Field& quantity);

/// Returns the optional content that World::snapshot() must gather to show this quantity; empty for
/// quantities that every snapshot has.
SnapshotContent contentFor(const Field& quantity);
/// Returns true if the snapshot has values of this quantity.
bool hasQuantity(const Snapshot& snapshot, const Field& quantity);

/// Returns one value for each particle, divided by the rest value for ratio quantities; empty for the own
/// look. Values that the snapshot lacks are neutral: 1 for a ratio, else 0.
/// @return Snapshot::positions.size() values in Field::unit
std::vector<float> quantityValues(const Snapshot& snapshot, const Field& quantity);

/// The values at the two ends of the colour map.
struct QuantityScale {
  float low = 0.f, high = 0.f;  ///< ends of the colour map, in the quantity's unit

  /// Returns false for a quantity without numbers (Field::isNumber).
  [[nodiscard]] bool isNumber() const { return high > low; }
  bool operator==(const QuantityScale&) const = default;
};
/// Returns a scale that covers all but the extreme values, and at least Field::least. The ends are round
/// numbers: 1, 2 or 5 times a power of ten. The scale of a ratio depends on Field::least alone.
/// @param values  quantityValues(), in any number
/// @return 0 at both ends for a quantity without numbers
QuantityScale quantityScale(std::span<const float> values, const Field& quantity);

/// Returns the colour of a value, 0xAABBGGRR in sRGB.
/// @param scale  scale of the quantity; not used for categories and patterns
/// @param value  in Field::unit; beyond the scale, the colour of the end
/// @throws std::invalid_argument for the own look, whose colours are in the snapshot
std::uint32_t quantityColour(const Field& quantity, const QuantityScale& scale, float value);

/// Smooths the scale of an animation over time (hysteresis), so that colours do not flicker. The scale grows
/// at once. A scale that has been too wide for a while shrinks gradually. Not thread-safe.
class SmoothedScale {
 public:
  /// Updates the scale with the values of the next frame.
  /// @param values    quantityValues() of the frame
  /// @param quantity  if another than in the last call, the scale starts anew
  /// @param time      time of the values [s]; if earlier than the last call, the scale starts anew
  /// @return valid until the next call
  const QuantityScale& follow(std::span<const float> values, const Field& quantity, double time);
  /// Writes the state. A SmoothedScale that restores it continues with the same scales.
  void save(ByteWriter& out) const;
  /// Replaces the state. @param quantity  quantity of the calls of follow() before save()
  /// @throws InputError if the bytes are damaged
  void restore(ByteReader& in, const Field& quantity);
  /// Returns the scale of the last follow().
  [[nodiscard]] const QuantityScale& scale() const { return scale_; }

 private:
  void shrink(float roomy, double time);

  std::optional<Field> quantity_;
  QuantityScale scale_;
  double time_ = 0.0;       ///< time of the last values [s]
  float goal_ = 0.f;        ///< value that the upper end of the scale is moving to, in the quantity's unit
  float end_ = 0.f;         ///< present upper end of the scale, in the quantity's unit
  double calmSince_ = 0.0;  ///< time since which a smaller scale would have been enough [s]
  float mostNeeded_ = 0.f;  ///< largest upper end needed since calmSince_, in the quantity's unit
};

}  // namespace ooze
