// The liquid as one smooth body in screen space.
#include "render/looks.h"
#include "render/passes.h"

namespace ooze {
namespace {

/// Full-screen passes then touch only the pixels that the spheres covered.
void onlyWhereLiquid(const RenderTarget& target, const Targets& targets) {
  target.attachDepth(targets.spheres.depth());
  target.bind();
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_GREATER);
}

void everywhereAgain() {
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glDisable(GL_DEPTH_TEST);
}

void drawSpheres(const Pass& pass) {
  glEnable(GL_DEPTH_TEST);
  pass.targets.spheres.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  ShaderProgram& program = pass.shaders.program("sphere_liquid", "sphere");
  program.use();
  program.set("radius", pass.sphereRadius);
  pass.particles.drawSurface();
  glDisable(GL_DEPTH_TEST);
}

void smoothDepth(const Pass& pass) {
  struct Round {
    float reach;  // standard deviation over the sphere's radius
    int mostTaps;
  };
  // A wide round takes out the spheres, a narrow one the streaks that two directions leave.
  static constexpr Round kFine[] = {{1.5f, 24}, {0.9f, 16}}, kQuick[] = {{1.5f, 8}};
  const std::span<const Round> rounds = pass.settings.quality > 0 ? std::span<const Round>(kFine) : kQuick;

  ShaderProgram& program = pass.fullscreen("liquid_smooth");
  program.set("depthMap", 0);
  const Texture* from = &pass.targets.spheres.colour(0);
  for (const Round& round : rounds)
    for (const int direction : {0, 1}) {
      const RenderTarget& to = pass.targets.smooth[1 - direction];
      onlyWhereLiquid(to, pass.targets);
      from->bind(0);
      program.set("reach", round.reach * pass.sphereRadius);
      program.set("mostTaps", round.mostTaps);
      program.set("direction", direction == 0 ? glm::ivec2(1, 0) : glm::ivec2(0, 1));
      pass.drawFullscreen();
      from = &to.colour();
    }
  everywhereAgain();
}

void addThickness(const Pass& pass) {
  const RenderTarget& target = pass.targets.thickness;
  target.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  ShaderProgram& program = pass.shaders.program("sphere_thickness", "sphere");
  program.use();
  program.set("radius", pass.sphereRadius);
  program.set("pixel", 1.f / Vec2(target.size()));
  program.set("solidDepth", 0);
  pass.targets.solids.depth().bind(0);
  pass.particles.drawAll();
  glDisable(GL_BLEND);
}

}  // namespace

void drawLiquidSurface(const Pass& pass) {
  glClearColor(0, 0, 0, 0);
  for (const RenderTarget& target : pass.targets.smooth) {
    target.bind();
    glClear(GL_COLOR_BUFFER_BIT);
  }
  if (!pass.smooth()) return;
  drawSpheres(pass);
  smoothDepth(pass);
  addThickness(pass);
}

void shadeLiquid(const Pass& pass) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, pass.targets.opaque.framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, pass.targets.light.framebuffer());
  const glm::ivec2 size = pass.targets.size;
  glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  if (!pass.smooth()) return;

  onlyWhereLiquid(pass.targets.light, pass.targets);
  ShaderProgram& program = pass.fullscreen("liquid");
  const Texture* const inputs[] = {&pass.targets.smooth[0].colour(), &pass.targets.spheres.colour(1),
                                   &pass.targets.thickness.colour(), &pass.targets.opaque.colour(),
                                   &pass.targets.solids.depth(),     &pass.targets.liquidVisibility.colour()};
  const char* const names[] = {"liquidDepth", "liquidColour", "thicknessMap",
                               "behind",      "solidDepth",   "visibility"};
  for (int i = 0; i < 6; ++i) {
    inputs[i]->bind(static_cast<GLuint>(i));
    program.set(names[i], i);
  }
  program.set("hasVisibility", pass.shadows ? 1 : 0);
  std::vector<glm::vec4> looks;
  for (const LookRow& row : lookRows()) {
    looks.emplace_back(row.absorption, row.scattering, row.roughness, row.mirror);
    looks.emplace_back(row.clear, row.wrap, row.glow, 0.f);
  }
  program.set("looks", std::span<const glm::vec4>(looks));
  pass.drawFullscreen();
  everywhereAgain();
}

}  // namespace ooze
