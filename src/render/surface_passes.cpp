// Draws the liquid's triangle mesh: front, thickness and shadow.
#include "render/passes.h"

namespace ooze {
namespace {

/// Draws the surface's depth, normal, colour and look into geometry buffers.
void drawFront(const PassInputs& pass) {
  const RenderTarget& target = pass.targets.spheres;
  target.attachDepth(pass.targets.solids.depth());
  target.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(static_cast<GLuint>(StencilBit::Liquid));
  glStencilFunc(GL_ALWAYS, static_cast<GLint>(StencilBit::Liquid), 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  const bool checker = pass.surface.hasPattern();
  ShaderProgram& program = checker ? pass.shaders.program("surface_checker", "surface_checker")
                                   : pass.shaders.program("surface_front", "surface");
  program.use();
  // A camera inside the liquid sees back faces. Quality 0 leaves them out for speed.
  if (pass.targets.quick) glEnable(GL_CULL_FACE);
  pass.surface.draw();
  glDisable(GL_CULL_FACE);
  resetPixelMask();
}

/// Adds up the thickness: depths of back faces minus depths of front faces. The sum is exact, however often a
/// ray enters and leaves the liquid. Depths are clipped at solids, so liquid behind a solid adds nothing.
void addSurfaceThickness(const PassInputs& pass) {
  pass.beginThickness(pass.targets.thickness, "surface_thickness", "surface");
  pass.surface.draw();
  glDisable(GL_BLEND);
}

/// Blurs the thickness along the surface, horizontally and then vertically.
void blurThickness(const PassInputs& pass) {
  Targets& targets = pass.targets;
  for (const int vertical : {0, 1}) {
    const RenderTarget& target = targets.blurredThickness[1 - vertical];
    target.bind();
    ShaderProgram& program = pass.fullscreen("thickness_smooth");
    program.set("thicknessMap", 0);
    program.set("liquidDepth", 1);
    program.set("stride", (vertical == 1 ? Vec2(0, 1) : Vec2(1, 0)) / Vec2(target.size()));
    (vertical == 1 ? targets.blurredThickness[1] : targets.thickness).colour().bind(0);
    targets.liquidDepth().bind(1);
    pass.drawFullscreen();
  }
}

}  // namespace

void drawSurfaceShadow(const PassInputs& pass) {
  ShaderProgram& mesh = pass.shaders.program("shadow_mesh", "shadow_mesh");
  mesh.use();
  mesh.set("model", glm::mat4(1.f));
  mesh.set("stretch", Vec3(1.f));
  pass.surface.draw();
}

void drawSurfaceMesh(const PassInputs& pass) {
  drawFront(pass);
  addSurfaceThickness(pass);
  if (!pass.targets.quick) blurThickness(pass);
  if (pass.showsParts()) drawParts(pass);
}

}  // namespace ooze
