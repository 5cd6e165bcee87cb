// Spray, foam and bubbles as the graphics card wants them.
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
  /// Each as four corners of a square, in droplet.vert.
  void draw() const;

 private:
  struct Instance {
    Vec3 position, velocity;
    float radius, rank;
    float kind;  ///< a DropletKind
    float fade;  ///< 1, and to 0 in the last moments
    std::uint32_t colour;
  };
  std::vector<Instance> instances_;
  VertexArray array_;
  Buffer buffer_;
};

}  // namespace ooze
