// Shadows and occlusion, the light of the solids, and the tone curve.
#include "render/passes.h"

namespace ooze {

Targets::Targets(const glm::ivec2& inner)
    : size(inner),
      half(glm::max(inner / 2, glm::ivec2(1))),
      solids(inner, {GL_RGBA8, GL_RGBA16F}, GL_DEPTH_COMPONENT32F),
      spheres(inner, {GL_R32F, GL_RGBA8}, GL_DEPTH_COMPONENT32F),
      smooth{RenderTarget(inner, {GL_R32F}, 0), RenderTarget(inner, {GL_R32F}, 0)},
      thickness(half, {GL_R16F}, 0, GL_LINEAR),
      outline{RenderTarget(half, {GL_R8}, 0, GL_LINEAR), RenderTarget(half, {GL_R8}, 0, GL_LINEAR)},
      visibilityRaw(inner, {GL_RGBA8}, 0),
      solidVisibility(inner, {GL_RGBA8}, 0),
      liquidVisibility(inner, {GL_RGBA8}, 0),
      opaque(inner, {GL_RGBA16F}, 0, GL_LINEAR),
      light(inner, {GL_RGBA16F}, 0, GL_LINEAR),
      picture(inner, {GL_RGBA8}, 0, GL_LINEAR) {}

ShadowMaps::ShadowMaps(int width)
    : pixels(width),
      solid(glm::ivec2(width), {}, GL_DEPTH_COMPONENT24),
      liquid(glm::ivec2(width), {}, GL_DEPTH_COMPONENT24) {}

ShaderProgram& Pass::fullscreen(const char* fragment) const {
  ShaderProgram& program = shaders.program(fragment, "fullscreen");
  program.use();
  return program;
}

void Pass::drawFullscreen() const {
  glBindVertexArray(nothing.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void drawVisibility(const Pass& pass) {
  const Targets& targets = pass.targets;
  const auto run = [&](bool ofLiquid, const RenderTarget& result) {
    ShaderProgram& look = pass.fullscreen("visibility");
    const Texture* const inputs[] = {&targets.solids.depth(), &targets.solids.colour(1),
                                     &targets.smooth[0].colour(), &pass.shadows->solid.depth(),
                                     &pass.shadows->liquid.depth()};
    const char* const names[] = {"solidDepth", "solidNormal", "frontDepth", "solidShadow", "liquidShadow"};
    for (int i = 0; i < 5; ++i) {
      inputs[i]->bind(static_cast<GLuint>(i));
      look.set(names[i], i);
    }
    look.set("ofLiquid", ofLiquid ? 1 : 0);
    targets.visibilityRaw.bind();
    pass.drawFullscreen();

    ShaderProgram& blur = pass.fullscreen("visibility_blur");
    blur.set("visibility", 5);
    blur.set("solidDepth", 0);
    blur.set("frontDepth", 2);
    blur.set("ofLiquid", ofLiquid ? 1 : 0);
    targets.visibilityRaw.colour().bind(5);
    result.bind();
    pass.drawFullscreen();
  };
  run(false, targets.solidVisibility);
  if (pass.smooth()) run(true, targets.liquidVisibility);
}

void shadeSolids(const Pass& pass) {
  ShaderProgram& program = pass.fullscreen("shade");
  const Texture* const inputs[] = {&pass.targets.solids.colour(0), &pass.targets.solids.colour(1),
                                   &pass.targets.solids.depth(), &pass.targets.solidVisibility.colour()};
  const char* const names[] = {"solidAlbedo", "solidNormal", "solidDepth", "visibility"};
  for (int i = 0; i < 4; ++i) {
    inputs[i]->bind(static_cast<GLuint>(i));
    program.set(names[i], i);
  }
  program.set("hasVisibility", pass.shadows ? 1 : 0);
  program.set("liquidTint", pass.liquidTint);
  pass.targets.opaque.bind();
  pass.drawFullscreen();
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
