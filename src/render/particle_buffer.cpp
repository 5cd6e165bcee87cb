#include "render/particle_buffer.h"

#include "base/colour.h"
#include "render/looks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace ooze {
namespace {

float linear(std::uint32_t byte) { return linearOfSrgb(static_cast<float>(byte) / 255.f); }

/// Computes the colour of a particle from a quantity, or takes the particle's own colour.
class ParticleColours {
 public:
  ParticleColours(const Snapshot& snapshot, const RenderSettings& settings)
      : colours_(snapshot.colours),
        quantity_(settings.quantity),
        values_(quantityValues(snapshot, quantity_)),
        scale_(settings.quantityScale.value_or(quantityScale(values_, quantity_))) {}

  [[nodiscard]] std::uint32_t operator()(std::size_t i) const {
    if (i < values_.size()) return quantityColour(quantity_, scale_, values_[i]);
    return i < colours_.size() ? colours_[i] : kDefaultColour;
  }

 private:
  const std::vector<std::uint32_t>& colours_;
  Field quantity_;
  std::vector<float> values_;
  QuantityScale scale_;
};

constexpr float kFading = 0.25f;  ///< time over which a droplet fades at the end of its life [s]

}  // namespace

std::uint32_t shaderColour(std::uint32_t srgb) {
  static const std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i)
      table[i] = static_cast<std::uint32_t>(std::lround(255.f * std::sqrt(linear(i))));
    return table;
  }();
  return kTable[srgb & 255] | kTable[srgb >> 8 & 255] << 8 | kTable[srgb >> 16 & 255] << 16 | 0xff000000u;
}

Vec3 linearColour(std::uint32_t srgb) {
  return {linear(srgb & 255), linear(srgb >> 8 & 255), linear(srgb >> 16 & 255)};
}

ParticleBuffer::GpuParticles::GpuParticles() {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  const auto attribute = [](GLuint index, GLint count, GLenum type, GLboolean normalised, std::size_t offset,
                            GLuint divisor) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, normalised, sizeof(ParticleInstance),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, divisor);
  };
  for (const GLuint divisor : {0u, 1u}) {
    glBindVertexArray(divisor == 0 ? points.name() : squares.name());
    attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(ParticleInstance, position), divisor);
    attribute(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ParticleInstance, colour), divisor);
    attribute(2, 1, GL_FLOAT, GL_FALSE, offsetof(ParticleInstance, look), divisor);
  }
}

void ParticleBuffer::GpuParticles::upload(std::span<const ParticleInstance> instances) const {
  buffer.upload(GL_ARRAY_BUFFER, instances, GL_STREAM_DRAW);
}

void ParticleBuffer::GpuParticles::draw(std::size_t count) const {
  glBindVertexArray(squares.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

void ParticleBuffer::GpuParticles::drawPoints(std::size_t count) const {
  glBindVertexArray(points.name());
  glEnable(GL_PROGRAM_POINT_SIZE);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
  glDisable(GL_PROGRAM_POINT_SIZE);
}

void ParticleBuffer::upload(const Snapshot& snapshot, const RenderSettings& settings) {
  const std::size_t count = snapshot.positions.size();
  const ParticleColours paint(snapshot, settings);
  const bool plain = settings.quantity != kLookField;
  const std::vector<std::size_t> looks = listLooks(snapshot.materials, plain).ofMaterial;
  instances_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t material = i < snapshot.particleMaterials.size() ? snapshot.particleMaterials[i] : 0;
    instances_[i] = {snapshot.positions[i], shaderColour(paint(i)),
                     material < looks.size() ? static_cast<float>(looks[material]) : 0.f};
  }
  all_.upload(instances_);
  allShown_ = true;
}

void ParticleBuffer::show(std::span<const std::uint32_t> shown) {
  shown_.resize(shown.size());
  std::transform(shown.begin(), shown.end(), shown_.begin(),
                 [this](std::uint32_t i) { return instances_[i]; });
  front_.upload(shown_);
  allShown_ = false;
}

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
