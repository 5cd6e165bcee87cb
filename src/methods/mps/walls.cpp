#include "methods/mps/walls.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ooze::mps {
namespace {

constexpr std::int32_t kCells = 4;         // cells per block along each axis
constexpr std::size_t kMost = 4'000'000;   // number of wall particles above which the cache is cleared
constexpr float kFarthestBlock = 1 << 19;  // in blocks: keys hold 21 bits of each coordinate
constexpr std::size_t kGrain = 512;        // particles per parallel chunk
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

}  // namespace

bool Walls::WallBlock::operator<(const WallBlock& o) const {
  return std::tie(body, block.z, block.y, block.x) < std::tie(o.body, o.block.z, o.block.y, o.block.x);
}
bool Walls::WallBlock::operator==(const WallBlock& o) const { return !(*this < o) && !(o < *this); }

Walls::WallCell Walls::blockOf(const Vec3& local) const {
  const Vec3 at = glm::clamp(glm::floor(local / (static_cast<float>(kCells) * spacing_)),
                             Vec3(-kFarthestBlock), Vec3(kFarthestBlock));
  return {static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y), static_cast<std::int32_t>(at.z)};
}

std::uint64_t Walls::keyOf(const WallCell& block) {
  const auto part = [](std::int32_t v) { return static_cast<std::uint64_t>(v + (1 << 20)); };
  return part(block.z) << 42 | part(block.y) << 21 | part(block.x);
}

std::span<const Walls::NearWallPoint> Walls::near(const Vec3Array& positions, const Bodies& bodies,
                                                  std::span<const Pose> poses, float reach,
                                                  const Threads& threads) {
  near_.clear();
  if (count_ > kMost) layers_.clear(), count_ = 0;
  layers_.resize(bodies.list.size());
  for (std::size_t b = 0; b < layers_.size(); ++b) {
    if (layers_[b].shape == bodies.list[b].shape) continue;
    for (const auto& [key, block] : layers_[b].blocks) count_ -= block.size();
    layers_[b] = {bodies.list[b].shape, cellsOrigin(bodies.list[b].shape->bounds(), spacing_), {}};
  }
  if (layers_.empty() || positions.size() == 0) return near_;
  findWantedBlocks(positions, bodies, poses, reach, threads);
  sampleWantedBlocks(threads);
  // Finds the other solids that the particles of this block may lie in.
  const float edge = static_cast<float>(kCells) * spacing_, radius = 0.87f * edge + spacing_;
  std::vector<std::size_t> others;
  for (const WallBlock& w : wanted_) {
    const Vec3 centre = poses[w.body].toWorld(layers_[w.body].origin +
                                              edge * (Vec3(w.block.x, w.block.y, w.block.z) + Vec3(0.5f)));
    const auto depthIn = [&](std::size_t b, const Vec3& at) {
      return -bodies.list[b].shape->distance(poses[b].toLocal(at));
    };
    others.clear();
    for (std::size_t b = 0; b < bodies.list.size(); ++b)
      if (b != w.body && bodies.list[b].present && depthIn(b, centre) > -radius) others.push_back(b);
    for (const WallPoint& p : layers_[w.body].blocks.at(keyOf(w.block))) {
      const Vec3 at = poses[w.body].toWorld(p.at);
      const bool deeper = std::ranges::any_of(others, [&](std::size_t b) {
        const float more = depthIn(b, at) - p.depth, alike = kAlike * spacing_;
        return more > alike || (more >= -alike && b < w.body);
      });
      if (!deeper) near_.push_back({at, w.body, p.layer, poses[w.body].orientation * p.normal, p.depth});
    }
  }
  return near_;
}

