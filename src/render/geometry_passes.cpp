// Draws solids and sphere impostors into the G-buffer, casters into the shadow maps, and droplets and glass
// over the lit picture.
#include "render/passes.h"

#include <algorithm>
#include <vector>

namespace ooze {
namespace {

/// Exposure time for motion blur: fast droplets are drawn as streaks [s].
constexpr float kShutter = 1.f / 600.f;

}  // namespace

void drawSolid(ShaderProgram& program, const SolidInstance& solid) {
  program.set("model", solid.model);
  program.set("stretch", solid.stretch);
  program.set("albedo", solid.albedo);
  program.set("kind", static_cast<float>(solid.kind));
  program.set("roughness", solid.roughness);
  program.set("slack", solid.slack);
  solid.mesh->draw();
}

void drawDiscs(const PassInputs& pass, const char* fragment) {
  constexpr float kRadius = 0.3f;        // radius of a disc over the radius of a sphere
  constexpr float kLeast = 1.f / 600.f;  // least radius over the picture's height, so that no disc vanishes
  ShaderProgram& point = pass.shaders.program(fragment, "point");
  point.use();
  point.set("radius", kRadius * pass.sphereRadius);
  point.set("leastPixels", std::max(kLeast * pass.pictureHeight, 0.75f));
  pass.particles.drawAll();
}

void drawShadows(const PassInputs& pass) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  ShaderProgram& mesh = pass.shaders.program("shadow_mesh", "shadow_mesh");
  mesh.use();
  pass.shadows.solid.bind();
  glClear(GL_DEPTH_BUFFER_BIT);
  for (const SolidInstance& solid : pass.solids.opaque)
    if (solid.castsShadow) drawSolid(mesh, solid);

  pass.shadows.liquid.bind();
  glClear(GL_DEPTH_BUFFER_BIT);
  if (pass.showsSurface()) {
    drawSurfaceShadow(pass);
  } else if (pass.settings.view == View::Liquid || pass.settings.view == View::Spheres) {
    // Only these views and View::Points upload particles, and points cast no shadows.
    const bool quick = pass.targets.quick;  // true: point sprites draw squares with the area of the discs
    ShaderProgram& shadow = quick ? pass.shaders.program("shadow_mesh", "shadow_point")
                                  : pass.shaders.program("shadow_sphere", "shadow_sphere");
    shadow.use();
    shadow.set("radius", pass.shadowRadius);
    quick ? pass.particles.drawAllPoints() : pass.particles.drawAll();
  }
  glDisable(GL_DEPTH_TEST);
}

void drawSolids(const PassInputs& pass) {
  static constexpr float kFarAway[] = {1e9f, 0.f, 0.f, 0.f};
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glEnable(GL_STENCIL_TEST);
  glStencilMask(0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  pass.targets.solids.bind();
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glClearBufferfv(GL_COLOR, 2, kFarAway);

  const auto mark = [](StencilBit mask) { glStencilFunc(GL_ALWAYS, static_cast<GLint>(mask), 0xff); };
  mark(StencilBit::SolidInstance);
  if (pass.settings.view == View::Spheres) {
    ShaderProgram& sphere = pass.shaders.program("sphere_surface", "sphere");
    sphere.use();
    sphere.set("radius", pass.sphereRadius);
    pass.particles.drawVisible();
  }
  if (pass.settings.view == View::Points) drawDiscs(pass, "point");
  ShaderProgram& mesh = pass.shaders.program("mesh_surface", "mesh");
  mesh.use();
  for (const SolidInstance& solid : pass.solids.opaque) {
    mark(solid.kind != SurfaceKind::Floor ? StencilBit::SolidInstance
         : solid.receivesShadow           ? StencilBit::NearFloor
                                          : StencilBit::FarFloor);
    drawSolid(mesh, solid);
  }
  resetPixelMask();
}

void drawGlass(const PassInputs& pass) {
  if (pass.solids.glass.empty()) return;
  pass.targets.light.bind();
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  ShaderProgram& glass = pass.shaders.program("glass", "mesh");
  glass.use();
  glass.set("solidDepth", 0);
  glass.set("liquidDepth", 1);
  pass.targets.solidDepth().bind(0);
  pass.targets.liquidDepth().bind(1);
  for (const SolidInstance& solid : pass.solids.glass) drawSolid(glass, solid);
  glDisable(GL_BLEND);
}

void drawDroplets(const PassInputs& pass) {
  if (pass.droplets.empty() || !showsDroplets(pass.settings)) return;
  pass.targets.light.bind();
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  ShaderProgram& program = pass.shaders.program("droplet", "droplet");
  program.use();
  const Texture* const inputs[] = {&pass.targets.solidDepth(), &pass.targets.liquidDepth(),
                                   &pass.targets.spheres.colour(1)};
  const char* const names[] = {"solidDepth", "liquidDepth", "liquidColour"};
  for (int i = 0; i < 3; ++i) {
    inputs[i]->bind(static_cast<GLuint>(i));
    program.set(names[i], i);
  }
  program.set("hasLiquid", pass.showsLiquid() ? 1 : 0);
  program.set("amount", pass.settings.spray);
  program.set("shutter", kShutter);
  std::vector<glm::vec4> clear;
  for (const LookRow& row : pass.looks) clear.emplace_back(row.clear);
  program.set("clearness", std::span<const glm::vec4>(clear));
  pass.droplets.draw();
  glDisable(GL_BLEND);
}

}  // namespace ooze
