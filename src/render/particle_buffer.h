// Particles as the graphics card wants them.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"
#include "render/render_settings.h"

#include <cstdint>
#include <vector>

namespace ooze {

class ParticleBuffer {
 public:
  ParticleBuffer();

  /// Those near the surface come first; what lies deeper cannot be seen and is only needed for thickness.
  void upload(const Snapshot& snapshot, View view);

  void drawSurface() const { draw(surface_); }
  void drawAll() const { draw(instances_.size()); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }
  [[nodiscard]] std::size_t surfaceSize() const { return surface_; }

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
  std::size_t surface_ = 0;
};

/// sRGB 0xAABBGGRR to linear light.
Vec3 linearColour(std::uint32_t srgb);

}  // namespace ooze
