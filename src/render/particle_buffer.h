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

  void upload(const Snapshot& snapshot, View view);
  void showAll() { allShown_ = true; }
  /// @param shown  per particle: 0 if it cannot be seen and only adds to thickness
  void show(std::span<const std::uint8_t> shown);

  void drawVisible() const { allShown_ ? all_.draw(instances_.size()) : front_.draw(shown_.size()); }
  void drawAll() const { all_.draw(instances_.size()); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

 private:
  struct Instance {
    Vec3 position;
    std::uint32_t colour;  // square root of the linear colour
    float look;
  };
  struct OnCard {
    VertexArray vertices;
    Buffer buffer;
    OnCard();
    void upload(std::span<const Instance> instances) const;
    void draw(std::size_t count) const;
  };

  OnCard all_, front_;
  std::vector<Instance> instances_, shown_;
  bool allShown_ = true;
};

/// sRGB 0xAABBGGRR to linear light.
Vec3 linearColour(std::uint32_t srgb);

}  // namespace ooze
