// Defines the looks: the optical properties (absorption, scattering, roughness, reflectance) of each liquid.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/method.h"
#include "ooze/world/snapshot.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

/// Names the matt look of liquid whose colour shows a quantity.
inline constexpr std::string_view kPlainLook = "plain";
/// Names the look of frozen liquid.
inline constexpr std::string_view kFrostLook = "frost";

/// Holds one row of the table of looks. Each look that a material file may name has a row (numbers in
/// include/ooze/world/liquid_look.h), and so have kPlainLook and kFrostLook.
struct LookRow {
  std::string_view key;
  float absorption;  ///< absorption coefficient as a multiple of -log(albedo) [1/m]
  float scattering;  ///< scattering coefficient (cloudiness) of a clear body [1/m]
  float roughness;   ///< roughness of the surface: 0 as a mirror .. 1 as chalk
  float mirror;      ///< reflectance at normal incidence (Fresnel); above 0.5: a metal's coloured reflectance
  float clear;       ///< clearness of the body: 0 opaque .. 1 lets light through
  float wrap;        ///< wrap lighting: reach of diffuse light into the shade (subsurface scattering)
  float glow;        ///< strength of light that shines through from behind (subsurface scattering)
};

/// Limits the optical depth of colour [-log(albedo)].
inline constexpr float kMaxOpticalDepth = 2.6f;
/// Returns the optical depth of a thickness of liquid along a ray [-log(albedo)]. Thin liquid follows Beer's
/// law. In thick liquid scattered light keeps the colour from deepening for ever, so honey stays amber.
/// shaders/liquid_light.glsl has the same formula.
/// @param thickness  liquid along the ray [m]
float opticalDepth(const LookRow& look, float thickness);

std::span<const LookRow> lookRows();
/// Returns the index of a look in lookRows(); 0 for an unknown look.
std::size_t lookIndex(std::string_view key);

/// Returns the look of a material, including the material's own changes.
LookRow resolveLook(const MaterialDefinition& material);

/// Lists the looks that a picture uses.
struct LookList {
  std::vector<LookRow> rows;            ///< all rows of lookRows(), then rows for single materials
  std::vector<std::size_t> ofMaterial;  ///< look of each material, as an index into rows
};
/// Limits the rows of a list: a uniform array of shaders/liquid_paths.glsl holds the rows, and a colour's
/// fourth byte holds the index.
inline constexpr std::size_t kMaxLooks = 32;
/// Lists the looks in lookRows(), followed by an adapted look for each material that changes its look.
/// @param plain  true: every material gets kPlainLook, because colours show a quantity
LookList listLooks(std::span<const MaterialDefinition> materials, bool plain);
/// Lists the looks in lookRows(), followed by one look for each material, so that a look identifies the
/// material. Materials beyond kMaxLooks share the last look.
LookList listSeparateLooks(std::span<const MaterialDefinition> materials);

/// Returns the transmittance of white light through liquid of this material at a typical depth.
Vec3 transmittance(const MaterialDefinition& material);
/// Returns how well objects show through a typical depth of this material, 0 .. 1: water 0.8, oil 0.4,
/// slime less than 0.2.
float clearnessOf(const MaterialDefinition& material);

/// Gives frozen liquid a pale and dull look, as if covered with rime.
/// Returns a copy of the snapshot in which frozen particles have a frosted material: the paler colour of
/// their own material, with kFrostLook. The frosted materials follow the others, one for each material.
/// Returns the snapshot itself if nothing is frozen.
std::shared_ptr<const Snapshot> frosted(const std::shared_ptr<const Snapshot>& snapshot);

}  // namespace ooze
