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
  void upload(const Snapshot& snapshot, const RenderSettings& settings);
  void showAll() { allShown_ = true; }
  /// Only these can be seen; the others add to thickness and cast shadows.
  void show(std::span<const std::uint32_t> shown);

  /// Each as four corners of a square, in a shader like sphere.vert.
  void drawVisible() const { allShown_ ? all_.draw(instances_.size()) : front_.draw(shown_.size()); }
  void drawAll() const { all_.draw(instances_.size()); }
  /// Each as one point.
  void drawVisiblePoints() const {
    allShown_ ? all_.drawPoints(instances_.size()) : front_.drawPoints(shown_.size());
  }
  void drawAllPoints() const { all_.drawPoints(instances_.size()); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

 private:
  struct Instance {
    Vec3 position;
    std::uint32_t colour;  // square root of the linear colour
    float look;
  };
  struct OnCard {
    VertexArray squares, points;
    Buffer buffer;
    OnCard();
    void upload(std::span<const Instance> instances) const;
    void draw(std::size_t count) const;
    void drawPoints(std::size_t count) const;
  };

  OnCard all_, front_;
  std::vector<Instance> instances_, shown_;
  bool allShown_ = true;
};

/// Of liquid that says nothing of its colour, 0xAABBGGRR in sRGB.
inline constexpr std::uint32_t kDefaultColour = 0xffd0a040u;
/// 0xAABBGGRR in sRGB to bytes of the square root of linear light, as the shaders keep colours.
std::uint32_t shaderColour(std::uint32_t srgb);

/// sRGB 0xAABBGGRR to linear light.
Vec3 linearColour(std::uint32_t srgb);

}  // namespace ooze
