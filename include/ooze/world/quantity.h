// What a particle's colour can stand for: what any liquid has, and the fields of its method. One place for
// the values, their scale and their colours, which pictures, surfaces, legends and exports share.
#pragma once

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

// Of any liquid, whatever its method:
/// The liquid's own colour.
inline constexpr Field kLookField{.key = "look", .label = "Own look", .kind = FieldKind::None};
/// One colour for each material.
inline constexpr Field kMaterialField{.key = "material", .label = "Material", .kind = FieldKind::Category};
/// Speed over the last frame.
inline constexpr Field kSpeedField{.key = "speed", .label = "Speed", .unit = "m/s", .least = 0.05f};

/// Those and the method's own, in the order in which menus show them.
std::vector<Field> quantitiesOf(const MethodRow& method);
/// Nothing if liquid of this method has none of this key.
std::optional<Field> findQuantity(std::string_view key, const MethodRow& method);
/// @throws InputError with a suggestion and all that there are
Field parseQuantity(std::string_view key, const MethodRow& method);
/// Whether liquid of any method has it.
bool isQuantity(std::string_view key);

/// "Pressure [Pa]"
std::string titleOf(const Field& quantity);

/// What World::snapshot() must gather for this quantity besides what it always does.
SnapshotContent contentFor(const Field& quantity);
/// Whether the snapshot has its values.
bool hasQuantity(const Snapshot& snapshot, const Field& quantity);

/// One value for each particle, of a ratio over its rest; empty for the own look. What the snapshot lacks
/// counts as nothing special: 1 of a ratio, else 0.
std::vector<float> quantityValues(const Snapshot& snapshot, const Field& quantity);

/// The numbers at the two ends of the colours.
struct QuantityScale {
  float low = 0.f, high = 0.f;  ///< in the quantity's unit

  /// False for what is no number (Field::isNumber).
  [[nodiscard]] bool isNumber() const { return high > low; }
  bool operator==(const QuantityScale&) const = default;
};
/// Covers all but the extreme values, in round numbers (1, 2 or 5 times a power of ten).
QuantityScale quantityScale(std::span<const float> values, const Field& quantity);

/// The colour of a value, 0xAABBGGRR in sRGB. @param scale  of that quantity; not used for categories
/// @throws std::invalid_argument for the own look, which the snapshot's colours have
std::uint32_t quantityColour(const Field& quantity, const QuantityScale& scale, float value);

/// The scale of a moving picture. It grows at once. What is wider than the values have needed for a while
/// glides to what they do, so that colours neither flicker nor are wasted.
class SteadyScale {
 public:
  /// @param time  of the values [s]; if that is before the last, all begins anew
  const QuantityScale& follow(std::span<const float> values, const Field& quantity, double time);
  /// Returns the scale of the last follow().
  [[nodiscard]] const QuantityScale& scale() const { return scale_; }

 private:
  void shrink(float roomy, double time);

  std::optional<Field> quantity_;
  QuantityScale scale_;
  double time_ = 0.0;       ///< of the last values [s]
  float goal_ = 0.f;        ///< the upper end, once it has glided there
  float end_ = 0.f;         ///< where it is on its way
  double calmSince_ = 0.0;  ///< since when less than the goal would do [s]
  float mostNeeded_ = 0.f;  ///< since then
};

}  // namespace ooze
