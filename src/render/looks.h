// How each kind of liquid takes the light.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/method.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

/// The look of liquid whose colour stands for a number.
inline constexpr std::string_view kPlainLook = "plain";
/// The look of liquid that stands like a wall.
inline constexpr std::string_view kFrostLook = "frost";

/// One row per look that a material file may name (include/ooze/world/liquid_look.h has their numbers), and
/// those two.
struct LookRow {
  std::string_view key;
  float absorption;  ///< depth of colour: times -log(albedo) per metre [1/m]
  float scattering;  ///< cloudiness of a clear body [1/m]
  float roughness;   ///< 0 mirror .. 1 chalk
  float mirror;      ///< reflectance at normal incidence; above a half it is a metal's, in its colour
  float clear;       ///< 0 opaque .. 1 lets light through
  float wrap;        ///< how far light creeps round the edge of shade
  float glow;        ///< light that shines through from behind
};

/// What the optical depth of colour tends to [-log(albedo)].
inline constexpr float kDeepestColour = 2.6f;
/// Optical depth of so much liquid along a ray [-log(albedo)]: Beer's law where it is thin; where it is
/// thick, light that was scattered on its way keeps the colour from deepening for ever, and honey amber.
/// shaders/liquid.frag has the same.
/// @param thickness  [m]
float depthOfColour(const LookRow& look, float thickness);

std::span<const LookRow> lookRows();
/// Index into lookRows(); a look that is not known is drawn as the first.
std::size_t lookIndex(std::string_view key);

/// The look of a material, with what it has in its own way.
LookRow lookOf(const MaterialDefinition& material);

/// The looks of a picture.
struct LookList {
  std::vector<LookRow> rows;  ///< lookRows(), and behind them one for each material that changes its own
  std::vector<std::size_t> ofMaterial;  ///< index into rows
};
/// As many rows as a list may have: a colour's fourth byte and a uniform of shaders/liquid.frag hold them.
inline constexpr std::size_t kMostLooks = 32;
/// @param plain  all have the look of a number
LookList looksOf(std::span<const MaterialDefinition> materials, bool plain);
/// A row for each material, so that a look tells which one it is. As many as there is room for at most.
LookList separateLooksOf(std::span<const MaterialDefinition> materials);

/// What is left of white light behind liquid of this material, as deep as liquids typically are.
Vec3 tintBehind(const MaterialDefinition& material);
/// How well one sees things that lie in it so deep, 0 .. 1: water 0.8, oil 0.4, slime less than 0.2.
float clearnessOf(const MaterialDefinition& material);

}  // namespace ooze
