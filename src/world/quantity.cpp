#include "ooze/world/quantity.h"

#include "ooze/base/error.h"

#include "base/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace ooze {
namespace {

constexpr std::array kRows{
    QuantityRow{Quantity::Look, "look", "Own look", ""},
    QuantityRow{Quantity::Material, "material", "Material", ""},
    QuantityRow{Quantity::Speed, "speed", "Speed", "m/s"},
    QuantityRow{Quantity::Density, "density", "Density over rest", ""},
    QuantityRow{Quantity::Pressure, "pressure", "Pressure", "Pa"},
    QuantityRow{Quantity::Strain, "strain", "Strain", ""},
};

/// The least of 1, 2, 5 x 10^n that is not below x > 0.
float roundedUp(float x) {
  const float power = std::pow(10.f, std::floor(std::log10(x)));
  for (const float digit : {1.f, 2.f, 5.f})
    if (digit * power >= x) return digit * power;
  return 10.f * power;
}

/// What 98 % of the sizes do not exceed.
float almostAll(std::span<const float> values) {
  if (values.empty()) return 0.f;
  std::vector<float> sizes(values.size());
  std::transform(values.begin(), values.end(), sizes.begin(), [](float v) { return std::abs(v); });
  const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() * 49 / 50);
  std::nth_element(sizes.begin(), at, sizes.end());
  return std::isfinite(*at) ? *at : 0.f;
}

bool isDiverging(Quantity quantity) { return quantity == Quantity::Density || quantity == Quantity::Strain; }

std::vector<float> padded(std::vector<float> values, std::size_t count) {
  values.resize(count, 0.f);
  return values;
}

std::vector<float> densityRatios(const Snapshot& snapshot) {
  std::vector<float> ratios(snapshot.positions.size(), 1.f);
  const std::size_t count = std::min(ratios.size(), snapshot.densities.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t material = i < snapshot.particleMaterials.size() ? snapshot.particleMaterials[i] : 0;
    if (material < snapshot.restDensities.size())
      ratios[i] = snapshot.densities[i] / snapshot.restDensities[material];
  }
  return ratios;
}

}  // namespace

std::span<const QuantityRow> quantityRows() { return kRows; }

const QuantityRow& quantityRow(Quantity quantity) { return kRows[static_cast<std::size_t>(quantity)]; }

Quantity parseQuantity(std::string_view key) {
  std::vector<std::string> known;
  for (const QuantityRow& row : kRows) {
    if (row.key == key) return row.quantity;
    known.emplace_back(row.key);
  }
  throw InputError(fmt::format("unknown quantity \"{}\"{} (known: {})", key, suggestion(key, known),
                               fmt::join(known, ", ")));
}

SnapshotContent contentFor(Quantity quantity) {
  return {.pressures = quantity == Quantity::Pressure, .strains = quantity == Quantity::Strain};
}

bool hasQuantity(const Snapshot& snapshot, Quantity quantity) {
  const std::size_t count = snapshot.positions.size();
  return (quantity != Quantity::Pressure || snapshot.pressures.size() == count) &&
         (quantity != Quantity::Strain || snapshot.strains.size() == count);
}

std::vector<float> quantityValues(const Snapshot& snapshot, Quantity quantity) {
  const std::size_t count = snapshot.positions.size();
  std::vector<float> values;
  switch (quantity) {
    case Quantity::Look:
      break;
    case Quantity::Material:
      values.assign(snapshot.particleMaterials.begin(), snapshot.particleMaterials.end());
      return padded(std::move(values), count);
    case Quantity::Speed:
      for (const Vec3& v : snapshot.velocities) values.push_back(glm::length(v));
      return padded(std::move(values), count);
    case Quantity::Density:
      return densityRatios(snapshot);
    case Quantity::Pressure:
      return padded(snapshot.pressures, count);
    case Quantity::Strain:
      return padded(snapshot.strains, count);
  }
  return values;
}

QuantityScale quantityScale(std::span<const float> values, Quantity quantity) {
  switch (quantity) {
    case Quantity::Look:
    case Quantity::Material:
      break;
    case Quantity::Speed:
      return {0.f, roundedUp(std::max(almostAll(values), 0.05f))};
    case Quantity::Density:
      return {0.5f, 1.5f};
    case Quantity::Pressure:
      return {0.f, roundedUp(std::max(almostAll(values), 10.f))};  // 1 mm of water
    case Quantity::Strain: {
      const float most = roundedUp(std::max(almostAll(values), 0.02f));
      return {-most, most};
    }
  }
  return {};
}

std::uint32_t quantityColour(Quantity quantity, const QuantityScale& scale, float value) {
  if (quantity == Quantity::Look) throw std::invalid_argument("a look is no number with a colour");
  if (quantity == Quantity::Material) return categoryColour(static_cast<std::size_t>(std::max(value, 0.f)));
  const float part = scale.isNumber() ? (value - scale.low) / (scale.high - scale.low) : 0.5f;
  return isDiverging(quantity) ? divergingColour(part) : sequentialColour(part);
}

const QuantityScale& SteadyScale::follow(std::span<const float> values, Quantity quantity) {
  // Steps are factors of 2 and 2.5: a scale that is one step too wide stays.
  constexpr float kShrinkBelow = 0.3f;
  const QuantityScale wanted = quantityScale(values, quantity);
  if (quantity_ != quantity || wanted.high > scale_.high || wanted.high < kShrinkBelow * scale_.high)
    scale_ = wanted;
  quantity_ = quantity;
  return scale_;
}

}  // namespace ooze
