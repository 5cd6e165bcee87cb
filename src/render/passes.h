// Declares the render passes of a picture. Each pass binds the textures and targets that the pass needs, and
// leaves blending and the depth test off.
#pragma once

#include "render/drawn_surface.h"
#include "render/gl_objects.h"
#include "render/liquid_parts.h"
#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/shader_files.h"
#include "render/solid_list.h"

#include <initializer_list>
#include <optional>

namespace ooze {

/// Holds the render targets (G-buffer, liquid depth, thickness, light) that the passes hand to each other.
/// All have the inner resolution, or a fraction of the inner resolution.
struct Targets {
  /// @param quick  true at quality 0: a liquid made from spheres then has half the resolution
  /// @param surface  true if the liquid is drawn as triangles
  Targets(const glm::ivec2& size, bool quick, bool surface);

  /// Returns the depth of everything but the liquid along the view direction [m].
  [[nodiscard]] const Texture& solidDepth() const { return solids.colour(quick ? 1 : 2); }
  /// Returns the light of everything but liquid and glass, which lies behind the liquid.
  [[nodiscard]] const Texture& behind() const { return quick ? solids.colour(0) : opaque.colour(); }

  /// Returns the depth of the liquid's front along the view direction [m]; 0 where a pixel shows no liquid.
  [[nodiscard]] const Texture& liquidDepth() const {
    return surface ? spheres.colour(0) : smooth[0].colour();
  }

  /// Returns the size of the blurred thickness [pixels]; 1 x 1 where no pass blurs the thickness.
  [[nodiscard]] glm::ivec2 blurredThicknessSize() const {
    return surface && !quick ? glm::max(liquid / 2, glm::ivec2(1)) : glm::ivec2(1);
  }

  bool quick, surface;
  glm::ivec2 size, liquid;
  /// Returns the size of targets that only screen-space fluid rendering (spheres) needs; otherwise 1 x 1.
  [[nodiscard]] glm::ivec2 screenSpaceSize() const { return surface ? glm::ivec2(1) : liquid; }
  /// G-buffer of the solids: albedo and kind, normal and roughness, depth along the view direction; also a
  /// depth buffer and a stencil. If `quick`: light, and depth along the view direction.
  RenderTarget solids;
  /// Front of the liquid: depth along the view direction, colour and look. Triangles add a normal, spheres
  /// add a depth buffer.
  RenderTarget spheres;
  RenderTarget smooth[2];  ///< smoothed depth along the view direction [m]; the first is the result
  /// Liquid along the view ray [m]; half as wide and high as the liquid for spheres and at quality 0.
  /// Triangles add the sum of the normals of all faces along the ray.
  RenderTarget thickness;
  RenderTarget blurredThickness[2];  ///< thickness of triangles, blurred along the surface, half as wide and
                                     ///< high; the first is the result
  RenderTarget outline[2];           ///< blurred coverage of the liquid; the first is the result
  RenderTarget visibilityRaw, solidVisibility, liquidVisibility;
  RenderTarget opaque;
  RenderTarget liquidLight;  ///< light from the liquid, premultiplied by alpha
  RenderTarget light;        ///< light of the whole picture, before tone mapping
  RenderTarget picture;      ///< colours after tone mapping, in sRGB

  /// Adds the targets for liquids that lie within another liquid; made when a picture first shows some.
  struct Inner {
    explicit Inner(const Targets& targets);
    RenderTarget front;      ///< nearest front of an inner liquid: laid out as `spheres`, with a depth buffer
    RenderTarget thickness;  ///< thickness of each inner liquid, one channel each [m]
    RenderTarget light;      ///< inner liquids, lit and drawn over the solids
  };
  std::optional<Inner> inner;
};

/// Holds the shadow maps: depth as the key light sees the scene. They are kept while snapshot and light stay
/// the same; the camera does not matter.
struct ShadowMaps {
  /// @param pixels    width and height of each map
  /// @param compared  true for hardware depth comparison: shaders then read the lit share instead of depths
  ShadowMaps(int pixels, bool compared);
  int pixels;
  RenderTarget solid, liquid;
};

/// Bundles the inputs that all passes of one picture read.
struct PassInputs {
  ShaderLibrary& shaders;
  Targets& targets;
  const ShadowMaps& shadows;
  const ParticleBuffer& particles;
  const LiquidSurfaceRenderer& surface;
  const DropletBuffer& droplets;
  const SolidList& solids;
  const RenderSettings& settings;
  float sphereRadius;  ///< radius of a drawn particle [m]
  float shadowRadius;  ///< radius of the disc that casts a particle's shadow [m]
  float splatRadius;   ///< radius of the splat that adds a particle to the thickness [m]
  float outlineSigma;  ///< standard deviation of the outline's blur [pixels of the inner resolution]; 0: no
                       ///< blur
  std::span<const LookRow> looks;
  const LiquidParts& parts;
  Vec3 liquidTint;             ///< colour of light after its way through the liquid
  Aabb bounds;                 ///< box round everything that casts shadows [m]
  float pictureHeight;         ///< height of the whole picture, which may have several tiles [pixels]
  const VertexArray& nothing;  ///< empty vertex array, for shaders without attributes

