// Draws the liquid by screen-space fluid rendering: sphere impostors, smoothed depth, splatted thickness.
#include "render/passes.h"

namespace ooze {
namespace {

void drawSpheres(const PassInputs& pass) {
  glEnable(GL_DEPTH_TEST);
  pass.targets.spheres.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  ShaderProgram& program = pass.shaders.program("sphere_liquid", "sphere");
  program.use();
  program.set("radius", pass.sphereRadius);
  pass.particles.drawVisible();
  glDisable(GL_DEPTH_TEST);
}

void smoothDepth(const PassInputs& pass) {
  const auto& [first, second] = pass.targets.smooth;
  const auto run = [&](const char* fragment, const Texture& from, const RenderTarget& to, float reach,
                       const glm::ivec2& direction) {
    pass.beginLiquid(to);
    ShaderProgram& program = pass.fullscreen(fragment);
    from.bind(0);
    program.set("depthMap", 0);
    program.set("reach", reach * pass.sphereRadius);
    program.set("direction", direction);
    pass.drawFullscreen();
  };
  const glm::ivec2 right(1, 0), up(0, 1);
  run("liquid_smooth", pass.targets.spheres.colour(0), second, 1.3f, right);
  run("liquid_smooth", second.colour(), first, 1.3f, up);
  if (pass.settings.quality > 1) {
    run("liquid_smooth", first.colour(), second, 0.9f, right);
    run("liquid_smooth", second.colour(), first, 0.9f, up);
  }
  run("liquid_tidy", first.colour(), second, 0.4f, {});
  run("liquid_tidy", second.colour(), first, 0.25f, {});
  resetPixelMask();
}

/// Smooths the outline of the liquid by blurring the coverage. Only pixels under spheres are processed, which
/// keeps the pass cheap. All other pixels count as empty and cannot become liquid.
void smoothOutline(const PassInputs& pass) {
  const Targets& targets = pass.targets;
  ShaderProgram& program = pass.fullscreen("liquid_outline");
  program.set("sphereDepth", 0);
  program.set("solidDepth", 1);
  program.set("blurred", 2);
  program.set("reach",
              pass.outlineSigma * static_cast<float>(targets.liquid.y) / static_cast<float>(targets.size.y));
  targets.spheres.colour(0).bind(0);
  targets.solidDepth().bind(1);
  glClearColor(0, 0, 0, 0);
  for (const int vertical : {0, 1}) {
    program.set("vertical", vertical);
    targets.outline[vertical].colour().bind(2);
    pass.beginLiquid(targets.outline[1 - vertical]);
    glClear(GL_COLOR_BUFFER_BIT);
    pass.drawFullscreen();
  }
  resetPixelMask();
}

void addThickness(const PassInputs& pass) {
  pass.beginThickness(pass.targets.thickness, "sphere_thickness", "sphere").set("radius", pass.splatRadius);
  pass.particles.drawAll();
  glDisable(GL_BLEND);
}

}  // namespace

void drawScreenSpaceLiquid(const PassInputs& pass) {
  glClearColor(0, 0, 0, 0);
  for (const RenderTarget& target : pass.targets.smooth) {
    target.bind();
    glClear(GL_COLOR_BUFFER_BIT);
  }
  if (!pass.showsLiquid()) return;
  drawSpheres(pass);
  smoothDepth(pass);
  if (pass.outlineSigma > 0.f) smoothOutline(pass);
  addThickness(pass);
}

void PassInputs::setLooks(ShaderProgram& program) const {
  std::vector<glm::vec4> rows;
  for (const LookRow& row : looks) {
    rows.emplace_back(row.absorption, row.scattering, row.roughness, row.mirror);
    rows.emplace_back(row.clear, row.wrap, row.glow, kMaxOpticalDepth);
  }
  program.set("looks", std::span<const glm::vec4>(rows));
  if (!showsParts()) return;
  std::vector<glm::vec4> known, ofLook;
  for (const LiquidParts::LiquidPart& part : parts.parts)
    known.emplace_back(part.albedo, static_cast<float>(part.look));
  for (const std::uint8_t part : parts.ofLook)
    ofLook.emplace_back(part == LiquidSurfaces::kNone ? -1.f : static_cast<float>(part), 0.f, 0.f, 0.f);
  program.set("parts", std::span<const glm::vec4>(known));
  program.set("manyParts", parts.parts.size() > 2 ? static_cast<int>(parts.parts.size()) - 1 : 0);
  program.set("partOfLook", std::span<const glm::vec4>(ofLook));
}

void shadeFront(const PassInputs& pass, const char* fragment, const LiquidFront& front) {
  const Targets& targets = pass.targets;
  ShaderProgram& program = pass.fullscreen(fragment);
  const Texture* const inputs[] = {&front.depth,
                                   &front.colour,
                                   &targets.thickness.colour(),
                                   &targets.behind(),
                                   &targets.solidDepth(),
                                   &targets.liquidVisibility.colour(),
                                   &targets.outline[0].colour()};
  const char* const names[] = {"liquidDepth", "liquidColour", "thicknessMap", "behind",
                               "solidDepth",  "visibility",   "outline"};
  for (int i = 0; i < 7; ++i) {
    inputs[i]->bind(static_cast<GLuint>(i));
    program.set(names[i], i);
  }
  if (front.normals) front.normals->bind(7);
  const bool even = targets.surface && !targets.quick;
  (even ? targets.blurredThickness[0] : targets.thickness).colour().bind(8);
  program.set("blurredThickness", 8);
  program.set("liquidNormals", 7);
  if (targets.surface) targets.thickness.colour(1).bind(13);
  program.set("normalSums", 13);
  program.set("hasNormals", front.normals ? 1 : 0);
  program.set("hasVisibility", 1);
  program.set("hasOutline", pass.outlineSigma > 0.f ? 1 : 0);
  pass.setLooks(program);
  if (front.outer) {
    front.outer->bind(9);
    targets.inner->thickness.colour().bind(10);
    program.set("outerDepth", 9);
    program.set("innerThickness", 10);
  } else if (pass.showsParts()) {
    const Targets::Inner& parts = *targets.inner;
    const Texture* const within[] = {&parts.thickness.colour(), &parts.light.colour(), &parts.front.colour(0),
                                     &parts.front.colour(1)};
    const char* const known[] = {"innerThickness", "innerLight", "innerDepth", "innerColour"};
    for (int i = 0; i < 4; ++i) {
      within[i]->bind(static_cast<GLuint>(9 + i));
      program.set(known[i], 9 + i);
    }
  }
  pass.drawFullscreen();
  resetPixelMask();
}

void PassInputs::copyBackground(const RenderTarget& to) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER,
                    targets.quick ? targets.solids.framebuffer() : targets.opaque.framebuffer());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer());
  const glm::ivec2 size = targets.size;
  glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void shadeLiquid(const PassInputs& pass) {
  const Targets& targets = pass.targets;
  const bool parted = pass.showsParts();
  if (parted) shadeParts(pass);
  pass.copyBackground(targets.light);
  if (!pass.showsLiquid()) return;

  // Triangles are lit straight into the picture. Spheres have a soft outline and their own resolution, so
  // their light goes into a separate target and is blended over the picture.
  pass.beginLiquid(targets.surface ? targets.light : targets.liquidLight);
  if (!targets.surface) {
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  const char* const fragment = targets.quick ? (parted ? "liquid_parted_running" : "liquid_running")
                                             : (parted ? "liquid_parted" : "liquid");
  shadeFront(pass, fragment,
             {targets.liquidDepth(), targets.spheres.colour(1),
              targets.surface ? &targets.spheres.colour(2) : nullptr});
  if (targets.surface) return;

  pass.targets.light.bind();
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  pass.fullscreen("copy").set("picture", 0);
  pass.targets.liquidLight.colour().bind(0);
  pass.drawFullscreen();
  glDisable(GL_BLEND);
}

}  // namespace ooze
