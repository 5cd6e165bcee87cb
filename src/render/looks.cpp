#include "render/looks.h"

#include "ooze/world/liquid_look.h"

#include "render/particle_buffer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <string>

namespace ooze {
namespace {

/// Typical depth of liquid that light crosses before the light falls on a surface [m].
constexpr float kTypicalDepth = 0.015f;

/// Returns the Fresnel reflectance at normal incidence, ((n - 1) / (n + 1))^2.
constexpr float reflectance(float refractiveIndex) {
  const float root = (refractiveIndex - 1.f) / (refractiveIndex + 1.f);
  return root * root;
}

/// Reflectance of metal at normal incidence, in the metal's colour.
constexpr float kMetalMirror = 0.95f;

/// Makes a row from the numbers of the look with this key.
constexpr LookRow row(std::string_view key, float clear, float wrap, float glow) {
  OpticalProperties own{};
  bool metal = false;
  for (const LiquidLook& look : kLiquidLooks)
    if (look.key == key) own = look.own, metal = look.metal;
  return {key,
          own.absorption,
          own.cloudiness,
          own.roughness,
          metal ? kMetalMirror : reflectance(own.refractiveIndex),
          clear,
          wrap,
          glow};
}

constexpr std::array kRows{
    //  key     clear wrap  glow
    row("water", 1.f, 0.2f, 0.f),
    row("oil", 0.98f, 0.3f, 0.5f),
    row("honey", 0.96f, 0.35f, 0.8f),
    row("paint", 0.f, 0.15f, 0.f),
    row("mud", 0.f, 0.05f, 0.f),
    row("clay", 0.f, 0.12f, 0.f),
    row("gel", 0.9f, 0.5f, 0.8f),
    row("slime", 0.65f, 0.5f, 0.8f),
    row("metal", 0.f, 0.f, 0.f),
    //      key     absorb scatter rough  mirror clear wrap  glow
    // The last two looks belong to no material. Liquid whose colour shows a number must neither transmit nor
    // mirror light.
    LookRow{kPlainLook, 900.f, 900.f, 0.5f, 0.03f, 0.f, 0.1f, 0.f},
    LookRow{kFrostLook, 150.f, 700.f, 0.65f, 0.06f, 0.15f, 0.6f, 0.35f},
};

constexpr std::uint32_t kRime[3]{214, 234, 252};

// Mixes a colour half with grey, and the result half with the colour of rime.
std::uint32_t pale(std::uint32_t colour) {
  const std::uint32_t grey = (2 * (colour & 255) + 5 * (colour >> 8 & 255) + (colour >> 16 & 255)) / 8;
  std::uint32_t mixed = colour & 0xff000000u;
  for (std::uint32_t c = 0; c < 3; ++c) {
    const std::uint32_t own = ((colour >> (8 * c) & 255) + grey) / 2;
    mixed |= (own + kRime[c]) / 2 << (8 * c);
  }
  return mixed;
}

}  // namespace

float opticalDepth(const LookRow& look, float thickness) {
  return kMaxOpticalDepth * (1.f - std::exp(-look.absorption * thickness / kMaxOpticalDepth));
}

std::span<const LookRow> lookRows() { return kRows; }

std::size_t lookIndex(std::string_view key) {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].key == key) return i;
  return 0;
}

LookRow resolveLook(const MaterialDefinition& material) {
  LookRow row = kRows[lookIndex(material.look)];
  const auto change = [&](float OpticalProperties::*member) -> std::optional<float> {
    for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
      if (kOpticalProperties[i].member == member) return material.lookOverrides[i];
    return std::nullopt;
  };
  row.absorption = change(&OpticalProperties::absorption).value_or(row.absorption);
  row.scattering = change(&OpticalProperties::cloudiness).value_or(row.scattering);
  row.roughness = change(&OpticalProperties::roughness).value_or(row.roughness);
  const LiquidLook* known = findLook(material.look);
  if (const auto index = change(&OpticalProperties::refractiveIndex); index && !(known && known->metal))
    row.mirror = reflectance(*index);
  return row;
}

Vec3 transmittance(const MaterialDefinition& material) {
  const LookRow look = resolveLook(material), &own = lookRows()[lookIndex(material.look)];
  // A look's own scattering is already part of `clear`, so only additional scattering counts here.
  const float cloud = std::exp(-std::max(0.f, look.scattering - own.scattering) * kTypicalDepth);
  const Vec3 albedo = glm::clamp(linearColour(material.colour), 0.004f, 0.96f);
  return 0.85f * look.clear * cloud * glm::pow(albedo, Vec3(opticalDepth(look, kTypicalDepth)));
}

float clearnessOf(const MaterialDefinition& material) {
  const Vec3 tint = transmittance(material);
  const float cloud = std::exp(-lookRows()[lookIndex(material.look)].scattering * kTypicalDepth);
  return cloud * (tint.r + tint.g + tint.b) / 3.f;
}

LookList listSeparateLooks(std::span<const MaterialDefinition> materials) {
  LookList list{{kRows.begin(), kRows.end()}, {}};
  for (const MaterialDefinition& material : materials) {
    list.ofMaterial.push_back(std::min(list.rows.size(), kMaxLooks - 1));
    if (list.rows.size() < kMaxLooks) list.rows.push_back(resolveLook(material));
  }
  return list;
}

LookList listLooks(std::span<const MaterialDefinition> materials, bool plain) {
  LookList list{{kRows.begin(), kRows.end()}, {}};
  for (const MaterialDefinition& material : materials) {
    const bool own = !plain && material.lookOverrides != LookOverrides{} && list.rows.size() < kMaxLooks;
    list.ofMaterial.push_back(own ? list.rows.size() : lookIndex(plain ? kPlainLook : material.look));
    if (own) list.rows.push_back(resolveLook(material));
  }
  return list;
}

std::shared_ptr<const Snapshot> frosted(const std::shared_ptr<const Snapshot>& snapshot) {
  const std::size_t count = snapshot->positions.size(), materials = snapshot->materials.size();
  const auto isFrozen = [](std::uint8_t f) { return f != 0; };
  if (snapshot->frozen.size() != count || snapshot->particleMaterials.size() != count ||
      snapshot->colours.size() != count ||
      std::none_of(snapshot->frozen.begin(), snapshot->frozen.end(), isFrozen))
    return snapshot;
  auto shown = std::make_shared<Snapshot>(*snapshot);
  for (std::size_t m = 0; m < materials; ++m) {
    shown->materials.push_back(shown->materials[m]);
    shown->materials.back().look = std::string(kFrostLook);
    shown->materials.back().lookOverrides = {};
    shown->materials.back().colour = pale(shown->materials[m].colour);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (isFrozen(shown->frozen[i])) {
      shown->particleMaterials[i] = static_cast<std::uint16_t>(shown->particleMaterials[i] + materials);
      shown->colours[i] = pale(shown->colours[i]);
    }
  return shown;
}

}  // namespace ooze
