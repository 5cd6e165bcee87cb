// Uploads particles and droplets to vertex buffers on the graphics card, as instances and as points.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"
#include "render/render_settings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Uploads particles to vertex buffers, as instances and as points.
class ParticleBuffer {
 public:
  void upload(const Snapshot& snapshot, const RenderSettings& settings);
  void showAll() { allShown_ = true; }
  /// Restricts the drawVisible functions to these particles (indices). Hidden particles still add to the
  /// thickness and cast shadows.
  void show(std::span<const std::uint32_t> shown);

  /// Draws each particle as a quad of four corners, for vertex shaders like sphere.vert.
  void drawVisible() const { allShown_ ? all_.draw(instances_.size()) : front_.draw(shown_.size()); }
  void drawAll() const { all_.draw(instances_.size()); }
  /// Draws each particle as one point sprite.
  void drawVisiblePoints() const {
    allShown_ ? all_.drawPoints(instances_.size()) : front_.drawPoints(shown_.size());
  }
  void drawAllPoints() const { all_.drawPoints(instances_.size()); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

 private:
  struct ParticleInstance {
    Vec3 position;
    std::uint32_t colour;  // square root of the linear colour
    float look;
  };
  struct GpuParticles {
    VertexArray squares, points;
    Buffer buffer;
    GpuParticles();
    void upload(std::span<const ParticleInstance> instances) const;
    void draw(std::size_t count) const;
    void drawPoints(std::size_t count) const;
  };

  GpuParticles all_, front_;
  std::vector<ParticleInstance> instances_, shown_;
  bool allShown_ = true;
};

/// Colours liquid without a colour of its own, 0xAABBGGRR in sRGB.
inline constexpr std::uint32_t kDefaultColour = 0xffd0a040u;
/// Converts 0xAABBGGRR in sRGB to bytes of the square root of linear light, the encoding in shaders.
std::uint32_t shaderColour(std::uint32_t srgb);

/// Converts sRGB 0xAABBGGRR to linear light.
Vec3 linearColour(std::uint32_t srgb);

/// Uploads droplets (spray, foam and bubbles) to an instance buffer.
class DropletBuffer {
 public:
  DropletBuffer();
  void upload(const Snapshot& snapshot);
  [[nodiscard]] bool empty() const { return instances_.empty(); }
  /// Draws each droplet as a quad of four corners, for droplet.vert.
  void draw() const;

 private:
  struct DropletInstance {
    Vec3 position, velocity;
    float radius, rank;
    float kind;  ///< kind of droplet, a value of DropletKind
    float fade;  ///< opacity: 1, falling to 0 at the end of the droplet's life
    std::uint32_t colour;
  };
  std::vector<DropletInstance> instances_;
  VertexArray array_;
  Buffer buffer_;
};

}  // namespace ooze
