#include "render/droplet_buffer.h"

#include "render/particle_buffer.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace ooze {
namespace {

constexpr float kFading = 0.25f;  ///< time over which a droplet fades at the end of its life [s]

}  // namespace

DropletBuffer::DropletBuffer() {
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.name());
  const auto attribute = [](GLuint index, GLint count, GLenum type, GLboolean normalised,
                            std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, normalised, sizeof(DropletInstance),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, 1);
  };
  attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(DropletInstance, position));
  attribute(1, 3, GL_FLOAT, GL_FALSE, offsetof(DropletInstance, velocity));
  attribute(2, 4, GL_FLOAT, GL_FALSE, offsetof(DropletInstance, radius));
  attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(DropletInstance, colour));
}

void DropletBuffer::upload(const Snapshot& snapshot) {
  instances_.clear();
  for (const Droplet& d : snapshot.droplets) {
    const std::uint32_t colour =
        d.material < snapshot.materials.size() ? snapshot.materials[d.material].colour : kDefaultColour;
    instances_.push_back({d.position, d.velocity, d.radius, d.rank, static_cast<float>(d.kind),
                          std::min(1.f, d.life / kFading), shaderColour(colour)});
  }
  buffer_.upload(GL_ARRAY_BUFFER, std::span<const DropletInstance>(instances_), GL_STREAM_DRAW);
}

void DropletBuffer::draw() const {
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(instances_.size()));
}

}  // namespace ooze
