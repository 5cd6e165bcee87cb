#include "world/parts/world_materials.h"

#include "ooze/base/error.h"

#include "world/commands/pair_settings.h"
#include "world/guard/record_validation.h"
#include "world/guard/spec_validation.h"
#include "world/history/record_serialization.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ooze {
WorldMaterials::WorldMaterials(const WorldSpec& spec, const MethodRow& method)
    : spec_(&spec), method_(&method), settings_(spec.methodSettings), list_(spec.materials) {}

bool WorldMaterials::pairsChanged() const { return settings_.pairs != spec_->methodSettings.pairs; }

StableStep WorldMaterials::stableStep(const Vec3& gravity) const {
  return method_->stableStep(settings_, list_, gravity);
}

float WorldMaterials::restSpacing(std::size_t material) const {
  return method_->restSpacing(settings_, list_[material]);
}

float WorldMaterials::restDensity(std::size_t material) const {
  return method_->restDensity(settings_, list_[material]);
}

double WorldMaterials::particleMass(std::size_t material) const {
  return list_[material].density * std::pow(restSpacing(material), 3.0);
}

void WorldMaterials::giveTo(Method& method) const {
  method.setPairs(settings_.pairs);
  method.setMaterials(list_);
}

void WorldMaterials::write(const ResolvedSetting& setting, const SettingValue& value) {
  const SettingRow& row = *setting.row;
  if (row.owner == SettingOwner::EveryMaterial)
    for (MaterialDefinition& m : list_) row.write(m, value);
  else
    row.write(list_[setting.object], value);
}

bool WorldMaterials::add(const AddMaterial& command) {
  MaterialDefinition material = decodeMaterial(command.definition, spec_->method);
  material.name = command.name;
  const auto same = [&](const MaterialDefinition& m) { return m.name == material.name; };
  // submit() refuses this case, but a hand-written log may contain it.
  if (list_.size() >= kMaxMaterials || std::any_of(list_.begin(), list_.end(), same)) return false;
  list_.push_back(std::move(material));
  return true;
}

bool WorldMaterials::writePair(const ResolvedSetting& setting, const SettingValue& value,
                               const CommandScope& scope) try {
  PairCurve curve = pairCurveOf(*setting.pair, scope);
  setting.row->write(curve, value);
  PairEntry entry = *setting.pair;
  entry.curve = std::move(curve.own);
  settings_.pairs.set(std::move(entry));
  return true;
} catch (const InputError&) {
  return false;
}

void WorldMaterials::save(ByteWriter& out, bool withPairs) const {
  out.value(static_cast<std::uint64_t>(list_.size()));
  const std::size_t last = method_->parameters().size() - 1;
  const bool isLate = last == firstLaterRow(true);
  for (std::size_t k = 0; k < list_.size(); ++k) {
    const MaterialDefinition& m = list_[k];
    // Left out where it has not changed, so that saves and hashes from before this parameter stay valid.
    const bool isLeftOut = isLate && m.values[last] == valueAtStart(k, last);
    writeFirstValues(out, m, m.values.size() - (isLeftOut ? 1 : 0));
  }
  if (!withPairs) return;
  out.value(static_cast<std::uint64_t>(settings_.pairs.size()));
  for (const PairEntry& e : settings_.pairs) {
    out.text(e.function);
    out.value(e.material);
    out.value(static_cast<std::uint8_t>(e.other.has_value()));
    out.value(e.other.value_or(0));
    out.text(e.solid);
    out.array(e.curve);
  }
}

void WorldMaterials::restore(ByteReader& in, bool withPairs, bool withTemperatures) {
  const auto count = in.value<std::uint64_t>();
  validateSave(count >= spec_->materials.size() && count <= UINT16_MAX, kSaveOfAnotherWorld);
  list_.clear();
  for (std::uint64_t k = 0; k < count; ++k) {
    MaterialDefinition m = readMaterial(in);
    if (k < spec_->materials.size()) {
      const MaterialDefinition& given = spec_->materials[k];
      validateSave(
          m.name == given.name && m.referenceRadius == given.referenceRadius && m.density == given.density,
          kSaveOfAnotherWorld);
    }
    if (m.values.size() == firstLaterRow(withTemperatures))
      for (std::size_t r = m.values.size(); r < method_->parameters().size(); ++r)
        m.values.push_back(valueAtStart(k, r));
    validateSave(m.values.size() == method_->parameters().size(), kSaveOfAnotherWorld);
    requireSound(m, *method_);
    list_.push_back(std::move(m));
  }
  settings_.pairs = spec_->methodSettings.pairs;
  if (withPairs) restorePairs(in);
}

/// Returns the first parameter that saves of materials may lack: the temperatures and later ones, or the
/// surface tension of liquids with temperatures. The number of parameters if saves lack none.
std::size_t WorldMaterials::firstLaterRow(bool withTemperatures) const {
  const std::vector<ParameterInfo>& rows = method_->parameters();
  const std::size_t temperature = findParameter(rows, "temperature");
  return withTemperatures && temperature < rows.size() ? findParameter(rows, "tension") : temperature;
}

/// Returns the value of a parameter that a material had when the world began.
float WorldMaterials::valueAtStart(std::size_t material, std::size_t row) const {
  return material < spec_->materials.size() ? spec_->materials[material].values[row]
                                            : method_->parameters()[row].defaultValue;
}

void WorldMaterials::restorePairs(ByteReader& in) {
  settings_.pairs.clear();
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) {
    PairEntry e;
    e.function = in.text();
    e.material = in.value<std::uint16_t>();
    const bool liquids = in.flag();
    const auto other = in.value<std::uint16_t>();
    if (liquids) e.other = other;
    e.solid = in.text();
    e.curve = in.array<CurvePoint>();
    validateSave(settings_.pairs.add(std::move(e)));
  }
  validatePairs(settings_.pairs, *method_, list_.size(), NameIndex(spec_->bodies));
}

}  // namespace ooze
