// What a picture should show, and at which cost.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/quantity.h"

#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ooze {

enum class View {
  Surface,  ///< one body, bounded by triangles
  Tracked,  ///< the same by a level set that goes on from picture to picture (SurfaceMethod::Tracked)
  Liquid,   ///< one body, made from spheres in the picture: for more particles than the triangles bear
  Spheres,  ///< every particle a small glossy sphere
  Points,   ///< every particle a small flat disc, also those inside
};

struct ViewRow {
  View view;
  std::string_view key;    ///< in files and on the command line
  std::string_view label;  ///< for people
};

/// Whether the liquid is drawn as triangles.
inline bool isSurface(View view) { return view == View::Surface || view == View::Tracked; }

/// All views, in the order in which menus show them.
std::span<const ViewRow> viewRows();
std::string_view viewKey(View view);
/// @throws InputError with a suggestion
View parseView(std::string_view key);
/// What a view is coloured by unless something else is asked for.
const Field& defaultQuantity(View view);

struct Panorama;

/// What surrounds and lights the scene; environment.h has the light.
enum class Background {
  Studio,  ///< large soft boxes before a dark sweep
  Sky,     ///< a clear day
  Dark,    ///< black, light from behind
  White,   ///< a white cove
};

struct BackgroundRow {
  Background background;
  std::string_view key;    ///< in files and on the command line
  std::string_view label;  ///< for people
};

/// All backgrounds, in the order in which menus show them.
std::span<const BackgroundRow> backgroundRows();
/// @throws InputError with a suggestion
Background parseBackground(std::string_view key);

struct RenderSettings {
  glm::ivec2 origin{0};        ///< lower left corner in the target framebuffer [pixels]
  glm::ivec2 size{1280, 720};  ///< [pixels]
  View view = View::Surface;
  Field quantity = kLookField;  ///< what the liquid's colour stands for; a number makes it opaque
  /// Of the quantity; unset: that of the snapshot alone. Those who draw several pictures keep it steady.
  std::optional<QuantityScale> quantityScale;
  Background background = Background::Studio;
  std::shared_ptr<const Panorama> panorama;  ///< in place of the background; null: none
  LightSpec light;                           ///< changes to the background's light
  /// Resting liquid is shown at the mean of the last frames, of those that were drawn with this number:
  /// worlds that are to look alike begin with a new one together.
  std::uint64_t steadyFrom = 0;
  float spray = 1.f;         ///< how much of the snapshot's droplets is drawn, 0 .. 1
  bool transparent = false;  ///< no backdrop; the floor remains as a shadow in the alpha channel
  bool nozzles = true;       ///< draws the emitters
  int quality = 2;           ///< 0: for software renderers; 1: for the window; 2: for pictures
  bool occlusion = true;     ///< light is weaker in corners (at quality 1 and above)
  bool smoothEdges = true;   ///< softens stair-steps (at quality 1 and above)
  float scale = 1.f;         ///< inner resolution over size, 0.25 .. 1
};

/// Droplets go with liquid that is drawn as such.
inline bool showsDroplets(const RenderSettings& settings) {
  const bool liquid = isSurface(settings.view) || settings.view == View::Liquid;
  return liquid && settings.quantity == kLookField && settings.spray > 0.f;
}

}  // namespace ooze
