#include "render/layer_pass.h"

#include "image/layered_picture.h"

#include <array>
#include <cstddef>
#include <span>

namespace ooze {
namespace {

/// Declares an attribute of floats in the bound vertex array and buffer.
void floatAttribute(GLuint index, GLint count, std::size_t stride, std::size_t offset, GLuint divisor) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(index, divisor);
}

std::vector<glm::vec4> readPixels(const RenderTarget& target, GLenum attachment) {
  const glm::ivec2 size = target.size();
  std::vector<glm::vec4> pixels(static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer());
  glReadBuffer(attachment);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, size.x, size.y, GL_RGBA, GL_FLOAT, pixels.data());
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  return pixels;
}

void drawSolidLayers(const PassInputs& pass, const Snapshot& snapshot, ShaderProgram& program) {
  for (const SolidInstance& solid : pass.solids.opaque) {
    Vec3 linear(0.f), angular(0.f), centre(0.f);
    float object = 0.f;
    if (solid.body >= 0) {
      const Body& body = snapshot.bodies[static_cast<std::size_t>(solid.body)];
      linear = body.velocity, angular = body.angularVelocity, centre = body.centre();
      object = static_cast<float>(snapshot.materials.size() + static_cast<std::size_t>(solid.body) + 1);
    }
    program.set("object", object);
    program.set("linear", linear);
    program.set("angular", angular);
    program.set("bodyCentre", centre);
    drawSolid(program, solid);
  }
}

}  // namespace

LayerPass::LayerPass() {
  glBindVertexArray(meshArray_.name());
  glBindBuffer(GL_ARRAY_BUFFER, meshBuffer_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, triangleBuffer_.name());
  floatAttribute(0, 3, sizeof(MeshVertex), offsetof(MeshVertex, position), 0);
  floatAttribute(1, 3, sizeof(MeshVertex), offsetof(MeshVertex, normal), 0);
  floatAttribute(2, 3, sizeof(MeshVertex), offsetof(MeshVertex, velocity), 0);
  floatAttribute(3, 1, sizeof(MeshVertex), offsetof(MeshVertex, material), 0);
  glBindVertexArray(particleArray_.name());
  glBindBuffer(GL_ARRAY_BUFFER, particleBuffer_.name());
  floatAttribute(0, 3, sizeof(ParticleVertex), offsetof(ParticleVertex, position), 1);
  floatAttribute(1, 3, sizeof(ParticleVertex), offsetof(ParticleVertex, velocity), 1);
  floatAttribute(2, 1, sizeof(ParticleVertex), offsetof(ParticleVertex, material), 1);
}

void LayerPass::upload(const PassInputs& pass, const Snapshot& snapshot) {
  indices_ = particles_ = 0;
  if (const SurfaceMesh* mesh = pass.showsSurface() ? pass.surface.mesh() : nullptr) {
    std::vector<MeshVertex> vertices(mesh->positions.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
      vertices[i] = {pass.surface.drawnPosition(i), mesh->normals[i],
                     mesh->velocities.empty() ? Vec3(0.f) : mesh->velocities[i],
                     mesh->materials.empty() ? 0.f : static_cast<float>(mesh->materials[i])};
    glBindVertexArray(meshArray_.name());
    meshBuffer_.upload(GL_ARRAY_BUFFER, std::span<const MeshVertex>(vertices), GL_STREAM_DRAW);
    triangleBuffer_.upload(GL_ELEMENT_ARRAY_BUFFER,
                           std::span<const std::array<std::uint32_t, 3>>(mesh->triangles), GL_STREAM_DRAW);
    indices_ = static_cast<GLsizei>(3 * mesh->triangles.size());
  } else if (!isSurface(pass.settings.view)) {
    std::vector<ParticleVertex> vertices(snapshot.positions.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
      vertices[i] = {
          snapshot.positions[i], i < snapshot.velocities.size() ? snapshot.velocities[i] : Vec3(0.f),
          i < snapshot.particleMaterials.size() ? static_cast<float>(snapshot.particleMaterials[i]) : 0.f};
    glBindVertexArray(particleArray_.name());
    particleBuffer_.upload(GL_ARRAY_BUFFER, std::span<const ParticleVertex>(vertices), GL_STREAM_DRAW);
    particles_ = static_cast<GLsizei>(vertices.size());
  }
}

void LayerPass::drawLiquid(const PassInputs& pass) const {
  if (indices_ > 0) {
    ShaderProgram& program = pass.shaders.program("layers", "layers");
    program.use();
    program.set("model", glm::mat4(1.f));
    program.set("stretch", Vec3(1.f));
    program.set("object", -1.f);
    glBindVertexArray(meshArray_.name());
    glDrawElements(GL_TRIANGLES, indices_, GL_UNSIGNED_INT, nullptr);
  }
  if (particles_ > 0) {
    ShaderProgram& program = pass.shaders.program("layers_sphere", "layers_sphere");
    program.use();
    program.set("radius", pass.sphereRadius);
    glBindVertexArray(particleArray_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, particles_);
  }
}

TileLayers LayerPass::draw(const PassInputs& pass, const Snapshot& snapshot, std::uint64_t version,
                           float exposure) {
  if (version != version_) upload(pass, snapshot);
  version_ = version;
  const RenderTarget target(pass.targets.size, {GL_RGBA16F, GL_RGBA32F}, GL_DEPTH_COMPONENT32F);
  target.bind();
  static constexpr float kNoObject[] = {0.f, 0.f, 0.f, 0.f}, kFar[] = {0.f, 0.f, 0.f, kEmptyDepth};
  glClearBufferfv(GL_COLOR, 0, kNoObject);
  glClearBufferfv(GL_COLOR, 1, kFar);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  ShaderProgram& program = pass.shaders.program("layers", "layers");
  program.use();
  drawSolidLayers(pass, snapshot, program);
  drawLiquid(pass);
  glDisable(GL_DEPTH_TEST);
  TileLayers layers{readPixels(pass.targets.light, GL_COLOR_ATTACHMENT0),
                    readPixels(target, GL_COLOR_ATTACHMENT0), readPixels(target, GL_COLOR_ATTACHMENT1)};
  for (glm::vec4& light : layers.light) {
    light = glm::vec4(exposure * Vec3(light), pass.settings.transparent ? light.a : 1.f);
  }
  return layers;
}

}  // namespace ooze
