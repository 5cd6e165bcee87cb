#include "ooze/world/quantity.h"

#include "ooze/base/error.h"

#include "base/colour.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace ooze {
namespace {

// Colours of the checker pattern.
constexpr std::uint32_t kLightSquare = 0xffe6ecef, kDarkSquare = 0xff8a4a1c;

/// Rounds x > 0 up to the next value of the form 1, 2 or 5 x 10^n.
float roundedUp(float x) {
  const float power = std::pow(10.f, std::floor(std::log10(x)));
  for (const float digit : {1.f, 2.f, 5.f})
    if (digit * power >= x) return digit * power;
  return 10.f * power;
}

/// Rounds to two digits, so that the number can be read beside the colours.
float shortened(float x) {
  const float unit = std::pow(10.f, std::floor(std::log10(x)) - 1.f);
  return unit * std::round(x / unit);
}

/// Returns the 98th percentile of the absolute values.
float almostAll(std::span<const float> values) {
  if (values.empty()) return 0.f;
  std::vector<float> sizes(values.size());
  std::transform(values.begin(), values.end(), sizes.begin(), [](float v) { return std::abs(v); });
  const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() * 49 / 50);
  std::nth_element(sizes.begin(), at, sizes.end());
  return std::isfinite(*at) ? *at : 0.f;
}

std::vector<float> padded(std::vector<float> values, std::size_t count) {
  values.resize(count, 0.f);
  return values;
}

/// Returns the scale with this upper end, for a quantity that is scaled by its values.
QuantityScale scaleTo(float end, const Field& quantity) {
  return {quantity.kind == FieldKind::Diverging ? -end : 0.f, end};
}

bool isScaledByValues(const Field& quantity) {
  return quantity.kind == FieldKind::Sequential || quantity.kind == FieldKind::Diverging;
}

bool isOfAnyLiquid(const Field& quantity) {
  return quantity == kLookField || quantity == kMaterialField || quantity == kSpeedField;
}

/// Divides values by the rest value of each particle's material.
std::vector<float> ratiosOf(const FieldValues& gathered, const Snapshot& snapshot) {
  std::vector<float> ratios(snapshot.positions.size(), 1.f);
  const std::size_t count = std::min(ratios.size(), gathered.values.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t material = i < snapshot.particleMaterials.size() ? snapshot.particleMaterials[i] : 0;
    if (material < gathered.atRest.size()) ratios[i] = gathered.values[i] / gathered.atRest[material];
  }
  return ratios;
}

}  // namespace

std::vector<Field> quantitiesOf(const MethodRow& method) {
  std::vector<Field> all{kLookField, kMaterialField, kSpeedField};
  all.insert(all.end(), method.fields.begin(), method.fields.end());
  return all;
}

std::optional<Field> findQuantity(std::string_view key, const MethodRow& method) {
  for (const Field& field : quantitiesOf(method))
    if (field.key == key) return field;
  return std::nullopt;
}

Field parseQuantity(std::string_view key, const MethodRow& method) {
  if (const std::optional<Field> found = findQuantity(key, method)) return *found;
  std::vector<std::string> known;
  for (const Field& field : quantitiesOf(method)) known.emplace_back(field.key);
  throw InputError(fmt::format("unknown quantity {}{} (known: {})", quoteText(key), suggestion(key, known),
                               fmt::join(known, ", ")));
}

bool isQuantity(std::string_view key) {
  const auto methods = methodRegistry();
  return std::any_of(methods.begin(), methods.end(),
                     [&](const MethodRow& m) { return findQuantity(key, m).has_value(); });
}

std::string titleOf(const Field& quantity) {
  return quantity.unit.empty() ? std::string(quantity.label)
                               : fmt::format("{} [{}]", quantity.label, quantity.unit);
}

SnapshotContent contentFor(const Field& quantity) {
  if (quantity.always || isOfAnyLiquid(quantity)) return {};
  return {.fields = {quantity}};
}

bool hasQuantity(const Snapshot& snapshot, const Field& quantity) {
  if (isOfAnyLiquid(quantity)) return true;
  const FieldValues* gathered = findField(snapshot, quantity);
  return gathered && gathered->values.size() == snapshot.positions.size();
}

