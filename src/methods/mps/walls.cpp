#include "methods/mps/walls.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

// Depths closer than this count as equal, so that rounding does not decide [spacings].
constexpr float kAlike = 1e-3f;

/// Returns a corner of the sampling grid, at the middle of the shape or half a cell beside the middle.
/// Chooses the origin that brings the sides of the shape nearer to the edges of cells.
Vec3 cellsOrigin(const Aabb& bounds, float spacing) {
  Vec3 origin(0.f);
  for (int axis = 0; axis < 3; ++axis) {
    const float middle = 0.5f * (bounds.lower[axis] + bounds.upper[axis]);
    const float cells = (bounds.upper[axis] - bounds.lower[axis]) / spacing;
    if (!(cells < 1e6f) || !(std::abs(middle) < 1e6f)) continue;  // an endless solid needs no alignment
    const float odd = std::abs(0.5f * cells - std::round(0.5f * cells));
    origin[axis] = middle + (odd > 0.25f ? 0.5f * spacing : 0.f);
  }
  return origin;
}

/// Returns true for exactly one of two opposite normals, as a tie-break.
bool facesUp(const Vec3& normal) {
  for (int axis = 1; axis >= 0; --axis)
    if (std::abs(normal[axis]) > kAlike) return normal[axis] > 0.f;
  return normal.z > 0.f;
}

/// Returns the layer of a cell, from the signed distance at its centre. Negative: the cell lies outside the
/// solid, or a neighbouring cell takes its place.
/// Where faces run through the centres of cells, exactly one of two opposite faces claims these cells, by its
/// normal. Rounding must not decide, and the faces must not both claim a cell.
int layerOf(const SignedDistance::Sample& centre, float spacing) {
  const float depth = -centre.distance / spacing, whole = std::round(depth);
  if (!(std::abs(depth) < 1e3f)) return -2;
  if (std::abs(depth - whole) > kAlike) return static_cast<int>(std::floor(depth));
  return static_cast<int>(whole) - (facesUp(centre.normal) ? 0 : 1);
}

/// Returns the thickness of the solid, at most one spacing.
float thicknessAt(const SignedDistance& shape, const Vec3& at, const SignedDistance::Sample& from,
                  float spacing) {
  const float half = 0.5f * spacing;
  const SignedDistance::Sample inside = shape.sample(at - (from.distance + half) * from.normal);
  // At an edge of a solid, unlike at a plate, the normal turns by less than this.
  if (glm::dot(inside.normal, from.normal) > -0.9f) return spacing;
  return std::clamp(half - inside.distance, 0.f, spacing);
}

/// Samples one block of cells.
std::vector<WallPoint> sampleLayers(const SignedDistance& shape, const Vec3& origin, float spacing) {
  constexpr std::int32_t kCells = BoundaryBlocks::kCells;
  std::vector<WallPoint> points;
  for (std::int32_t c = 0; c < kCells * kCells * kCells; ++c) {
    const Vec3 cell(c % kCells, c / kCells % kCells, c / (kCells * kCells));
    Vec3 at = origin + spacing * (cell + Vec3(0.5f));
    const SignedDistance::Sample centre = shape.sample(at);
    const int layer = layerOf(centre, spacing);
    if (layer < -1 || layer >= kWallLayers) continue;
    float depth = (static_cast<float>(layer) + 0.5f) * spacing;
    if (layer <= 0) {
      const float thick = thicknessAt(shape, at, centre, spacing);
      // A cell whose centre is outside yields a particle only if the middle of a thin plate runs through the
      // cell.
      const float beyond = (centre.distance + 0.5f * thick) / spacing - 0.5f;
      const bool hasMiddle = std::abs(beyond) < kAlike ? facesUp(centre.normal) : beyond < 0.f;
      if (thick < spacing ? !hasMiddle : layer < 0) continue;
      depth = 0.5f * thick;
    }
    // Two projections, because a sampled distance is not exact. Beyond the middle of a plate the other face
    // is nearer, so the second projection is skipped.
    at -= (centre.distance + depth) * centre.normal;
    if (const SignedDistance::Sample s = shape.sample(at); glm::dot(s.normal, centre.normal) > 0.f)
      at -= (s.distance + depth) * s.normal;
    points.push_back({at, depth, static_cast<std::uint32_t>(std::max(layer, 0)), centre.normal});
  }
  return points;
}

}  // namespace

Walls::Walls(float spacing) : spacing_(spacing), samples_(spacing, sampleLayers, cellsOrigin) {}

std::span<const Walls::NearWallPoint> Walls::near(const Vec3Array& positions, const Bodies& bodies,
                                                  std::span<const Pose> poses, float reach,
                                                  const Threads& threads) {
  constexpr std::size_t kBlockGrain = 16;  // blocks per parallel chunk
  const std::span<const BoundaryBlock> blocks = samples_.sampleNear(positions, bodies, poses, reach, threads);
  const std::size_t chunks = Threads::chunkCount(blocks.size(), kBlockGrain);
  if (pieces_.size() < chunks) pieces_.resize(chunks), others_.resize(chunks);
  threads.forChunks(blocks.size(), kBlockGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    pieces_[chunk].clear();
    for (std::size_t k = begin; k < end; ++k)
      addBlock(blocks[k], bodies, poses, others_[chunk], pieces_[chunk]);
  });
  near_.clear();
  for (std::size_t c = 0; c < chunks; ++c) near_.insert(near_.end(), pieces_[c].begin(), pieces_[c].end());
  return near_;
}

/// Adds the wall particles of a block that lie in no other solid more deeply.
void Walls::addBlock(const BoundaryBlock& block, const Bodies& bodies, std::span<const Pose> poses,
                     std::vector<std::size_t>& others, std::vector<NearWallPoint>& to) const {
  const Pose& pose = poses[block.body];
  const float edge = samples_.edge(), radius = 0.87f * edge + spacing_;
  const Vec3 centre = pose.toWorld(samples_.cornerOf(block) + Vec3(0.5f * edge));
  const auto depthIn = [&](std::size_t b, const Vec3& at) {
    return -bodies.list[b].shape->distance(poses[b].toLocal(at));
  };
  // Finds the other solids that the particles of this block may lie in.
  others.clear();
  for (std::size_t b = 0; b < bodies.list.size(); ++b)
    if (b != block.body && bodies.list[b].present && depthIn(b, centre) > -radius) others.push_back(b);
  for (const WallPoint& p : samples_.of(block)) {
    const Vec3 at = pose.toWorld(p.at);
    const bool deeper = std::ranges::any_of(others, [&](std::size_t b) {
      const float more = depthIn(b, at) - p.depth, alike = kAlike * spacing_;
      return more > alike || (more >= -alike && b < block.body);
    });
    if (!deeper) to.push_back({at, block.body, p.layer, pose.orientation * p.normal, p.depth});
  }
}

}  // namespace ooze::mps
