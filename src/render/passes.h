// The steps of a picture. Each binds what it needs and leaves blending and the depth test off.
#pragma once

#include "render/drawn_surface.h"
#include "render/droplet_buffer.h"
#include "render/gl_objects.h"
#include "render/liquid_parts.h"
#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/shader_files.h"
#include "render/solid_list.h"

#include <initializer_list>
#include <optional>

namespace ooze {

/// Textures of the inner resolution that the passes hand to each other.
struct Targets {
  /// @param quick  for quality 0: the liquid has half the resolution
  /// @param surface  the liquid is drawn as its triangles
  Targets(const glm::ivec2& size, bool quick, bool surface);

  /// Of all but the liquid, depth along the view [m].
  [[nodiscard]] const Texture& solidDepth() const { return solids.colour(quick ? 1 : 2); }
  /// Light from all but liquid and glass.
  [[nodiscard]] const Texture& behind() const { return quick ? solids.colour(0) : opaque.colour(); }

  /// Of the liquid's front, along the view [m]; 0 where there is none.
  [[nodiscard]] const Texture& liquidDepth() const {
    return surface ? spheres.colour(0) : smooth[0].colour();
  }

  /// Of the blurred thickness.
  [[nodiscard]] glm::ivec2 evenSize() const {
    return surface && !quick ? glm::max(liquid / 2, glm::ivec2(1)) : glm::ivec2(1);
  }

  bool quick, surface;
  glm::ivec2 size, liquid;
  /// Of what only a liquid made from spheres needs.
  [[nodiscard]] glm::ivec2 inSpace() const { return surface ? glm::ivec2(1) : liquid; }
  /// Albedo and kind, normal and roughness, depth along the view; depth and stencil. If quick: light and
  /// depth along the view.
  RenderTarget solids;
  /// Of the liquid: depth along the view, colour and look; if it is triangles also the normal, and else depth
  RenderTarget spheres;
  RenderTarget smooth[2];         ///< depth along the view; the first holds the result
  RenderTarget thickness;         ///< along the view [m]; half as wide and high as the liquid
  RenderTarget evenThickness[2];  ///< the thickness of triangles blurred along their surface, half as wide
                                  ///< and high; the first holds the result
  RenderTarget outline[2];        ///< what the liquid covers, blurred; the first holds the result
  RenderTarget visibilityRaw, solidVisibility, liquidVisibility;
  RenderTarget opaque;
  RenderTarget liquidLight;  ///< from the liquid, premultiplied
  RenderTarget light;        ///< all light
  RenderTarget picture;      ///< as a screen shows it

  /// What liquids within another one need besides; made when they are first seen.
  struct Inner {
    explicit Inner(const Targets& targets);
    RenderTarget front;      ///< of the nearest of them: as `spheres`, with a depth of its own
    RenderTarget thickness;  ///< of each of them in a channel of its own, else as `thickness`
    RenderTarget light;      ///< they before what lies behind the liquid
  };
  std::optional<Inner> inner;
};

/// What the sun sees, which depends on the snapshot and not on the camera.
struct ShadowMaps {
  /// @param compared  shaders read how much of a place is lit, not depths
  ShadowMaps(int pixels, bool compared);
  int pixels;
  RenderTarget solid, liquid;
};

/// What the passes of one picture look at.
struct Pass {
  ShaderLibrary& shaders;
  Targets& targets;
  const ShadowMaps& shadows;
  const ParticleBuffer& particles;
  const DrawnSurface& surface;
  const DropletBuffer& droplets;
  const SolidList& solids;
  const RenderSettings& settings;
  float sphereRadius;  ///< [m]
  float shadowRadius;  ///< of what casts a particle's shadow [m]
  float splatRadius;   ///< of a particle's share of thickness [m]
  float outlineReach;  ///< standard deviation of the blurred outline [pixels of the inner resolution]; 0: not
                       ///< blurred
  std::span<const LookRow> looks;
  const LiquidParts& parts;
  Vec3 liquidTint;             ///< of the light that goes through the liquid
  Aabb bounds;                 ///< of what casts shadows [m]
  float wholeHeight;           ///< of the picture that this is a part of [pixels]
  const VertexArray& nothing;  ///< for shaders that need no attributes

  [[nodiscard]] bool showsSpheres() const { return settings.view == View::Spheres; }
  [[nodiscard]] bool showsSurface() const { return isSurface(settings.view) && !surface.empty(); }
  [[nodiscard]] bool showsLiquid() const {
    return showsSurface() || (settings.view == View::Liquid && particles.size() > 0);
  }
  /// Whether liquids within another one are drawn for themselves.
  [[nodiscard]] bool showsParts() const { return showsSurface() && parts.any(); }
  /// Binds a target of the liquid's size and touches only pixels that show liquid from now on.
  void beginLiquid(const RenderTarget& target) const;
  /// Binds the thickness and adds to it what this program draws; blending stays on.
  ShaderProgram& beginThickness(const RenderTarget& target, const char* fragment, const char* vertex) const;
  /// The program with this fragment shader over the whole of the bound target.
  ShaderProgram& fullscreen(const char* fragment) const;
  void drawFullscreen() const;
  /// Light from all but liquid and glass.
  void copyBehind(const RenderTarget& to) const;
  /// The uniforms of a shader that lights liquid: its looks and, where they are shown, its parts.
  void setLooks(ShaderProgram& program) const;
};

/// What the solids' stencil says of a pixel: one bit each.
enum class Mask : GLuint { Nothing = 0, Solid = 1, NearFloor = 2, FarFloor = 4, Liquid = 8 };
/// Full-screen passes then touch only pixels with one of these; the target must share the solids' depth
/// texture.
void onlyWhere(std::initializer_list<Mask> masks);
void everywhereAgain();

void drawSolid(ShaderProgram& program, const Solid& solid);
/// Particles as flat discs. @param fragment  goes with point.vert
void drawDiscs(const Pass& pass, const char* fragment);
void drawSurfaceShadow(const Pass& pass);  ///< into the map that is bound
void drawShadows(const Pass& pass);
void drawSolids(const Pass& pass);         ///< solids, and plain spheres where the view shows them
void drawSurface(const Pass& pass);        ///< triangles of the liquid, and thickness
void drawLiquidSurface(const Pass& pass);  ///< depth from spheres, smoothed, and thickness
void drawParts(const Pass& pass);          ///< front and thickness of liquids within another one
void shadeParts(const Pass& pass);
/// What a shader that lights liquid looks at.
struct LitFront {
  const Texture &depth, &colour;
  const Texture* normals;          ///< null: to be made of the depths
  const Texture* outer = nullptr;  ///< depth of what lies within another liquid: the surface of all of them
};
/// Into the target that is bound, where beginLiquid() says.
void lightFront(const Pass& pass, const char* fragment, const LitFront& front);
/// Smaller versions for what is seen through the rim of a drop.
void addLevelsBehind(const Texture& light);
void drawVisibility(const Pass& pass);  ///< ambient occlusion and shadows
void shadeSolids(const Pass& pass);
void shadeLiquid(const Pass& pass);
void drawDroplets(const Pass& pass);
void drawGlass(const Pass& pass);
/// All but the liquid with the plain light of quality 0, in one go: spheres, solids, floor and backdrop.
void drawQuickly(const Pass& pass);
void drawQuickVisibility(const Pass& pass);  ///< the sun's shadow on the liquid
void finishPicture(const Pass& pass, GLuint framebuffer);

}  // namespace ooze
