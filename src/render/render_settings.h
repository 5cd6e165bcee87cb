// Defines the settings of a picture: view, colours, light and quality.
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
  Surface,  ///< liquid as a triangle mesh
  Tracked,  ///< liquid as a triangle mesh of a level set advected between pictures (SurfaceMethod::Tracked)
  Liquid,   ///< screen-space fluid rendering of spheres, for more particles than meshing can handle
  Spheres,  ///< every particle as a small glossy sphere
  Points,   ///< every particle as a small flat disc, inner particles included
};

struct ViewRow {
  View view;
  std::string_view key;    ///< name in files and on the command line
  std::string_view label;  ///< name in menus
};

/// Returns true if the view draws the liquid as triangles.
inline bool isSurface(View view) { return view == View::Surface || view == View::Tracked; }

/// Lists all views in menu order.
std::span<const ViewRow> viewRows();
std::string_view viewKey(View view);
/// Finds a view by key.
/// @throws InputError with a suggestion
View parseView(std::string_view key);
/// Returns the quantity that colours a view by default.
const Field& defaultQuantity(View view);

struct Panorama;

/// Names the surroundings that light the scene; environment.h defines their light.
enum class Background {
  Studio,  ///< large soft boxes before a dark sweep
  Sky,     ///< open sky on a clear day
  Dark,    ///< a black room with light from behind
  White,   ///< a white studio without visible corners
};

struct BackgroundRow {
  Background background;
  std::string_view key;    ///< name in files and on the command line
  std::string_view label;  ///< name in menus
};

/// Lists all backgrounds in menu order.
std::span<const BackgroundRow> backgroundRows();
/// Finds a background by key.
/// @throws InputError with a suggestion
Background parseBackground(std::string_view key);

/// Samples along each side of a pixel in the pictures and films of commands.
inline constexpr int kFileSupersample = 2;

struct RenderSettings {
  glm::ivec2 origin{0};        ///< lower left corner in the target framebuffer [pixels]
  glm::ivec2 size{1280, 720};  ///< width and height of the picture [pixels]
  View view = View::Surface;
  Field quantity = kLookField;  ///< quantity that colours the liquid; numeric quantities make it opaque
  /// Colour scale of the quantity; unset: fitted to the snapshot. Set a scale to keep a series of pictures
  /// comparable.
  std::optional<QuantityScale> quantityScale;
  Background background = Background::Studio;
  std::shared_ptr<const Panorama> panorama;  ///< environment map that replaces the background; null: none
  LightSpec light;                           ///< changes to the background's light
  /// Identifies the series of frames over which positions of resting liquid are averaged. A new number
  /// discards the history: worlds that must look alike get a new number at the same time.
  std::uint64_t averagingSeries = 0;
  float spray = 1.f;  ///< share of the snapshot's droplets that is drawn, 0 .. 1
  /// Leaves out the backdrop; the floor shows only as a shadow in the alpha channel.
  bool transparent = false;
  bool nozzles = true;      ///< draws the emitters
  int quality = 2;          ///< effort: 0 for software renderers, 1 for the window, 2 for pictures
  bool occlusion = true;    ///< ambient occlusion: darker corners (at quality 1 and above)
  bool smoothEdges = true;  ///< anti-aliasing by FXAA (at quality 1 and above)
  bool layers = false;      ///< also draws the layers of a LayeredPicture
  float scale = 1.f;        ///< rendered resolution over output size, 0.25 .. 1
};

/// Returns true if droplets are drawn: only with a liquid surface in the liquid's own colours.
inline bool showsDroplets(const RenderSettings& settings) {
  const bool liquid = isSurface(settings.view) || settings.view == View::Liquid;
  return liquid && settings.quantity == kLookField && settings.spray > 0.f;
}

}  // namespace ooze
