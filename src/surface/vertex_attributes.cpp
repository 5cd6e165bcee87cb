// Weighted means over the particles near a vertex, eight particles at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/vertex_attributes.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/vertex_attributes.h"

#ifndef OOZE_SURFACE_NEARBY
#define OOZE_SURFACE_NEARBY

#include <algorithm>
#include <cmath>

namespace ooze::surface {

/// Copies of the particles near some vertices, seen from their block's first node, in eights.
struct Nearby {
  std::vector<float> x, y, z, weight;
  std::array<std::vector<float>, VertexAttributes::kMostChannels> channels;
  std::vector<std::uint32_t> index;
  std::size_t count = 0;

  /// @param more  particles that will be added at most
  void makeRoom(std::size_t more) {
    const std::size_t need = count + more + 16;
    if (need <= index.size()) return;
    for (std::vector<float>* v : {&x, &y, &z, &weight}) v->resize(need + need / 2);
    for (std::vector<float>& v : channels) v.resize(need + need / 2);
    index.resize(need + need / 2);
  }
};

/// A box that particles must be in, seen from their own block [cells].
struct SearchBox {
  Vec3 lower, upper, shift;
};

/// The sum of weights, then of each weighted channel.
using Sums = std::array<float, 1 + VertexAttributes::kMostChannels>;

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

/// Adds the particles [begin, end) that lie in the box. There must be room for all of them.
void collect(const LatticeParticles& p, std::uint32_t begin, std::uint32_t end, const SearchBox& box,
             Nearby& to) {
  alignas(64) std::uint32_t numbers[8];
  for (std::uint32_t k = begin; k < end; k += 8) {
    const F8 x = load(p.x.data() + k), y = load(p.y.data() + k), z = load(p.z.data() + k);
    const M8 in = (all(box.lower.x) < x) & (x < all(box.upper.x)) & (all(box.lower.y) < y) &
                  (y < all(box.upper.y)) & (all(box.lower.z) < z) & (z < all(box.upper.z)) &
                  fromBits(end - k >= 8 ? 255u : (1u << (end - k)) - 1u);
    for (std::uint32_t l = 0; l < 8; ++l) numbers[l] = k + l;
    compress(x + all(box.shift.x), in, to.x.data() + to.count);
    compress(y + all(box.shift.y), in, to.y.data() + to.count);
    compress(z + all(box.shift.z), in, to.z.data() + to.count);
    to.count += compress(load(numbers), in, to.index.data() + to.count);
  }
}

/// Leaves the weights in `near`, whose count is a multiple of eight.
void sumNear(Nearby& near, std::size_t channelCount, const Vec3& at, float perReach2, Sums& sums) {
  const F8 x = all(at.x), y = all(at.y), z = all(at.z), one = all(1.f), none = all(0.f);
  F8 total = none;
  F8 channel[VertexAttributes::kMostChannels];
  for (std::size_t c = 0; c < channelCount; ++c) channel[c] = none;
  for (std::size_t k = 0; k < near.count; k += 8) {
    const F8 dx = load(near.x.data() + k) - x, dy = load(near.y.data() + k) - y,
             dz = load(near.z.data() + k) - z;
    const F8 closeness = most(one - root((dx * dx + dy * dy + dz * dz) * all(perReach2)), none);
    const F8 weight = closeness * closeness;
    store(weight, near.weight.data() + k);
    if (bitsOf(none < weight) == 0) continue;
    total = total + weight;
    for (std::size_t c = 0; c < channelCount; ++c)
      channel[c] = channel[c] + weight * load(near.channels[c].data() + k);
  }
  sums[0] = sum(total);
  for (std::size_t c = 0; c < channelCount; ++c) sums[1 + c] = sum(channel[c]);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::surface {
HWY_EXPORT(collect);
HWY_EXPORT(sumNear);

namespace {

constexpr std::size_t kChunk = 4096;
constexpr float kFarAway = 1e6f;  // cells: no weight there

template <class T>
bool allTheSame(std::span<const T> values, const std::vector<std::uint32_t>& order) {
  return std::all_of(order.begin(), order.end(),
                     [&](std::uint32_t i) { return values[i] == values[order.front()]; });
}

}  // namespace

/// The vertices of one block, an eighth of it at a time so that the particles near them are few.
class VertexAttributes::BlockGatherer {
 public:
  BlockGatherer(const VertexAttributes& attributes, const LatticeParticles& particles, float reach,
                float farthest, SurfaceMesh& mesh)
      : attributes_(attributes),
        particles_(particles),
        reach_(reach),
        around_(static_cast<int>(std::ceil((reach + farthest) / kBlock))),
        mesh_(mesh) {}

  void fill(const BlockCoordinate& at, const LevelSet& set, LevelSet::Range vertices) {
    constexpr float kHalf = 0.5f * kBlock;
    const auto octantOf = [&](std::uint32_t v) {
      const Vec3& p = set.local()[v];
      return (p.x < kHalf ? 0 : 1) + (p.y < kHalf ? 0 : 2) + (p.z < kHalf ? 0 : 4);
    };
    for (int octant = 0; octant < 8; ++octant) {
      Aabb box;
      for (std::uint32_t v = vertices.first; v < vertices.first + vertices.count; ++v)
        if (octantOf(v) == octant) box.include(set.local()[v]);
      if (box.empty()) continue;
      collectNear(at, box.expanded(reach_));
      for (std::uint32_t v = vertices.first; v < vertices.first + vertices.count; ++v)
        if (octantOf(v) == octant) fillVertex(v, set.local()[v]);
    }
  }

 private:
  void collectNear(const BlockCoordinate& at, const Aabb& box) {
    near_.count = 0;
    for (std::int32_t z = at.z - around_; z <= at.z + around_; ++z)
      for (std::int32_t y = at.y - around_; y <= at.y + around_; ++y)
        for (std::int32_t x = at.x - around_; x <= at.x + around_; ++x) {
          const LatticeParticles::Home* home = particles_.findHome({x, y, z});
          if (!home) continue;
          const Vec3 shift(kBlock * (x - at.x), kBlock * (y - at.y), kBlock * (z - at.z));
          const Vec3 lower = box.lower - shift, upper = box.upper - shift;
          if (glm::any(glm::greaterThan(lower, home->upper)) || glm::any(glm::lessThan(upper, home->lower)))
            continue;
          near_.makeRoom(home->end - home->begin);
          HWY_DYNAMIC_DISPATCH(collect)(particles_, home->begin, home->end, {lower, upper, shift}, near_);
        }
    copyChannels();
  }

  void copyChannels() {
    found_ = near_.count;
    while (near_.count % 8 != 0) {
      near_.x[near_.count] = kFarAway;
      near_.index[near_.count++] = 0;
    }
    for (std::size_t c = 0; c < attributes_.channelCount_; ++c)
      for (std::size_t k = 0; k < near_.count; ++k)
        near_.channels[c][k] = attributes_.channels_[c][near_.index[k]];
  }

  void fillVertex(std::uint32_t v, const Vec3& at) {
    Sums sums{};
    HWY_DYNAMIC_DISPATCH(sumNear)(near_, attributes_.channelCount_, at, 1.f / (reach_ * reach_), sums);
    if (!(sums[0] > 0.f)) takeNearest(at, sums);
    const float scale = sums[0] > 0.f ? 1.f / sums[0] : 0.f;
    std::size_t c = 1;
    const auto next = [&] { return sums[c++] * scale; };
    if (attributes_.mixesVelocities_) {
      Vec3& velocity = mesh_.velocities[v];
      velocity.x = next(), velocity.y = next(), velocity.z = next();
    }
    if (attributes_.mixesColours_) {
      std::array<float, 4> light{};
      for (float& l : light) l = next();
      mesh_.colours[v] = attributes_.mixing_.colourOf(light);
    }
    if (attributes_.mixesValues_) mesh_.values[v] = next();
    if (attributes_.mixesMaterials_) mesh_.materials[v] = heaviestMaterial();
  }

  /// With cells almost as large as the reach a vertex may be beyond it.
  void takeNearest(const Vec3& at, Sums& sums) {
    std::size_t nearest = 0;
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < found_; ++k) {
      const Vec3 d = Vec3(near_.x[k], near_.y[k], near_.z[k]) - at;
      if (glm::dot(d, d) < least) least = glm::dot(d, d), nearest = k;
    }
    if (found_ == 0) return;
    sums[0] = near_.weight[nearest] = 1.f;
    for (std::size_t c = 0; c < attributes_.channelCount_; ++c) sums[1 + c] = near_.channels[c][nearest];
  }

  std::uint16_t heaviestMaterial() {
    materialWeight_.assign(attributes_.materialCount_, 0.f);
    for (std::size_t k = 0; k < found_; ++k)
      materialWeight_[attributes_.materials_[near_.index[k]]] += near_.weight[k];
    return static_cast<std::uint16_t>(std::max_element(materialWeight_.begin(), materialWeight_.end()) -
                                      materialWeight_.begin());
  }

  const VertexAttributes& attributes_;
  const LatticeParticles& particles_;
  float reach_;
  int around_;
  SurfaceMesh& mesh_;
  std::size_t found_ = 0;
  // A thread's own, kept from block to block and from mesh to mesh.
  static thread_local Nearby near_;
  static thread_local std::vector<float> materialWeight_;
};

thread_local Nearby VertexAttributes::BlockGatherer::near_;
thread_local std::vector<float> VertexAttributes::BlockGatherer::materialWeight_;

void VertexAttributes::prepare(const SurfaceParticles& given, const LatticeParticles& particles,
                               const Threads& threads, SurfaceMesh& mesh) {
  const std::vector<std::uint32_t>& order = particles.order;
  const std::size_t vertices = mesh.positions.size();
  const auto sized = [&](auto& values, bool any) { values.resize(any ? vertices : 0); };
  sized(mesh.velocities, !given.velocities.empty());
  sized(mesh.colours, !given.colours.empty());
  sized(mesh.materials, !given.materials.empty());
  sized(mesh.values, !given.values.empty());
  mixesVelocities_ = !given.velocities.empty();
  mixesValues_ = !given.values.empty();
  mixesColours_ = !given.colours.empty() && !allTheSame(given.colours, order);
  mixesMaterials_ = !given.materials.empty() && !allTheSame(given.materials, order);
  if (!mixesColours_ && !given.colours.empty() && !order.empty())
    std::fill(mesh.colours.begin(), mesh.colours.end(), given.colours[order.front()]);
  if (!mixesMaterials_ && !given.materials.empty() && !order.empty())
    std::fill(mesh.materials.begin(), mesh.materials.end(), given.materials[order.front()]);

  channelCount_ = (mixesVelocities_ ? 3u : 0u) + (mixesColours_ ? 4u : 0u) + (mixesValues_ ? 1u : 0u);
  for (std::size_t c = 0; c < channelCount_; ++c) channels_[c].resize(order.size());
  if (mixesMaterials_) materials_.resize(order.size());
  threads.forChunks(order.size(), kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = order[k];
      std::size_t c = 0;
      if (mixesVelocities_)
        for (int axis = 0; axis < 3; ++axis) channels_[c++][k] = given.velocities[i][axis];
      if (mixesColours_)
        for (const float light : mixing_.lightOf(given.colours[i])) channels_[c++][k] = light;
      if (mixesValues_) channels_[c++][k] = given.values[i];
      if (mixesMaterials_) materials_[k] = given.materials[i];
    }
  });
  materialCount_ = 0;
  if (mixesMaterials_) materialCount_ = 1u + *std::max_element(materials_.begin(), materials_.end());
}

void VertexAttributes::fill(const SurfaceParticles& given, const LatticeParticles& particles, float reach,
                            float farthest, const BlockGrid& grid, const LevelSet& set,
                            const Threads& threads, SurfaceMesh& mesh) {
  prepare(given, particles, threads, mesh);
  if (channelCount_ == 0 && !mixesMaterials_) return;
  threads.forChunks(grid.size(), 4, [&](std::size_t, std::size_t begin, std::size_t end) {
    BlockGatherer gatherer(*this, particles, reach, farthest, mesh);
    for (std::size_t k = begin; k < end; ++k) {
      const LevelSet::Range vertices = set.verticesOf(k);
      if (vertices.count > 0) gatherer.fill(grid.block(k).at, set, vertices);
    }
  });
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
