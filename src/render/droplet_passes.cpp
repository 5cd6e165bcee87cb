// Draws droplets (spray, foam and bubbles) over the lit picture.
#include "render/passes.h"

#include <vector>

namespace ooze {
namespace {

/// Exposure time for motion blur: fast droplets are drawn as streaks [s].
constexpr float kShutter = 1.f / 600.f;

}  // namespace

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
