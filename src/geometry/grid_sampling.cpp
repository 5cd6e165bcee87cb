#include "geometry/grid_sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ooze {
namespace {

// Samples along each side of a block, which share the data of the block's centre.
constexpr int kBlock = 4;

class DistanceSampler {
 public:
  DistanceSampler(const TriangleTree& tree, const GridLayout& layout) : tree_(tree), layout_(layout) {}

  // Returns the absolute winding number at p; above one half is inside.
  [[nodiscard]] float absoluteWinding(const Vec3& p) const {
    return layout_.solid.contains(p) ? std::abs(tree_.windingNumber(p)) : 0.f;
  }

  void fillBlock(const glm::ivec3& first, std::vector<float>& distances) const {
    const glm::ivec3 last = glm::min(first + kBlock, layout_.size);
    const Vec3 centre = 0.5f * (layout_.position(first) + layout_.position(last - 1));
    const float centreDistance = tree_.distance(centre);
    const std::optional<bool> allInside = insideOfBlock(centre, centreDistance, last - first);
    for (int z = first.z; z < last.z; ++z)
      for (int y = first.y; y < last.y; ++y) {
        float atMost = std::numeric_limits<float>::infinity();
        for (int x = first.x; x < last.x; ++x) {
          const Vec3 p = layout_.position({x, y, z});
          // The distance is Lipschitz: between two points it changes by at most the length of the way.
          atMost = std::min(atMost, centreDistance + glm::length(p - centre));
          const float d = tree_.distance(p, kSlack * atMost);
          const bool inside = allInside ? *allInside : absoluteWinding(p) > 0.5f;
          distances[layout_.index({x, y, z})] = inside ? -d : d;
          atMost = d + layout_.cell;
        }
      }
  }

 private:
  static constexpr float kSlack = 1.00001f;  // a bound must not become too tight by rounding

  // Decides for a whole block at once whether it is inside, if possible.
  // Away from the triangles the winding number is harmonic. If it is almost an integer at the centre, then by
  // Harnack's inequality it cannot come near one half within a quarter of the distance to the triangles (0.1
  // becomes at most 0.23).
  [[nodiscard]] std::optional<bool> insideOfBlock(const Vec3& centre, float distance,
                                                  const glm::ivec3& size) const {
    const float radius = 0.5f * layout_.cell * glm::length(Vec3(size - 1));
    if (!layout_.solid.expanded(radius).contains(centre)) return false;
    if (distance < 4.f * radius || !layout_.solid.expanded(-radius).contains(centre)) return std::nullopt;
    const float winding = absoluteWinding(centre);
    if (std::abs(winding - std::round(winding)) > 0.1f) return std::nullopt;
    return winding > 0.5f;
  }

  const TriangleTree& tree_;
  const GridLayout& layout_;
};

struct Cap {
  std::size_t index;
  float atMost;
};

// Finds places where holes of the mesh must be closed by a cap.
// Neighbouring samples of unlike sign whose distances add up to more than the way between them have no
// triangle between them. The surface then lies where the winding number passes one half.
std::vector<Cap> findHoleCaps(const DistanceSampler& sampler, const GridLayout& layout,
                              const std::vector<float>& distances) {
  std::vector<Cap> caps;
  const std::array<glm::ivec3, 3> axes{glm::ivec3(1, 0, 0), glm::ivec3(0, 1, 0), glm::ivec3(0, 0, 1)};
  for (int z = 0; z < layout.size.z; ++z)
    for (int y = 0; y < layout.size.y; ++y)
      for (int x = 0; x < layout.size.x; ++x)
        for (const glm::ivec3& axis : axes) {
          const glm::ivec3 i(x, y, z), j = i + axis;
          if (glm::any(glm::greaterThanEqual(j, layout.size))) continue;
          const std::size_t a = layout.index(i), b = layout.index(j);
          if ((distances[a] < 0) == (distances[b] < 0)) continue;
          if (std::abs(distances[a]) + std::abs(distances[b]) <= 1.001f * layout.cell) continue;
          const float wa = sampler.absoluteWinding(layout.position(i)),
                      wb = sampler.absoluteWinding(layout.position(j));
          const float t = wa == wb ? 0.5f : std::clamp((0.5f - wa) / (wb - wa), 0.f, 1.f);
          caps.push_back({a, t * layout.cell});
          caps.push_back({b, (1.f - t) * layout.cell});
        }
  return caps;
}

// One pass of a chamfer distance transform: a distance is at most a neighbour's distance plus the way to it.
// True distances obey this rule already, so only samples near a cap change.
void propagateDistances(const GridLayout& layout, std::vector<float>& distances, int direction) {
  // The 13 of the 26 neighbours that come earlier in this direction.
  std::array<glm::ivec3, 13> offsets;
  for (int k = 0; k < 13; ++k) offsets[k] = direction * glm::ivec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
  const std::size_t count = layout.count();
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t self = direction > 0 ? step : count - 1 - step;
    const auto nx = static_cast<std::size_t>(layout.size.x), ny = static_cast<std::size_t>(layout.size.y);
    const glm::ivec3 i(self % nx, self / nx % ny, self / (nx * ny));
    float least = std::abs(distances[self]);
    for (const glm::ivec3& o : offsets) {
      const glm::ivec3 j = i + o;
      if (glm::any(glm::lessThan(j, glm::ivec3(0))) || glm::any(glm::greaterThanEqual(j, layout.size)))
        continue;
      least = std::min(least, std::abs(distances[layout.index(j)]) + layout.cell * glm::length(Vec3(o)));
    }
    distances[self] = std::copysign(least, distances[self]);
  }
}

}  // namespace

std::vector<float> sampleSignedDistances(const TriangleTree& tree, const GridLayout& layout,
                                         const Threads& threads, CancellationToken* work) {
  const DistanceSampler sampler(tree, layout);
  std::vector<float> distances(layout.count());
  const glm::ivec3 blocks = (layout.size + (kBlock - 1)) / kBlock;
  const auto nx = static_cast<std::size_t>(blocks.x), ny = static_cast<std::size_t>(blocks.y);
  const std::size_t count = nx * ny * static_cast<std::size_t>(blocks.z);
  std::atomic<std::size_t> done{0};
  threads.forEach(count, [&](std::size_t block) {
    if (work && work->cancelled) return;
    sampler.fillBlock(kBlock * glm::ivec3(block % nx, block / nx % ny, block / (nx * ny)), distances);
    if (work) work->done = static_cast<float>(++done) / static_cast<float>(count);
  });
  throwIfCancelled(work);

  const std::vector<Cap> caps = findHoleCaps(sampler, layout, distances);
  for (const Cap& cap : caps)
    distances[cap.index] =
        std::copysign(std::min(std::abs(distances[cap.index]), cap.atMost), distances[cap.index]);
  if (!caps.empty())
    for (const int direction : {1, -1}) propagateDistances(layout, distances, direction);
  return distances;
}

}  // namespace ooze