void Walls::findWantedBlocks(const Vec3Array& positions, const Bodies& bodies, std::span<const Pose> poses,
                             float reach, const Threads& threads) {
  const std::size_t chunks = Threads::chunkCount(positions.size(), kGrain);
  if (found_.size() < chunks) found_.resize(chunks), seen_.resize(chunks);
  for (std::vector<WallBlock>& found : found_) found.clear();
  // A sampled distance may be a little longer than the true one.
  const float seen = 1.1f * reach;
  // The filter tests bodies at their final poses, so its range grows by their motion.
  float moved = 0.f;
  for (std::size_t b = 0; b < poses.size(); ++b)
    moved = std::max(moved, glm::length(bodies.list[b].pose.position - poses[b].position));
  const BodyBoxes& boxes = BodyBoxes::found(bodies, seen + moved);
  threads.forChunks(positions.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    BodyFilter filter(boxes, boundsOf(positions, begin, end));
    // Consecutive particles mostly want the same blocks.
    std::vector<WallCellBox>& last = seen_[chunk];
    last.assign(poses.size(), {{1, 0, 0}, {0, 0, 0}});
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(positions, i, std::min(end, i + BodyFilter::kGroup)));
      for (const auto& [body, within] : filter.near()) {
        const auto b = static_cast<std::uint32_t>(body - bodies.list.data());
        const Vec3 local = poses[b].toLocal(positions[i]);
        if (!(body->shape->distance(local) < seen)) continue;
        const Vec3 inCells = local - layers_[b].origin;
        const WallCell low = blockOf(inCells - Vec3(reach)), high = blockOf(inCells + Vec3(reach));
        if (WallCellBox now{low, high}; std::exchange(last[b], now) == now) continue;
        for (std::int32_t z = low.z; z <= high.z; ++z)
          for (std::int32_t y = low.y; y <= high.y; ++y)
            for (std::int32_t x = low.x; x <= high.x; ++x) {
              const WallBlock wanted{b, {x, y, z}};
              if (found_[chunk].empty() || !(found_[chunk].back() == wanted)) found_[chunk].push_back(wanted);
            }
      }
    }
    std::sort(found_[chunk].begin(), found_[chunk].end());
    found_[chunk].erase(std::unique(found_[chunk].begin(), found_[chunk].end()), found_[chunk].end());
  });
  wanted_.clear();
  for (const std::vector<WallBlock>& found : found_)
    wanted_.insert(wanted_.end(), found.begin(), found.end());
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
}

void Walls::sampleWantedBlocks(const Threads& threads) {
  std::vector<WallBlock> missing;
  for (const WallBlock& w : wanted_)
    if (!layers_[w.body].blocks.contains(keyOf(w.block))) missing.push_back(w);
  std::vector<std::vector<WallPoint>> made(missing.size());
  threads.forEach(missing.size(),
                  [&](std::size_t k) { made[k] = sampled(layers_[missing[k].body], missing[k].block); });
  for (std::size_t k = 0; k < missing.size(); ++k) {
    count_ += made[k].size();
    layers_[missing[k].body].blocks.emplace(keyOf(missing[k].block), std::move(made[k]));
  }
}

std::vector<WallPoint> Walls::sampled(const WallLayer& in, const WallCell& block) const {
  std::vector<WallPoint> points;
  const SignedDistance& shape = *in.shape;
  const Vec3 origin = in.origin + static_cast<float>(kCells) * spacing_ * Vec3(block.x, block.y, block.z);
  for (std::int32_t c = 0; c < kCells * kCells * kCells; ++c) {
    const Vec3 cell(c % kCells, c / kCells % kCells, c / (kCells * kCells));
    Vec3 at = origin + spacing_ * (cell + Vec3(0.5f));
    const SignedDistance::Sample centre = shape.sample(at);
    const int layer = layerOf(centre, spacing_);
    if (layer < -1 || layer >= kWallLayers) continue;
    float depth = (static_cast<float>(layer) + 0.5f) * spacing_;
    if (layer <= 0) {
      const float thick = thicknessAt(shape, at, centre, spacing_);
      // A cell whose centre is outside yields a particle only if the middle of a thin plate runs through the
      // cell.
      const float beyond = (centre.distance + 0.5f * thick) / spacing_ - 0.5f;
      const bool hasMiddle = std::abs(beyond) < kAlike ? facesUp(centre.normal) : beyond < 0.f;
      if (thick < spacing_ ? !hasMiddle : layer < 0) continue;
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

}  // namespace ooze::mps
