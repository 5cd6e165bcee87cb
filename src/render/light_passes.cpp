// Shadows and occlusion, the light of the solids, and the tone curve.
#include "render/passes.h"

#include <algorithm>

namespace ooze {

Targets::Targets(const glm::ivec2& inner, bool quickly)
    : quick(quickly),
      size(inner),
      liquid(quick ? glm::max(inner / 2, glm::ivec2(1)) : inner),
      solids(inner,
             quick ? std::vector<GLenum>{GL_RGBA16F, GL_R32F}
                   : std::vector<GLenum>{GL_RGBA8, GL_RGBA16F, GL_R32F},
             GL_DEPTH24_STENCIL8, quick ? GL_LINEAR : GL_NEAREST),
      spheres(liquid, {GL_R32F, GL_RGBA8}, GL_DEPTH_COMPONENT32F),
      smooth{RenderTarget(liquid, {GL_R32F}, 0), RenderTarget(liquid, {GL_R32F}, 0)},
      thickness(glm::max(liquid / 2, glm::ivec2(1)), {GL_R16F}, 0, GL_LINEAR),
      outline{RenderTarget(liquid, {GL_R8}, 0, GL_LINEAR), RenderTarget(liquid, {GL_R8}, 0, GL_LINEAR)},
      visibilityRaw(quick ? glm::ivec2(1) : inner, {GL_RGBA8}, 0),
      solidVisibility(quick ? glm::ivec2(1) : inner, {GL_RGBA8}, 0),
      liquidVisibility(liquid, {GL_RGBA8}, 0),
      opaque(quick ? glm::ivec2(1) : inner, {GL_RGBA16F}, 0, GL_LINEAR),
      liquidLight(liquid, {GL_RGBA16F}, 0, GL_LINEAR),
      light(inner, {GL_RGBA16F}, 0, GL_LINEAR),
      picture(inner, {GL_RGBA8}, 0, GL_LINEAR) {}

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

ShaderProgram& Pass::fullscreen(const char* fragment) const {
  ShaderProgram& program = shaders.program(fragment, "fullscreen");
  program.use();
  return program;
}

void Pass::drawFullscreen() const {
  glBindVertexArray(nothing.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void onlyWhereLiquid() {
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_GREATER);
}

void onlyWhere(std::initializer_list<Mask> masks) {
  GLuint bits = 0;
  for (const Mask mask : masks) bits |= static_cast<GLuint>(mask);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(0);
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  bits == 0 ? glStencilFunc(GL_EQUAL, 0, 0xff) : glStencilFunc(GL_NOTEQUAL, 0, bits);
}

void everywhereAgain() {
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glDisable(GL_DEPTH_TEST);
  glStencilMask(0xff);
  glDisable(GL_STENCIL_TEST);
}

void drawVisibility(const Pass& pass) {
  const Targets& targets = pass.targets;
  const auto run = [&](bool ofLiquid, const RenderTarget& result) {
    // Cleared to "sees everything": software renderers gain most from pixels that are not touched.
    const auto begin = [&](const RenderTarget& target) {
      target.attachDepth(ofLiquid ? targets.spheres.depth() : targets.solids.depth());
      target.bind();
      glClearColor(1, 1, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      ofLiquid ? onlyWhereLiquid() : onlyWhere({Mask::Solid, Mask::NearFloor});
    };
    begin(targets.visibilityRaw);
    ShaderProgram& look = pass.fullscreen("visibility");
    const Texture* const inputs[] = {&targets.solidDepth(), &targets.solids.colour(1),
                                     &targets.smooth[0].colour(), &pass.shadows.solid.depth(),
                                     &pass.shadows.liquid.depth()};
    const char* const names[] = {"solidDepth", "solidNormal", "frontDepth", "solidShadow", "liquidShadow"};
    for (int i = 0; i < 5; ++i) {
      inputs[i]->bind(static_cast<GLuint>(i));
      look.set(names[i], i);
    }
    look.set("ofLiquid", ofLiquid ? 1 : 0);
    look.set("liquidClear", std::max({pass.liquidTint.r, pass.liquidTint.g, pass.liquidTint.b}));
    look.set("samples", pass.settings.quality > 1 ? 16 : 8);
    pass.drawFullscreen();
    everywhereAgain();

    begin(result);
    ShaderProgram& blur = pass.fullscreen("visibility_blur");
    blur.set("visibility", 5);
    blur.set("solidDepth", 0);
    blur.set("frontDepth", 2);
    blur.set("ofLiquid", ofLiquid ? 1 : 0);
    targets.visibilityRaw.colour().bind(5);
    pass.drawFullscreen();
    everywhereAgain();
  };
  run(false, targets.solidVisibility);
  if (pass.smooth()) run(true, targets.liquidVisibility);
}

void shadeSolids(const Pass& pass) {
  pass.targets.opaque.attachDepth(pass.targets.solids.depth());
  pass.targets.opaque.bind();
  const Texture* const inputs[] = {&pass.targets.solids.colour(0), &pass.targets.solids.colour(1),
                                   &pass.targets.solidDepth(), &pass.targets.solidVisibility.colour()};
  const char* const names[] = {"solidAlbedo", "solidNormal", "solidDepth", "visibility"};
  const auto run = [&](const char* fragment, std::initializer_list<Mask> where) {
    onlyWhere(where);
    ShaderProgram& program = pass.fullscreen(fragment);
    for (int i = 0; i < 4; ++i) {
      inputs[i]->bind(static_cast<GLuint>(i));
      program.set(names[i], i);
    }
    program.set("hasVisibility", 1);
    program.set("liquidTint", pass.liquidTint);
    pass.drawFullscreen();
  };
  run("backdrop", {Mask::Nothing});
  run("shade_floor", {Mask::NearFloor, Mask::FarFloor});
  run("shade", {Mask::Solid});
  everywhereAgain();
}

void finishPicture(const Pass& pass, GLuint framebuffer) {
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

  ShaderProgram& last = pass.fullscreen(smoothing ? "smooth_edges" : "copy");
  last.set("picture", 0);
  pass.targets.picture.colour().bind(0);
  toScreen();
  pass.drawFullscreen();
}

}  // namespace ooze