  [[nodiscard]] bool showsSpheres() const { return settings.view == View::Spheres; }
  [[nodiscard]] bool showsSurface() const { return isSurface(settings.view) && !surface.empty(); }
  [[nodiscard]] bool showsLiquid() const {
    return showsSurface() || (settings.view == View::Liquid && particles.size() > 0);
  }
  /// Returns true if liquids within another liquid get a surface of their own.
  [[nodiscard]] bool showsParts() const { return showsSurface() && parts.any(); }
  /// Binds a target of the liquid's size and restricts the following passes to pixels that show liquid.
  void beginLiquid(const RenderTarget& target) const;
  /// Clears and binds the thickness target with additive blending, and returns the program that fills the
  /// target. Blending stays on.
  ShaderProgram& beginThickness(const RenderTarget& target, const char* fragment, const char* vertex) const;
  /// Returns the full-screen program with this fragment shader, already in use.
  ShaderProgram& fullscreen(const char* fragment) const;
  void drawFullscreen() const;
  /// Copies the light of everything but liquid and glass into a target.
  void copyBackground(const RenderTarget& to) const;
  /// Sets the liquid's looks and their lucidity: the share of light that a look does not scatter.
  /// @param unit  texture unit for the looks
  void setLucidity(ShaderProgram& program, int unit) const;
  /// Sets the uniforms of shaders/liquid_contact.glsl.
  /// @param unit  first of three texture units for the textures
  void setLiquidContact(ShaderProgram& program, int unit) const;
  /// Sets the uniforms of a shader that lights liquid: the looks and, if the picture shows parts, the parts.
  void setLooks(ShaderProgram& program) const;
};

/// Names the bits of the stencil buffer, which say what a pixel shows.
enum class StencilBit : GLuint { Nothing = 0, SolidInstance = 1, NearFloor = 2, FarFloor = 4, Liquid = 8 };
/// Restricts full-screen passes to pixels whose stencil has one of these bits. The target must share the
/// solids' depth texture.
void restrictToPixels(std::initializer_list<StencilBit> masks);
/// Ends the restriction of restrictToPixels() or beginLiquid(): stencil and depth test are off afterwards.
void resetPixelMask();

void drawSolid(ShaderProgram& program, const SolidInstance& solid);
/// Draws particles as flat discs.
/// @param fragment  fragment shader that goes with point.vert
void drawDiscs(const PassInputs& pass, const char* fragment);
void drawSurfaceShadow(const PassInputs& pass);  ///< draws the liquid's triangles into the bound shadow map
void drawShadows(const PassInputs& pass);
void drawSolids(const PassInputs& pass);       ///< draws solids, and plain spheres if the view shows spheres
void drawSurfaceMesh(const PassInputs& pass);  ///< draws the liquid's triangles and the thickness
void drawScreenSpaceLiquid(
    const PassInputs& pass);             ///< draws sphere impostors, smooths their depth, adds thickness
void drawParts(const PassInputs& pass);  ///< draws front and thickness of liquids within another liquid
void shadeParts(const PassInputs& pass);
/// Names the textures of a liquid front that shadeFront() lights.
struct LiquidFront {
  const Texture &depth, &colour;
  const Texture* normals;          ///< null: the shader derives normals from the depths
  const Texture* outer = nullptr;  ///< for an inner liquid: depth of the common surface of all liquids
};
/// Lights a liquid front into the bound target, at the pixels that beginLiquid() selected.
void shadeFront(const PassInputs& pass, const char* fragment, const LiquidFront& front);
/// Gives the picture behind the liquid mipmap levels: a drop's rim shows that picture strongly minified.
void addMipmapLevels(const Texture& light);
void drawOcclusionAndShadows(const PassInputs& pass);  ///< computes ambient occlusion and soft shadows
void shadeSolids(const PassInputs& pass);
void shadeLiquid(const PassInputs& pass);
void drawDroplets(const PassInputs& pass);
void drawGlass(const PassInputs& pass);
/// Draws and lights spheres, solids, floor and backdrop in one forward pass, with the plain light of
/// quality 0.
void drawForwardLit(const PassInputs& pass);
/// Darkens the floor in the shadows, at quality 0. The front of the liquid must be drawn: the floor under
/// clear liquid is not darkened.
void drawFloorShadow(const PassInputs& pass);
void drawHardShadows(const PassInputs& pass);  ///< computes the key light's hard shadow on the liquid
/// Applies exposure, tone mapping and anti-aliasing, and writes the result into the framebuffer.
void finishPicture(const PassInputs& pass, GLuint framebuffer);

}  // namespace ooze
