// Converts materials and the scene's pair table to the adhesion functions that a time step uses.
#include "methods/steele/steele.h"

#include <algorithm>
#include <unordered_map>

namespace ooze::steele {
namespace {

constexpr const char* kAdhesion = "adhesion";

PairEntry pairOf(std::size_t a, std::size_t b) {
  return {kAdhesion, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), "", {}};
}

const PairEntry* findAtSolid(const PairTable& table, std::size_t material, const std::string& body) {
  return table.find({kAdhesion, static_cast<std::uint16_t>(material), std::nullopt, body, {}});
}

/// Converts a body's own stickiness to an adhesion amplitude [m/s^2]. A body's contact values are in the SI
/// units of the other methods, where stickiness k over distance d pulls with at most k d / 4. The adhesion
/// gets the same maximum.
/// @param radius  particle radius [m]
float ownCling(const OwnContact& solid, float radius) {
  return 0.25f * *solid.stickiness * solid.stickDistance.value_or(2.f * radius);
}

}  // namespace

LiquidCurves::LiquidCurves(const MethodSettings& settings, std::span<const MaterialDefinition> materials)
    : settings_(settings), materials_(materials) {}

/// Returns the amplitude of the material's own function [m/s^2].
float LiquidCurves::cohesion(std::size_t m) const {
  const auto material = fromValues<Material>(kParameters, materials_[m].values);
  return convert(material, materials_[m].referenceRadius, settings_.interactionRadius).cohesion;
}

/// Converts a table entry to the world's h. The values of an entry hold at the mean of both reference radii.
AdhesionCurve LiquidCurves::ofTable(const PairEntry& e) const {
  const float reference =
      0.5f * (materials_[e.material].referenceRadius + materials_[*e.other].referenceRadius);
  return AdhesionCurve(e.curve).scaled(adhesionScale(reference, settings_.interactionRadius).liquids);
}

AdhesionCurve LiquidCurves::within(std::size_t m) const {
  if (const PairEntry* entry = settings_.pairs.find(pairOf(m, m))) return ofTable(*entry);
  return cohesiveCurve(cohesion(m));
}

/// Returns the function of a pair. The default of a pair without an entry is the mean of both materials' own
/// functions.
AdhesionCurve LiquidCurves::between(std::size_t a, std::size_t b) const {
  if (const PairEntry* entry = settings_.pairs.find(pairOf(a, b))) return ofTable(*entry);
  return a == b ? within(a) : mean(within(a), within(b));
}

LiquidKinds LiquidCurves::kinds(const std::vector<bool>& chosen) const {
  std::vector<bool> inTable(materials_.size(), false);
  for (const PairEntry& e : settings_.pairs)
    if (e.other) inTable[e.material] = inTable[*e.other] = true;
  // Materials outside the table with the same cohesion share a kind.
  std::unordered_map<float, std::uint32_t> kindOfCohesion;
  std::vector<std::size_t> firsts;  // first material of each kind
  LiquidKinds made;
  made.kinds.assign(materials_.size(), 0);
  for (std::size_t m = 0; m < materials_.size(); ++m) {
    if (!chosen[m]) continue;
    const auto next = static_cast<std::uint32_t>(firsts.size());
    made.kinds[m] = inTable[m] ? next : kindOfCohesion.emplace(cohesion(m), next).first->second;
    if (made.kinds[m] == next) firsts.push_back(m);
  }
  std::vector<AdhesionCurve> curves;
  for (const std::size_t a : firsts)
    for (const std::size_t b : firsts) curves.push_back(between(a, b));
  made.matrix = AdhesionMatrix(std::move(curves));
  return made;
}

/// The functions without an entry are means, which reach no farther than one of both functions and are no
/// stiffer than the stiffer one. (Only functions that end with a jump beyond 4 radii may have a mean that is
/// stiffer by some percent.)
AdhesionLimits LiquidCurves::limits() const {
  AdhesionLimits limits;
  const auto include = [&](const AdhesionCurve& curve) {
    limits.stiffness = std::max(limits.stiffness, curve.stiffness());
    limits.reach = std::max(limits.reach, curve.reach());
  };
  for (std::size_t m = 0; m < materials_.size(); ++m) include(within(m));
  for (const PairEntry& e : settings_.pairs)
    if (e.other) include(ofTable(e));
  return limits;
}

