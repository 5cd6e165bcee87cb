// Uploads droplets (spray, foam and bubbles) to an instance buffer on the graphics card.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"

#include <cstdint>
#include <vector>

namespace ooze {

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
