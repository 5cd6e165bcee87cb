// SIMD weighted means over the particles near a vertex, eight particles at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/vertex_attributes.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/nearby_particles.h"
#include "surface/spare_capacity.h"
#include "surface/vertex_attributes.h"

#ifndef OOZE_SURFACE_NEARBY
#define OOZE_SURFACE_NEARBY

#include <algorithm>
#include <cmath>
#include <span>

namespace ooze::surface {

/// Particles near a part of the vertices, with their attributes.
struct Nearby {
  NearbyParticles particles;
  std::vector<float> weight;  ///< weight of each nearby particle at the last vertex
  std::array<std::vector<float>, VertexAttributes::kMostChannels> channels;
};

/// Contribution of a material to a vertex: summed weights, and light times weight.
struct MaterialContribution {
  float weight = 0.f;
  std::array<float, 4> light{};
};

/// Sum of the weights, followed by the sum of each weighted channel.
using Sums = std::array<float, 1 + VertexAttributes::kMostChannels>;

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

/// Returns the sum of the weights of the particles behind a vertex, in the half ball opposite to the normal.
float sumBehind(const NearbyParticles& p, const std::vector<float>& weights, const Vec3& at,
                const Vec3& normal) {
  const FloatPacket nx = broadcast(normal.x), ny = broadcast(normal.y), nz = broadcast(normal.z),
                    none = broadcast(0.f), plane = broadcast(glm::dot(at, normal));
  FloatPacket total = none;
  for (std::size_t k = 0; k < p.padded(); k += 8) {
    const FloatPacket weight = load(weights.data() + k);
    const FloatPacket height =
        load(p.x.data() + k) * nx + load(p.y.data() + k) * ny + load(p.z.data() + k) * nz - plane;
    total = total + maskedOrZero(height < none, weight);
  }
  return sum(total);
}

/// Sums the weights and channels of the particles near a vertex, and stores the weights in `near`.
void sumNear(Nearby& near, std::size_t channelCount, const Vec3& at, float perReach2, Sums& sums) {
  const FloatPacket x = broadcast(at.x), y = broadcast(at.y), z = broadcast(at.z), one = broadcast(1.f),
                    none = broadcast(0.f);
  FloatPacket total = none;
  FloatPacket channel[VertexAttributes::kMostChannels];
  for (std::size_t c = 0; c < channelCount; ++c) channel[c] = none;
  const NearbyParticles& p = near.particles;
  for (std::size_t k = 0; k < p.padded(); k += 8) {
    const FloatPacket dx = load(p.x.data() + k) - x, dy = load(p.y.data() + k) - y,
                      dz = load(p.z.data() + k) - z;
    const FloatPacket closeness = max(one - sqrt((dx * dx + dy * dy + dz * dz) * broadcast(perReach2)), none);
    const FloatPacket weight = closeness * closeness;
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
HWY_EXPORT(sumNear);
HWY_EXPORT(sumBehind);

namespace {

/// Integral of the kernel (1 - r)^2 over half of the unit ball.
constexpr float kHalfBall = 0.2094395f;  // 2 pi / 30

constexpr std::size_t kVertexChunk = 4096;

template <class T>
bool allTheSame(std::span<const T> values, const std::vector<std::uint32_t>& order) {
  return std::all_of(order.begin(), order.end(),
                     [&](std::uint32_t i) { return values[i] == values[order.front()]; });
}

}  // namespace

/// Fills the vertices of a block, part by part.
class VertexAttributes::BlockGatherer {
 public:
  BlockGatherer(VertexAttributes& attributes, const Source& source, SurfaceMesh& mesh)
      : attributes_(attributes),
        particles_(source.particles),
        reach_(source.reach),
        fullSum_(kHalfBall * source.reach * source.reach * source.reach),
        volume_(source.volume),
        original_(source.original),
        around_(static_cast<int>(std::ceil((source.reach + source.farthest) / kBlock))),
        mesh_(mesh) {}

  void fill(const BlockCoordinate& at, const IsosurfaceExtractor& set,
            IsosurfaceExtractor::VertexRange vertices) {
    parts_.sort(vertices.count, reach_, [&](std::uint32_t k) { return set.local()[vertices.first + k]; });
    near_.particles.lookFrom(particles_, at, around_);
    for (int part = 0; part < parts_.count(); ++part) {
      if (parts_.points(part).empty()) continue;
      Aabb box;
      for (const std::uint32_t k : parts_.points(part)) box.include(set.local()[vertices.first + k]);
      collectNear(box.expanded(reach_));
      for (const std::uint32_t k : parts_.points(part))
        fillVertex(vertices.first + k, set.local()[vertices.first + k]);
    }
  }

 private:
  void collectNear(const Aabb& box) {
    NearbyParticles& p = near_.particles;
    p.collect(particles_, box);
    if (original_[0] != nullptr)
      for (std::size_t k = 0; k < p.found(); ++k) {
        const std::uint32_t i = p.index[k];
        p.x[k] += original_[0][i] - particles_.x[i];
        p.y[k] += original_[1][i] - particles_.y[i];
        p.z[k] += original_[2][i] - particles_.z[i];
      }
    if (near_.weight.size() < p.padded()) near_.weight.resize(2 * p.padded());
    for (std::size_t c = 0; c < attributes_.channelCount_; ++c) {
      std::vector<float>& to = near_.channels[c];
      if (to.size() < p.padded()) to.resize(2 * p.padded());
      for (std::size_t k = 0; k < p.padded(); ++k) to[k] = attributes_.channels_[c][p.index[k]];
    }
    if (attributes_.mixesMaterials_) onlyMaterial_ = onlyMaterial();
  }

  /// Returns the common material of all collected particles, or kSeveral.
  [[nodiscard]] std::uint16_t onlyMaterial() const {
    const NearbyParticles& p = near_.particles;
    const auto materialOf = [&](std::size_t k) { return attributes_.materials_[p.index[k]]; };
    for (std::size_t k = 1; k < p.found(); ++k)
      if (materialOf(k) != materialOf(0)) return kSeveral;
    return p.found() > 0 ? materialOf(0) : std::uint16_t{0};
  }

  void fillVertex(std::uint32_t v, const Vec3& at) {
    Sums sums{};
    HWY_DYNAMIC_DISPATCH(sumNear)(near_, attributes_.channelCount_, at, 1.f / (reach_ * reach_), sums);
    if (volume_ > 0.f)
      attributes_.fillRatio_[v] =
          HWY_DYNAMIC_DISPATCH(sumBehind)(near_.particles, near_.weight, at, mesh_.normals[v]) * volume_ /
          fullSum_;
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
    if (attributes_.mixesNeighbourWeight_) attributes_.neighbourWeight_[v] = next();
    if (attributes_.mixesMaterials_) fillLiquids(v);
  }

  void fillLiquids(std::uint32_t v) {
    VertexLiquids& here = mesh_.liquids[v];
    const std::uint32_t colour = mesh_.colours.empty() ? 0 : mesh_.colours[v];
    here = {{onlyMaterial_, onlyMaterial_}, {colour, colour}, 1.f};
    if (onlyMaterial_ == kSeveral) here = heaviestTwo(colour);
    mesh_.materials[v] = here.materials[0];
  }

  /// Uses the nearest particle for a vertex beyond the reach, which occurs with cells almost as large as the
  /// reach.
  void takeNearest(const Vec3& at, Sums& sums) {
    const NearbyParticles& p = near_.particles;
    std::size_t nearest = 0;
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < near_.particles.found(); ++k) {
      const Vec3 d = Vec3(p.x[k], p.y[k], p.z[k]) - at;
      if (glm::dot(d, d) < least) least = glm::dot(d, d), nearest = k;
    }
    if (p.found() == 0) return;
    sums[0] = near_.weight[nearest] = 1.f;
    for (std::size_t c = 0; c < attributes_.channelCount_; ++c) sums[1 + c] = near_.channels[c][nearest];
  }

  /// Returns the two heaviest liquids at the last vertex.
  /// @param mixed  the mean colour of all liquid at the vertex
  VertexLiquids heaviestTwo(std::uint32_t mixed) {
    const std::span<const MaterialContribution> portions = weighMaterials();
    std::size_t first = 0, second = 0;
    for (std::size_t m = 1; m < portions.size(); ++m)
      if (portions[m].weight > portions[first].weight)
        second = first, first = m;
      else if (second == first || portions[m].weight > portions[second].weight)
        second = m;
    if (!(portions[second].weight > 0.f)) second = first;
    VertexLiquids here{
        {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)}, {mixed, mixed}, 1.f};
    if (first == second) return here;
    here.share = portions[first].weight / (portions[first].weight + portions[second].weight);
    if (attributes_.mixesColours_)
      for (std::size_t i = 0; i < 2; ++i) here.colours[i] = colourOf(portions[here.materials[i]]);
    return here;
  }

  std::span<const MaterialContribution> weighMaterials() {
    std::vector<MaterialContribution>& portions = portions_;
    portions.assign(attributes_.materialCount_, {});
    const Nearby& near = near_;
    const float* light[4] = {};
    const bool colours = attributes_.mixesColours_;
    for (std::size_t c = 0; colours && c < 4; ++c)
      light[c] = near.channels[c + (attributes_.mixesVelocities_ ? 3 : 0)].data();
    for (std::size_t k = 0, count = near.particles.found(); k < count; ++k) {
      const float weight = near.weight[k];
      if (!(weight > 0.f)) continue;
      MaterialContribution& portion = portions[attributes_.materials_[near.particles.index[k]]];
      portion.weight += weight;
      if (!colours) continue;
      for (std::size_t c = 0; c < 4; ++c) portion.light[c] += weight * light[c][k];
    }
    return portions;
  }

  std::uint32_t colourOf(const MaterialContribution& portion) const {
    std::array<float, 4> light = portion.light;
    for (float& l : light) l /= portion.weight;
    return attributes_.mixing_.colourOf(light);
  }

  static constexpr std::uint16_t kSeveral = 0xffff;

  VertexAttributes& attributes_;
  const LatticeParticles& particles_;
  float reach_;
  float fullSum_;  ///< kernel sum over a full half ball, times the volume of a particle [cells^3]
  float volume_;   ///< volume of a particle at rest [cells^3]; 0: no fill ratios
  std::array<const float*, 3> original_;  ///< coordinates of the particles before smoothing; may be null
  int around_;
  SurfaceMesh& mesh_;
  std::uint16_t onlyMaterial_ = 0;  ///< the only material near this part of the vertices, or kSeveral
  // Buffers, one set per thread. The buffers are reused for every block and mesh to avoid allocations.
  static thread_local BlockParts parts_;
  static thread_local Nearby near_;
  static thread_local std::vector<MaterialContribution> portions_;
};

thread_local BlockParts VertexAttributes::BlockGatherer::parts_;
thread_local Nearby VertexAttributes::BlockGatherer::near_;
thread_local std::vector<MaterialContribution> VertexAttributes::BlockGatherer::portions_;

void VertexAttributes::prepare(const Source& source, const Threads& threads, SurfaceMesh& mesh) {
  const SurfaceParticles& given = source.given;
  const std::vector<std::uint32_t>& order = source.particles.order;
  const std::size_t vertices = mesh.positions.size();
  const auto sized = [&](auto& values, bool any) { resizeWithSlack(values, any ? vertices : 0); };
  sized(mesh.velocities, !given.velocities.empty());
  sized(mesh.colours, !given.colours.empty());
  sized(mesh.materials, !given.materials.empty());
  sized(mesh.values, !given.values.empty());
  resizeWithSlack(neighbourWeight_, source.neighbourWeight.empty() ? 0 : vertices);
  resizeWithSlack(fillRatio_, source.volume > 0.f ? vertices : 0);
  mixesNeighbourWeight_ = !source.neighbourWeight.empty();
  mixesVelocities_ = !given.velocities.empty();
  mixesValues_ = !given.values.empty();
  mixesColours_ = !given.colours.empty() && !allTheSame(given.colours, order);
  mixesMaterials_ = !given.materials.empty() && !allTheSame(given.materials, order);
  sized(mesh.liquids, mixesMaterials_);
  if (!mixesColours_ && !given.colours.empty() && !order.empty())
    std::fill(mesh.colours.begin(), mesh.colours.end(), given.colours[order.front()]);
  if (!mixesMaterials_ && !given.materials.empty() && !order.empty())
    std::fill(mesh.materials.begin(), mesh.materials.end(), given.materials[order.front()]);

  channelCount_ = (mixesVelocities_ ? 3u : 0u) + (mixesColours_ ? 4u : 0u) + (mixesValues_ ? 1u : 0u) +
                  (mixesNeighbourWeight_ ? 1u : 0u);
  for (std::size_t c = 0; c < channelCount_; ++c) channels_[c].resize(order.size());
  if (mixesMaterials_) materials_.resize(order.size());
  threads.forChunks(order.size(), kVertexChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t i = order[k];
      std::size_t c = 0;
      if (mixesVelocities_)
        for (int axis = 0; axis < 3; ++axis) channels_[c++][k] = given.velocities[i][axis];
      if (mixesColours_)
        for (const float light : mixing_.lightOf(given.colours[i])) channels_[c++][k] = light;
      if (mixesValues_) channels_[c++][k] = given.values[i];
      if (mixesNeighbourWeight_) channels_[c++][k] = source.neighbourWeight[k];
      if (mixesMaterials_) materials_[k] = given.materials[i];
    }
  });
  materialCount_ = 0;
  if (mixesMaterials_) materialCount_ = 1u + *std::max_element(materials_.begin(), materials_.end());
}

void VertexAttributes::fill(const Source& source, const BlockGrid& grid, const IsosurfaceExtractor& set,
                            const Threads& threads, SurfaceMesh& mesh) {
  prepare(source, threads, mesh);
  if (channelCount_ == 0 && !mixesMaterials_ && fillRatio_.empty()) return;
  threads.forChunks(grid.size(), 4, [&](std::size_t, std::size_t begin, std::size_t end) {
    BlockGatherer gatherer(*this, source, mesh);
    for (std::size_t k = begin; k < end; ++k) {
      const IsosurfaceExtractor::VertexRange vertices = set.verticesOf(k);
      if (vertices.count > 0) gatherer.fill(grid.block(k).at, set, vertices);
    }
  });
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
