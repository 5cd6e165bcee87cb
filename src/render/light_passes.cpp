// Computes shadows and ambient occlusion, lights the solids, and applies tone mapping.
#include "render/passes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ooze {
namespace {

/// Stencil bits that solids set. The bit of the liquid is set in addition to these bits.
constexpr GLuint kSolidMasks = static_cast<GLuint>(StencilBit::SolidInstance) |
                               static_cast<GLuint>(StencilBit::NearFloor) |
                               static_cast<GLuint>(StencilBit::FarFloor);

/// Number of mipmap levels of the picture behind the liquid, besides the full resolution.
constexpr GLint kLevelsBehind = 4;

/// Depth of liquid for which the lucidity of a look is computed [m].
constexpr float kCloudDepth = 0.3f;

}  // namespace

Targets::Targets(const glm::ivec2& pixels, bool quickly, bool triangles)
    : quick(quickly),
      surface(triangles),
      size(pixels),
      liquid(quick && !surface ? glm::max(pixels / 2, glm::ivec2(1)) : pixels),
      solids(pixels,
             quick ? std::vector<GLenum>{GL_RGBA16F, GL_R32F}
                   : std::vector<GLenum>{GL_RGBA8, GL_RGBA16F, GL_R32F},
             GL_DEPTH24_STENCIL8, quick ? GL_LINEAR : GL_NEAREST),
      spheres(liquid,
              surface ? std::vector<GLenum>{GL_R32F, GL_RGBA8, GL_RGBA16F}
                      : std::vector<GLenum>{GL_R32F, GL_RGBA8},
              surface ? 0 : GL_DEPTH_COMPONENT32F),
      smooth{RenderTarget(screenSpaceSize(), {GL_R32F}, 0), RenderTarget(screenSpaceSize(), {GL_R32F}, 0)},
      // Triangles need 32-bit floats: thickness is a difference of depths near 1 m, and half floats would
      // leave steps of 1 mm.
      thickness(surface && !quick ? liquid : glm::max(liquid / 2, glm::ivec2(1)),
                surface ? std::vector<GLenum>{GL_R32F, GL_RGBA16F} : std::vector<GLenum>{GL_R16F}, 0,
                surface && !quick ? GL_NEAREST : GL_LINEAR),
      blurredThickness{RenderTarget(blurredThicknessSize(), {GL_R16F}, 0, GL_LINEAR),
                       RenderTarget(blurredThicknessSize(), {GL_R16F}, 0)},
      outline{RenderTarget(screenSpaceSize(), {GL_R8}, 0, GL_LINEAR),
              RenderTarget(screenSpaceSize(), {GL_R8}, 0, GL_LINEAR)},
      visibilityRaw(quick ? glm::ivec2(1) : pixels, {GL_RGBA8}, 0),
      solidVisibility(quick ? glm::ivec2(1) : pixels, {GL_RGBA8}, 0),
      liquidVisibility(liquid, {GL_RGBA8}, 0),
      opaque(quick ? glm::ivec2(1) : pixels, {GL_RGBA16F}, 0, GL_LINEAR),
      liquidLight(liquid, {GL_RGBA16F}, 0, GL_LINEAR),
      light(pixels, {GL_RGBA16F}, 0, GL_LINEAR),
      picture(pixels, {GL_RGBA8}, 0, GL_LINEAR) {
  if (!quick) {
    addMipmapLevels(behind());
    return;
  }
  // Light is filtered linearly, but interpolated depths would be wrong at edges.
  solidDepth().bind(0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

void addMipmapLevels(const Texture& light) {
  // The rim of a drop minifies the picture behind the drop to less than a pixel, so mipmaps prevent aliasing.
  light.bind(0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, kLevelsBehind);
  glGenerateMipmap(GL_TEXTURE_2D);
}

ShadowMaps::ShadowMaps(int width, bool compared)
    : pixels(width),
      solid(glm::ivec2(width), {}, GL_DEPTH_COMPONENT24, compared ? GL_LINEAR : GL_NEAREST),
      liquid(glm::ivec2(width), {}, GL_DEPTH_COMPONENT24, compared ? GL_LINEAR : GL_NEAREST) {
  if (!compared) return;
  for (const Texture* depth : {&solid.depth(), &liquid.depth()}) {
    depth->bind(0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  }
}

ShaderProgram& PassInputs::fullscreen(const char* fragment) const {
  ShaderProgram& program = shaders.program(fragment, "fullscreen");
  program.use();
  return program;
}

void PassInputs::drawFullscreen() const {
  glBindVertexArray(nothing.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

ShaderProgram& PassInputs::beginThickness(const RenderTarget& target, const char* fragment,
                                          const char* vertex) const {
  target.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  ShaderProgram& program = shaders.program(fragment, vertex);
  program.use();
  program.set("pixel", 1.f / Vec2(target.size()));
  program.set("solidDepth", 0);
  targets.solidDepth().bind(0);
  return program;
}

void PassInputs::beginLiquid(const RenderTarget& target) const {
  target.attachDepth(targets.surface ? targets.solids.depth() : targets.spheres.depth());
  target.bind();
  if (targets.surface) return restrictToPixels({StencilBit::Liquid});
  // Spheres are nearer than the far plane, where full-screen passes draw, so GREATER selects their pixels.
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_GREATER);
}

void restrictToPixels(std::initializer_list<StencilBit> masks) {
  GLuint bits = 0;
  for (const StencilBit mask : masks) bits |= static_cast<GLuint>(mask);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(0);
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  bits == 0 ? glStencilFunc(GL_EQUAL, 0, kSolidMasks) : glStencilFunc(GL_NOTEQUAL, 0, bits);
}

void resetPixelMask() {
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glDisable(GL_DEPTH_TEST);
  glStencilMask(0xff);
  glDisable(GL_STENCIL_TEST);
}

void drawOcclusionAndShadows(const PassInputs& pass) {
  const Targets& targets = pass.targets;
  const auto run = [&](bool ofLiquid, const RenderTarget& result) {
    // Clears to 1 (fully visible), so that other pixels need no pass: software renderers gain most from that.
    const auto begin = [&](const RenderTarget& target) {
      if (ofLiquid) {
        pass.beginLiquid(target);
      } else {
        target.attachDepth(targets.solids.depth());
        target.bind();
        restrictToPixels({StencilBit::SolidInstance, StencilBit::NearFloor});
      }
      glClearColor(1, 1, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
    };
    begin(targets.visibilityRaw);
    ShaderProgram& look = pass.fullscreen("ambient_occlusion");
    const Texture* const inputs[] = {&targets.solidDepth(), &targets.solids.colour(1), &targets.liquidDepth(),
                                     &pass.shadows.solid.depth(), &pass.shadows.liquid.depth()};
    const char* const names[] = {"solidDepth", "solidNormal", "frontDepth", "solidShadow", "liquidShadow"};
    for (int i = 0; i < 5; ++i) {
      inputs[i]->bind(static_cast<GLuint>(i));
      look.set(names[i], i);
    }
    if (targets.surface) targets.spheres.colour(2).bind(5);
    look.set("liquidNormals", 5);
    look.set("hasNormals", targets.surface ? 1 : 0);
    pass.setLucidity(look, 6);
    look.set("ofLiquid", ofLiquid ? 1 : 0);
    look.set("occlusion", pass.settings.occlusion ? 1 : 0);
    look.set("liquidClear", std::max({pass.liquidTint.r, pass.liquidTint.g, pass.liquidTint.b}));
    look.set("samples", pass.settings.quality > 1 ? 16 : 8);
    pass.drawFullscreen();
    resetPixelMask();

    begin(result);
    ShaderProgram& blur = pass.fullscreen("ambient_occlusion_blur");
    blur.set("visibility", 5);
    blur.set("solidDepth", 0);
    blur.set("frontDepth", 2);
    blur.set("ofLiquid", ofLiquid ? 1 : 0);
    targets.visibilityRaw.colour().bind(5);
    pass.drawFullscreen();
    resetPixelMask();
  };
  run(false, targets.solidVisibility);
  if (pass.showsLiquid()) run(true, targets.liquidVisibility);
}

void PassInputs::setLucidity(ShaderProgram& program, int unit) const {
  targets.spheres.colour(1).bind(static_cast<GLuint>(unit));
  program.set("liquidColour", unit);
  std::vector<glm::vec4> lucidity;
  for (const LookRow& row : looks) lucidity.emplace_back(std::exp(-kCloudDepth * row.scattering));
  program.set("lucidity", std::span<const glm::vec4>(lucidity));
}

void PassInputs::setLiquidContact(ShaderProgram& program, int unit) const {
  setLucidity(program, unit);
  targets.liquidDepth().bind(static_cast<GLuint>(unit + 1));
  targets.thickness.colour().bind(static_cast<GLuint>(unit + 2));
  program.set("liquidDepth", unit + 1);
  program.set("thicknessMap", unit + 2);
}

void shadeSolids(const PassInputs& pass) {
  pass.targets.opaque.attachDepth(pass.targets.solids.depth());
  pass.targets.opaque.bind();
  const Texture* const inputs[] = {&pass.targets.solids.colour(0), &pass.targets.solids.colour(1),
                                   &pass.targets.solidDepth(), &pass.targets.solidVisibility.colour()};
  const char* const names[] = {"solidAlbedo", "solidNormal", "solidDepth", "visibility"};
  const auto run = [&](const char* fragment, std::initializer_list<StencilBit> where) {
    restrictToPixels(where);
    ShaderProgram& program = pass.fullscreen(fragment);
    for (int i = 0; i < 4; ++i) {
      inputs[i]->bind(static_cast<GLuint>(i));
      program.set(names[i], i);
    }
    pass.setLiquidContact(program, 4);
    program.set("hasVisibility", 1);
    program.set("liquidTint", pass.liquidTint);
    pass.drawFullscreen();
  };
  run("backdrop", {StencilBit::Nothing});
  run("shade_floor", {StencilBit::NearFloor, StencilBit::FarFloor});
  run("shade", {StencilBit::SolidInstance});
  resetPixelMask();
  if (!pass.showsLiquid()) return;
  pass.targets.behind().bind(0);
  glGenerateMipmap(GL_TEXTURE_2D);
}

void finishPicture(const PassInputs& pass, GLuint framebuffer) {
  const RenderSettings& settings = pass.settings;
  const auto toScreen = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(settings.origin.x, settings.origin.y, settings.size.x, settings.size.y);
  };
  const bool smoothing = settings.smoothEdges && settings.quality > 0;
  const bool direct = !smoothing && pass.targets.size == settings.size;
  ShaderProgram& finish = pass.fullscreen("finish");
  finish.set("light", 0);
  pass.targets.light.colour().bind(0);
  if (direct) return toScreen(), pass.drawFullscreen();
  pass.targets.picture.bind();
  pass.drawFullscreen();

  ShaderProgram& last = pass.fullscreen(smoothing ? "fxaa" : "copy");
  last.set("picture", 0);
  pass.targets.picture.colour().bind(0);
  toScreen();
  pass.drawFullscreen();
}

}  // namespace ooze