std::vector<float> quantityValues(const Snapshot& snapshot, const Field& quantity) {
  const std::size_t count = snapshot.positions.size();
  std::vector<float> values;
  if (quantity == kLookField) return values;
  if (quantity == kMaterialField) {
    values.assign(snapshot.particleMaterials.begin(), snapshot.particleMaterials.end());
  } else if (quantity == kSpeedField) {
    for (const Vec3& v : snapshot.velocities) values.push_back(glm::length(v));
  } else {
    const FieldValues* gathered = findField(snapshot, quantity);
    if (quantity.kind == FieldKind::Ratio)
      return gathered ? ratiosOf(*gathered, snapshot) : std::vector<float>(count, 1.f);
    if (gathered) values = gathered->values;
  }
  return padded(std::move(values), count);
}

QuantityScale quantityScale(std::span<const float> values, const Field& quantity) {
  if (isScaledByValues(quantity))
    return scaleTo(roundedUp(std::max(almostAll(values), quantity.least)), quantity);
  if (quantity.kind == FieldKind::Ratio) return {1.f - quantity.least, 1.f + quantity.least};
  return {};
}

std::uint32_t quantityColour(const Field& quantity, const QuantityScale& scale, float value) {
  if (quantity.kind == FieldKind::None)
    throw std::invalid_argument("a look is not a number, so it has no colour scale");
  if (quantity.kind == FieldKind::Category)
    return categoryColour(static_cast<std::size_t>(std::lround(std::max(value, 0.f))));
  if (quantity.kind == FieldKind::Pattern) return value < 0.5f ? kDarkSquare : kLightSquare;
  const float part = scale.isNumber() ? (value - scale.low) / (scale.high - scale.low) : 0.5f;
  return quantity.kind == FieldKind::Sequential ? sequentialColour(part) : divergingColour(part);
}

const QuantityScale& SmoothedScale::follow(std::span<const float> values, const Field& quantity,
                                           double time) {
  constexpr double kHalving = 0.25;  // half-life of the excess width [s]
  // Margin, so that values just below a limit do not exceed the limit soon after.
  constexpr float kRoom = 1.15f;
  const bool anew = quantity_ != quantity || time < time_;
  const double passed = anew ? 0.0 : time - time_;
  time_ = time;
  quantity_ = quantity;
  if (!isScaledByValues(quantity)) return scale_ = quantityScale(values, quantity);
  const float most = std::max(almostAll(values), quantity.least), needed = roundedUp(most);
  if (anew) goal_ = end_ = 0.f;
  if (needed >= goal_) {
    goal_ = needed;
    mostNeeded_ = 0.f;
    calmSince_ = time;
  } else {
    shrink(roundedUp(kRoom * most), time);
  }
  end_ = std::max(goal_, end_ * static_cast<float>(std::exp2(-passed / kHalving)));
  return scale_ = scaleTo(end_ > goal_ ? shortened(end_) : goal_, quantity);
}

void SmoothedScale::save(ByteWriter& out) const {
  out.value(static_cast<std::uint8_t>(quantity_.has_value()));
  out.value(scale_.low), out.value(scale_.high);
  out.value(time_), out.value(goal_), out.value(end_), out.value(calmSince_), out.value(mostNeeded_);
}

void SmoothedScale::restore(ByteReader& in, const Field& quantity) {
  quantity_.reset();
  if (in.flag()) quantity_ = quantity;
  scale_.low = in.value<float>(), scale_.high = in.value<float>();
  time_ = in.value<double>(), goal_ = in.value<float>(), end_ = in.value<float>();
  calmSince_ = in.value<double>(), mostNeeded_ = in.value<float>();
}

/// Shrinks the scale once a smaller scale has sufficed for the time kPatience.
/// @param roomy  upper end that would suffice now
void SmoothedScale::shrink(float roomy, double time) {
  // Time for which a smaller scale must suffice before the scale shrinks [s].
  constexpr double kPatience = 0.5;
  mostNeeded_ = std::max(mostNeeded_, roomy);
  if (time - calmSince_ < kPatience) return;
  goal_ = std::min(goal_, mostNeeded_);
  mostNeeded_ = 0.f;
  calmSince_ = time;
}

}  // namespace ooze
