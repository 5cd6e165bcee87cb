#include "methods/steele/object_particles.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ooze::steele {
namespace {

constexpr std::int32_t kCells = 4;         // cells of a block along each axis
constexpr std::size_t kMost = 4'000'000;   // largest number of cached object particles
constexpr float kFarthestBlock = 1 << 19;  // [blocks], because keys hold 21 bits of each coordinate
constexpr std::size_t kObjectGrain = 512;  // particles per parallel chunk

}  // namespace

ObjectParticles::ObjectParticles(float radius) : radius_(radius), edge_(2.f * radius) {}

bool ObjectParticles::MissingBlock::operator<(const MissingBlock& o) const {
  return std::tie(body, block.z, block.y, block.x) < std::tie(o.body, o.block.z, o.block.y, o.block.x);
}
bool ObjectParticles::MissingBlock::operator==(const MissingBlock& o) const {
  return !(*this < o) && !(o < *this);
}

ObjectParticles::ObjectCell ObjectParticles::blockOf(const Vec3& local) const {
  const Vec3 at = glm::clamp(glm::floor(local / (static_cast<float>(kCells) * edge_)), Vec3(-kFarthestBlock),
                             Vec3(kFarthestBlock));
  return {static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y), static_cast<std::int32_t>(at.z)};
}

std::uint64_t ObjectParticles::keyOf(const ObjectCell& block) {
  const auto part = [](std::int32_t v) { return static_cast<std::uint64_t>(v + (1 << 20)); };
  return part(block.z) << 42 | part(block.y) << 21 | part(block.x);
}

void ObjectParticles::sampleNear(const Vec3Array& positions, const Bodies& bodies, float reach,
                                 const Threads& threads) {
  if (count_ > kMost) layers_.clear(), count_ = 0;
  layers_.resize(bodies.list.size());
  for (std::size_t b = 0; b < layers_.size(); ++b) {
    if (layers_[b].shape == bodies.list[b].shape) continue;
    for (const auto& [key, block] : layers_[b].blocks) count_ -= block.size();
    layers_[b] = {bodies.list[b].shape, {}};
  }
  if (layers_.empty()) return;
  const std::size_t chunks = Threads::chunkCount(positions.size(), kObjectGrain);
  if (found_.size() < chunks) found_.resize(chunks);
  for (std::vector<MissingBlock>& found : found_) found.clear();
  // Search a little farther, because a sampled distance may exceed the true distance.
  const float seen = 1.1f * reach;
  const BodyBoxes& boxes = BodyBoxes::found(bodies, seen);
  threads.forChunks(
      positions.size(), kObjectGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        BodyFilter filter(boxes, boundsOf(positions, begin, end));
        for (std::size_t i = begin; i < end; ++i) {
          if ((i - begin) % BodyFilter::kGroup == 0)
            filter.choose(boundsOf(positions, i, std::min(end, i + BodyFilter::kGroup)));
          for (const auto& [body, within] : filter.near()) {
            const auto b = static_cast<std::uint32_t>(body - bodies.list.data());
            const Vec3 local = body->pose.toLocal(positions[i]);
            if (!(body->shape->distance(local) < seen)) continue;
            const ObjectCell low = blockOf(local - Vec3(reach)), high = blockOf(local + Vec3(reach));
            for (std::int32_t z = low.z; z <= high.z; ++z)
              for (std::int32_t y = low.y; y <= high.y; ++y)
                for (std::int32_t x = low.x; x <= high.x; ++x) {
                  const MissingBlock wanted{b, {x, y, z}};
                  const bool fresh = found_[chunk].empty() || !(found_[chunk].back() == wanted);
                  if (fresh && !layers_[b].blocks.contains(keyOf(wanted.block)))
                    found_[chunk].push_back(wanted);
                }
          }
        }
        std::sort(found_[chunk].begin(), found_[chunk].end());
        found_[chunk].erase(std::unique(found_[chunk].begin(), found_[chunk].end()), found_[chunk].end());
      });
  wanted_.clear();
  for (const std::vector<MissingBlock>& found : found_)
    wanted_.insert(wanted_.end(), found.begin(), found.end());
  if (wanted_.empty()) return;
  std::sort(wanted_.begin(), wanted_.end());
  wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  std::vector<std::vector<ObjectParticle>> made(wanted_.size());
  threads.forEach(wanted_.size(), [&](std::size_t k) {
    made[k] = sampled(*layers_[wanted_[k].body].shape, wanted_[k].block);
  });
  for (std::size_t k = 0; k < wanted_.size(); ++k) {
    count_ += made[k].size();
    layers_[wanted_[k].body].blocks.emplace(keyOf(wanted_[k].block), std::move(made[k]));
  }
}

/// Samples the surface inside one block. The centre of each cell is projected onto the nearest surface point
/// and kept if the point lies inside the cell. Therefore each cell along a face has one particle, which
/// stands for up to 1.7 squares of a face at an angle to the grid.
std::vector<ObjectParticle> ObjectParticles::sampled(const SignedDistance& shape,
                                                     const ObjectCell& block) const {
  std::vector<ObjectParticle> particles;
  const Vec3 origin = static_cast<float>(kCells) * edge_ * Vec3(block.x, block.y, block.z);
  const float farthest = 0.9f * edge_;  // slightly more than half the diagonal of a cell
  for (std::int32_t c = 0; c < kCells * kCells * kCells; ++c) {
    const Vec3 corner = origin + edge_ * Vec3(c % kCells, c / kCells % kCells, c / (kCells * kCells));
    Vec3 at = corner + Vec3(0.5f * edge_);
    SignedDistance::Sample s = shape.sample(at);
    if (!(std::abs(s.distance) < farthest)) continue;
    // Project twice, because a sampled distance is not exact.
    for (int pass = 0; pass < 2; ++pass) at -= s.distance * s.normal, s = shape.sample(at);
    const Vec3 within = (at - corner) / edge_;
    const bool inside = within.x >= 0.f && within.y >= 0.f && within.z >= 0.f && within.x < 1.f &&
                        within.y < 1.f && within.z < 1.f;
    if (!inside) continue;
    const Vec3 n = glm::abs(s.normal);
    // Place the centre one radius inside the surface. Liquid touching the surface is then two radii away,
    // which is the contact distance of particles.
    particles.push_back({at - radius_ * s.normal, std::max({n.x, n.y, n.z})});
  }
  return particles;
}

}  // namespace ooze::steele
