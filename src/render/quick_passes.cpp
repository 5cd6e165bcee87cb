// Draws the plain picture of quality 0, by forward shading for software renderers. Each pixel is lit once,
// while drawn. Nearest objects come first, so that the depth test rejects hidden pixels before lighting.
#include "render/passes.h"

#include <algorithm>

namespace ooze {
namespace {

void useShadows(const PassInputs& pass, ShaderProgram& program) {
  pass.shadows.solid.depth().bind(0);
  pass.shadows.liquid.depth().bind(1);
  program.set("solidShadow", 0);
  program.set("liquidShadow", 1);
  program.set("liquidTint", pass.liquidTint);
}

bool showsFloor(const PassInputs& pass) {
  return std::any_of(pass.solids.opaque.begin(), pass.solids.opaque.end(),
                     [](const SolidInstance& solid) { return solid.kind == SurfaceKind::Floor; });
}

void drawPoints(const PassInputs& pass) {
  ShaderProgram& program = pass.shaders.program("quick_sphere", "quick_sphere");
  program.use();
  program.set("radius", pass.sphereRadius);
  useShadows(pass, program);
  pass.particles.drawVisiblePoints();
}

/// Draws floors into the depth buffer only: floors hide objects below, but are lit later.
void drawFloorDepth(const PassInputs& pass) {
  ShaderProgram& program = pass.shaders.program("shadow_mesh", "mesh");
  program.use();
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  for (const SolidInstance& solid : pass.solids.opaque)
    if (solid.kind == SurfaceKind::Floor) drawSolid(program, solid);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

/// Draws floor and backdrop, lit at the corners of a grid: their light changes slowly over the picture. The
/// stencil leaves out pixels with objects in front.
void drawStudio(const PassInputs& pass, bool floor) {
  const int columns = pass.settings.panorama ? 96 : 16, rows = 64;  // a panorama has finer detail
  glDisable(GL_DEPTH_TEST);
  ShaderProgram& grid = pass.shaders.program("quick_lit", "quick_studio");
  grid.use();
  grid.set("columns", columns);
  grid.set("rows", rows);
  grid.set("hasFloor", floor ? 1 : 0);
  glBindVertexArray(pass.nothing.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (columns + 1), rows);
}

}  // namespace

void drawForwardLit(const PassInputs& pass) {
  pass.targets.solids.bind();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  drawFloorDepth(pass);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  glStencilFunc(GL_ALWAYS, static_cast<GLint>(StencilBit::SolidInstance), 0xff);
  const auto draw = [&](const char* vertex, const char* fragment, SurfaceKind kind) {
    ShaderProgram& program = pass.shaders.program(fragment, vertex);
    program.use();
    useShadows(pass, program);
    for (const SolidInstance& solid : pass.solids.opaque)
      if (solid.kind == kind) drawSolid(program, solid);
  };
  draw("mesh", "quick_metal", SurfaceKind::Metal);
  draw("quick_solid", "quick_lit", SurfaceKind::Plaster);
  if (pass.showsSpheres()) drawPoints(pass);
  if (pass.settings.view == View::Points) drawDiscs(pass, "quick_point");

  restrictToPixels({StencilBit::Nothing});
  drawStudio(pass, showsFloor(pass));
  resetPixelMask();
}

void drawFloorShadow(const PassInputs& pass) {
  if (!showsFloor(pass)) return;
  pass.targets.solids.bind();
  restrictToPixels({StencilBit::Nothing});
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_ONE, GL_ZERO);
  glColorMaski(1, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  ShaderProgram& program = pass.shaders.program("quick_floor_shadow", "quick_floor_shadow");
  program.use();
  useShadows(pass, program);
  pass.setLiquidContact(program, 2);
  program.set("low", pass.bounds.lower);
  program.set("high", pass.bounds.upper);
  glBindVertexArray(pass.nothing.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glColorMaski(1, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDisable(GL_BLEND);
  resetPixelMask();
}

void drawHardShadows(const PassInputs& pass) {
  if (!pass.showsLiquid()) return;
  pass.beginLiquid(pass.targets.liquidVisibility);
  ShaderProgram& program = pass.fullscreen("quick_hard_shadow");
  useShadows(pass, program);
  pass.targets.liquidDepth().bind(2);
  program.set("frontDepth", 2);
  pass.drawFullscreen();
  resetPixelMask();
}

}  // namespace ooze
