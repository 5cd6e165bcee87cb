// Draws liquids that lie inside a clear liquid. The inner liquids are lit first, into the picture behind the
// clear liquid. The clear liquid then refracts and colours that picture as it does for solids.
#include "render/passes.h"

namespace ooze {
namespace {

/// Draws the nearest front of the inner liquids into geometry buffers.
void drawPartFront(const PassInputs& pass) {
  const Targets& targets = pass.targets;
  targets.inner->front.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_CULL_FACE);
  ShaderProgram& program = pass.shaders.program("inner_front", "surface");
  program.use();
  targets.solidDepth().bind(0);
  program.set("solidDepth", 0);
  targets.liquidDepth().bind(1);
  program.set("outerDepth", 1);
  for (const GpuSurfaceMesh& part : pass.surface.parts()) part.draw();
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
}

/// Adds up the thickness of each inner liquid in a channel of its own.
void addPartThickness(const PassInputs& pass) {
  pass.beginThickness(pass.targets.inner->thickness, "surface_thickness", "surface");
  const std::span<const GpuSurfaceMesh> parts = pass.surface.parts();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    glColorMask(k == 0, k == 1, k == 2, k == 3);
    parts[k].draw();
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace

Targets::Inner::Inner(const Targets& targets)
    : front(targets.liquid, {GL_R32F, GL_RGBA8, GL_RGBA16F}, GL_DEPTH_COMPONENT24),
      thickness(targets.thickness.size(), {GL_RGBA32F}, 0, targets.quick ? GL_LINEAR : GL_NEAREST),
      light(targets.size, {GL_RGBA16F}, 0, GL_LINEAR) {
  if (!targets.quick) addMipmapLevels(light.colour());
}

void drawParts(const PassInputs& pass) {
  if (!pass.targets.inner) pass.targets.inner.emplace(pass.targets);
  drawPartFront(pass);
  addPartThickness(pass);
}

void shadeParts(const PassInputs& pass) {
  const Targets& targets = pass.targets;
  const RenderTarget& light = targets.inner->light;
  pass.copyBackground(light);
  pass.beginLiquid(light);
  const RenderTarget& front = targets.inner->front;
  shadeFront(pass, targets.quick ? "liquid_within_quick" : "liquid_within",
             {front.colour(0), front.colour(1), &front.colour(2), &targets.liquidDepth()});
  if (targets.quick) return;
  light.colour().bind(0);
  glGenerateMipmap(GL_TEXTURE_2D);
}

}  // namespace ooze