float LiquidCurves::stiffness() const {
  float most = limits().stiffness;
  for (const PairEntry& e : settings_.pairs)
    if (!e.other)
      most = std::max(
          most,
          AdhesionCurve(e.curve)
              .scaled(
                  adhesionScale(materials_[e.material].referenceRadius, settings_.interactionRadius).solids)
              .stiffness());
  return most;
}

std::vector<CurvePoint> defaultPairCurve(const MethodSettings& settings,
                                         std::span<const MaterialDefinition> materials, const PairEntry& pair,
                                         const OwnContact& solid) {
  const float h = settings.interactionRadius;
  const auto valuesOf = [&](std::size_t m) { return fromValues<Material>(kParameters, materials[m].values); };
  if (!pair.other) {
    const PairEntry* every = pair.solid.empty() ? nullptr : findAtSolid(settings.pairs, pair.material, "");
    if (every) return every->curve;
    if (!solid.stickiness || pair.solid.empty()) return clings(valuesOf(pair.material).cling);
    return clings(ownCling(solid, kRadius * h) /
                  adhesionScale(materials[pair.material].referenceRadius, h).solids);
  }
  // The values of a pair hold at the mean of both h_ref. With equal h_ref no value changes.
  const float reference =
      0.5f * (materials[pair.material].referenceRadius + materials[*pair.other].referenceRadius);
  const auto within = [&](std::size_t m) {
    const float scale =
        adhesionScale(materials[m].referenceRadius, h).liquids / adhesionScale(reference, h).liquids;
    const PairEntry* own = pair.material == *pair.other ? nullptr : settings.pairs.find(pairOf(m, m));
    return AdhesionCurve(own ? own->curve : cohesive(valuesOf(m).cohesion)).scaled(scale);
  };
  const AdhesionCurve curve =
      pair.material == *pair.other ? within(pair.material) : mean(within(pair.material), within(*pair.other));
  const std::span<const CurvePoint> points = curve.points();
  return thinned({points.begin(), points.end()}, pairFunctions().front().mostPoints);
}

AdhesionCurve Steele::solidCurve(std::size_t material, const Body& body) const {
  const PairEntry* entry = findAtSolid(settings_.pairs, material, body.name);
  if (!entry) entry = findAtSolid(settings_.pairs, material, "");
  if (entry)
    return AdhesionCurve(entry->curve)
        .scaled(adhesionScale(definitions_[material].referenceRadius, settings_.interactionRadius).solids);
  if (!body.stickiness) return AdhesionCurve(clings(coefficients_[material].cling));
  return AdhesionCurve(clings(ownCling({body.stickiness, body.stickDistance}, radius_)));
}

void Steele::makeSolidContacts(const Bodies& bodies) {
  const auto same = [](const Body& body, const SeenBodyContact& seen) {
    return body.name == seen.name && body.friction == seen.friction && body.stickiness == seen.stickiness &&
           body.stickDistance == seen.stickDistance;
  };
  if (std::equal(bodies.list.begin(), bodies.list.end(), contactBodies_.begin(), contactBodies_.end(), same))
    return;
  contactBodies_.clear();
  for (const Body& b : bodies.list)
    contactBodies_.push_back({b.name, b.friction, b.stickiness, b.stickDistance});
  std::vector<SolidInteraction> contacts;
  for (std::size_t m = 0; m < definitions_.size(); ++m)
    for (const Body& body : bodies.list) {
      const float slip = body.friction ? 1.f - *body.friction : coefficients_[m].slip;
      contacts.push_back({slip, solidCurve(m, body)});
    }
  contacts_ = SolidInteractions(bodies.list.size(), std::move(contacts));
}

}  // namespace ooze::steele
