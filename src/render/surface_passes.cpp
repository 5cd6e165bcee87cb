// Draws the liquid's triangle meshes: front, thickness and shadow of the common surface, and liquids that lie
// inside a clear liquid. The inner liquids are lit first, into the picture behind the clear liquid. The clear
// liquid then refracts and colours that picture as it does for solids.
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
