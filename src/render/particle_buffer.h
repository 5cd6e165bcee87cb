// Particles as the graphics card wants them.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"
#include "render/render_settings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

class ParticleBuffer {
 public:
  ParticleBuffer();

  /// @param shown  per particle: 0 if it cannot be seen and only adds to thickness; empty: all can be seen
  void upload(const Snapshot& snapshot, const RenderSettings& settings, std::span<const std::uint8_t> shown);

  void drawVisible() const { draw(visible_); }
  void drawAll() const { draw(instances_.size()); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

 private:
  struct Instance {
    Vec3 position;
    std::uint32_t colour;  // square root of the linear colour
    float look;
  };
  void draw(std::size_t count) const;

  VertexArray vertices_;
  Buffer buffer_;
  std::vector<Instance> instances_;
  std::size_t visible_ = 0;
};

/// sRGB 0xAABBGGRR to linear light.
Vec3 linearColour(std::uint32_t srgb);

}  // namespace ooze
