// What a particle's colour can stand for: one place for the values, their scale and their colours, which
// pictures, surfaces, legends and exports share.
#pragma once

#include "ooze/world/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

enum class Quantity {
  Look,      ///< no number: the material's own look
  Material,  ///< its index: one flat colour for each
  Speed,     ///< [m/s]
  Density,   ///< over the density at rest [1]
  Pressure,  ///< positive where the liquid is compressed [Pa]
  Strain,    ///< of its links: positive stretched, negative squeezed [1]
};

struct QuantityRow {
  Quantity quantity;
  std::string_view key;    ///< in files and on the command line
  std::string_view label;  ///< for people
  std::string_view unit;   ///< "" if it is a pure number
};

/// All quantities, in the order in which menus show them.
std::span<const QuantityRow> quantityRows();
const QuantityRow& quantityRow(Quantity quantity);
/// @throws InputError with a suggestion
Quantity parseQuantity(std::string_view key);

/// What World::snapshot() must gather for this quantity besides what it always does.
SnapshotContent contentFor(Quantity quantity);
/// Whether the snapshot has its values.
bool hasQuantity(const Snapshot& snapshot, Quantity quantity);

/// One value for each particle, in the units of Quantity; empty for Look. What the snapshot lacks counts as
/// nothing special: at rest, at rest density, without pressure or strain.
std::vector<float> quantityValues(const Snapshot& snapshot, Quantity quantity);

/// The numbers at the two ends of the colours.
struct QuantityScale {
  float low = 0.f, high = 0.f;

  /// False for Look and Material, which are no numbers.
  [[nodiscard]] bool isNumber() const { return high > low; }
  bool operator==(const QuantityScale&) const = default;
};
/// Covers all but the extreme values, in round numbers (1, 2 or 5 times a power of ten).
QuantityScale quantityScale(std::span<const float> values, Quantity quantity);

/// The colour of a value, 0xAABBGGRR in sRGB. @param scale  of that quantity; not used for Material
/// @throws std::invalid_argument for Look, which the snapshot's colours have
std::uint32_t quantityColour(Quantity quantity, const QuantityScale& scale, float value);

/// The scale of a moving picture. It grows at once and shrinks late, so that colours keep still.
class SteadyScale {
 public:
  const QuantityScale& follow(std::span<const float> values, Quantity quantity);
  [[nodiscard]] const QuantityScale& scale() const { return scale_; }

 private:
  std::optional<Quantity> quantity_;
  QuantityScale scale_;
};

}  // namespace ooze
