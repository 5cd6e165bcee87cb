// Nozzles (inlets): Rasmussen et al. 2004, section 5. An inlet is open for one step.
#include "liquid/body_filter.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

constexpr float kAround = 0.5f;  // velocity is held on faces within this distance of an inlet [cells]

}  // namespace

void Rasmussen::openInlet(const LiquidSeeds& seeds) {
  const Aabb box = boxInWorld(seeds.shape->bounds(), seeds.pose).expanded(cell_);
  inlets_.push_back({seeds.shape, seeds.pose, *seeds.inlet, box});
  grid_.fill(*seeds.shape, seeds.pose, Threads(1));
}

bool Rasmussen::isInInlet(const Vec3& p) const {
  return std::ranges::any_of(inlets_, [&](const Inlet& inlet) { return inlet.distance(p) < 0.f; });
}

/// Holds the velocity on faces in inlets, after the surface was united with their shapes (the paper's
/// sources).
void Rasmussen::imposeInletVelocities() {
  const grid::CellBlocks& cells = grid_.cells();
  for (const Inlet& inlet : inlets_) {
    const glm::ivec3 first = cellOfPlace(inlet.box.lower, cell_), last = cellOfPlace(inlet.box.upper, cell_);
    for (int z = first.z; z <= last.z; ++z)
      for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x) {
          const grid::CellIndex c = cells.find({x, y, z});
          if (c == grid::kNone) continue;
          for (int axis = 0; axis < 3; ++axis) {
            Vec3 face = cell_ * Vec3(x, y, z);
            face[axis] -= 0.5f * cell_;
            if (inlet.distance(face) > kAround * cell_) continue;
            const auto a = static_cast<std::size_t>(axis);
            faces_.hard[a][c] = 1;
            grid_.velocity.axes[a][c] = inlet.velocity[axis];
          }
        }
  }
}

}  // namespace ooze::rasmussen
