// The liquid as its triangles.
#include "render/passes.h"

namespace ooze {
namespace {

/// Where the surface is, which way it faces and what it is made of.
void drawFront(const Pass& pass) {
  const RenderTarget& target = pass.targets.spheres;
  target.attachDepth(pass.targets.solids.depth());
  target.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(static_cast<GLuint>(Mask::Liquid));
  glStencilFunc(GL_ALWAYS, static_cast<GLint>(Mask::Liquid), 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  const bool checker = pass.surface.hasPattern();
  ShaderProgram& program = checker ? pass.shaders.program("surface_checker", "surface_checker")
                                   : pass.shaders.program("surface_front", "surface");
  program.use();
  // From within the liquid the far side is what one sees; at quality 0 that may be missing.
  if (pass.targets.quick) glEnable(GL_CULL_FACE);
  pass.surface.draw();
  glDisable(GL_CULL_FACE);
  everywhereAgain();
}

/// The depths of all faces that look away less those of all that look here: exact, however often a ray enters
/// and leaves. What lies behind a solid counts as lying on it, and so for nothing.
void addSurfaceThickness(const Pass& pass) {
  pass.beginThickness(pass.targets.thickness, "surface_thickness", "surface");
  pass.surface.draw();
  glDisable(GL_BLEND);
}

void evenOutThickness(const Pass& pass) {
  Targets& targets = pass.targets;
  for (const int vertical : {0, 1}) {
    const RenderTarget& target = targets.evenThickness[1 - vertical];
    target.bind();
    ShaderProgram& program = pass.fullscreen("thickness_smooth");
    program.set("thicknessMap", 0);
    program.set("liquidDepth", 1);
    program.set("stride", (vertical == 1 ? Vec2(0, 1) : Vec2(1, 0)) / Vec2(target.size()));
    (vertical == 1 ? targets.evenThickness[1] : targets.thickness).colour().bind(0);
    targets.liquidDepth().bind(1);
    pass.drawFullscreen();
  }
}

}  // namespace

void drawSurfaceShadow(const Pass& pass) {
  ShaderProgram& mesh = pass.shaders.program("shadow_mesh", "shadow_mesh");
  mesh.use();
  mesh.set("model", glm::mat4(1.f));
  mesh.set("stretch", Vec3(1.f));
  pass.surface.draw();
}

void drawSurface(const Pass& pass) {
  drawFront(pass);
  addSurfaceThickness(pass);
  if (!pass.targets.quick) evenOutThickness(pass);
  if (pass.showsParts()) drawParts(pass);
}

}  // namespace ooze
