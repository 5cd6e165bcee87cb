// Boundary particles: samples of solids that particle methods use as neighbours of the liquid. Samples depend
// on shape and spacing alone, so saved states omit them.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ooze {

/// A cube of kCells^3 sampling cells in the frame of a body.
struct BoundaryBlock {
  std::uint32_t body;
  glm::ivec3 at;  ///< place of the block in the grid of blocks of its body
  bool operator==(const BoundaryBlock&) const = default;
  [[nodiscard]] bool operator<(const BoundaryBlock& o) const;
};

/// Finds the blocks of sampling cells near the liquid, on a grid in the frame of each body.
class BoundaryBlocks {
 public:
  static constexpr std::int32_t kCells = 4;  ///< cells per block along each axis

  /// Returns the edge of a block [m].
  [[nodiscard]] float edge() const { return static_cast<float>(kCells) * cell_; }
  /// Returns the lowest corner of a block in the frame of its body [m].
  [[nodiscard]] Vec3 cornerOf(const BoundaryBlock& block) const {
    return origins_[block.body] + edge() * Vec3(block.at);
  }

 protected:
  /// @param cell  edge of a sampling cell [m]
  explicit BoundaryBlocks(float cell) : cell_(cell) {}

  using IsKnown = FunctionRef<bool(const BoundaryBlock&)>;
  /// Finds the blocks within `reach` [m] of a particle, sorted and unique. Valid until the next call.
  /// @param poses  poses of the bodies to search at; empty for the present poses
  /// @param known  leaves out the blocks for which it returns true; null: leaves out none
  std::span<const BoundaryBlock> findNear(const Vec3Array& positions, const Bodies& bodies,
                                          std::span<const Pose> poses, float reach, const Threads& threads,
                                          const IsKnown* known = nullptr);
  /// Returns the block that holds a place, given from the origin of its grid [m].
  [[nodiscard]] glm::ivec3 blockOf(const Vec3& place) const;
  [[nodiscard]] static std::uint64_t keyOf(const glm::ivec3& block);

  float cell_;
  std::vector<Vec3> origins_;  ///< corner of a cell in the frame of each body [m]

 private:
  using BlockRange = std::pair<glm::ivec3, glm::ivec3>;
  std::vector<std::vector<BoundaryBlock>>
      found_;  ///< wanted blocks per chunk of particles, then their unions
  std::vector<std::vector<BoundaryBlock>> merged_;  ///< buffer of each union
  std::vector<std::vector<BlockRange>> seen_;       ///< per chunk and body, the range of the last particle
};

/// Samples solids in blocks of cells where liquid comes near, and caches the samples. A solid may thus be
/// endless. Samples are stored in the frame of the body and move with its pose.
template <class Sample>
class BoundarySamples : public BoundaryBlocks {
 public:
  /// Samples one block. @param corner  lowest corner of the block [m]  @param cell  edge of a cell [m]
  using SampleBlock = std::vector<Sample> (*)(const SignedDistance& shape, const Vec3& corner, float cell);
  /// Chooses a corner of the sampling grid for a shape with these bounds [m].
  using ChooseOrigin = Vec3 (*)(const Aabb& bounds, float cell);

  BoundarySamples(float cell, SampleBlock sample, ChooseOrigin origin)
      : BoundaryBlocks(cell), sample_(sample), origin_(origin) {}

  /// Samples all blocks within `reach` [m] of a particle that are not sampled yet.
  /// @param poses  poses of the bodies at the time of sampling; empty for the present poses
  /// @return the blocks within reach, sorted
  std::span<const BoundaryBlock> sampleNear(const Vec3Array& positions, const Bodies& bodies,
                                            std::span<const Pose> poses, float reach,
                                            const Threads& threads) {
    followShapes(bodies);
    const std::span<const BoundaryBlock> wanted = findNear(positions, bodies, poses, reach, threads);
    missing_.clear();
    for (const BoundaryBlock& w : wanted)
      if (!isSampled(w)) missing_.push_back(w);
    makeSamples(missing_, threads);
    return wanted;
  }

  /// Does the same without finding the blocks that are sampled already, which is faster.
  void sampleMissing(const Vec3Array& positions, const Bodies& bodies, std::span<const Pose> poses,
                     float reach, const Threads& threads) {
    followShapes(bodies);
    const auto known = [this](const BoundaryBlock& block) { return isSampled(block); };
    const IsKnown isKnown(known);
    makeSamples(findNear(positions, bodies, poses, reach, threads, &isKnown), threads);
  }

  /// Returns the samples of a block that sampleNear() has returned.
  [[nodiscard]] const std::vector<Sample>& of(const BoundaryBlock& block) const {
    return layers_[block.body].blocks.at(keyOf(block.at));
  }

  /// Calls visit(samples) for blocks that hold all samples of a body within reach of a position. The position
  /// must have been passed to sampleNear().
  /// @param body   index of the body
  /// @param local  position in the body's frame [m]
  template <class Visit>
  void visitBlocks(std::size_t body, const Vec3& local, float reach, const Visit& visit) const {
    const Layer& layer = layers_[body];
    const Vec3 place = local - origins_[body];
    const glm::ivec3 low = blockOf(place - Vec3(reach)), high = blockOf(place + Vec3(reach));
    for (std::int32_t z = low.z; z <= high.z; ++z)
      for (std::int32_t y = low.y; y <= high.y; ++y)
        for (std::int32_t x = low.x; x <= high.x; ++x)
          if (const auto found = layer.blocks.find(keyOf({x, y, z})); found != layer.blocks.end())
            if (!found->second.empty()) visit(std::span<const Sample>(found->second));
  }

  /// Calls visit(sample) for the samples of these blocks.
  template <class Visit>
  void visitNear(std::size_t body, const Vec3& local, float reach, const Visit& visit) const {
    visitBlocks(body, local, reach, [&visit](std::span<const Sample> samples) {
      for (const Sample& s : samples) visit(s);
    });
  }

  /// Returns the number of cached samples.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t kMost = 4'000'000;  // number of samples above which the cache is cleared

  struct Layer {
    ShapePtr shape;  ///< shape that the samples were made of
    std::unordered_map<std::uint64_t, std::vector<Sample>> blocks;
  };

  [[nodiscard]] bool isSampled(const BoundaryBlock& block) const {
    return layers_[block.body].blocks.contains(keyOf(block.at));
  }

  void makeSamples(std::span<const BoundaryBlock> missing, const Threads& threads) {
    std::vector<std::vector<Sample>> made(missing.size());
    threads.forEach(missing.size(), [&](std::size_t k) {
      made[k] = sample_(*layers_[missing[k].body].shape, cornerOf(missing[k]), cell_);
    });
    for (std::size_t k = 0; k < missing.size(); ++k) {
      count_ += made[k].size();
      layers_[missing[k].body].blocks.emplace(keyOf(missing[k].at), std::move(made[k]));
    }
  }

  /// Forgets the samples of bodies whose shape is new.
  void followShapes(const Bodies& bodies) {
    if (count_ > kMost) layers_.clear(), count_ = 0;
    layers_.resize(bodies.list.size());
    origins_.resize(bodies.list.size());
    for (std::size_t b = 0; b < layers_.size(); ++b) {
      const ShapePtr& shape = bodies.list[b].shape;
      if (layers_[b].shape == shape) continue;
      for (const auto& [key, block] : layers_[b].blocks) count_ -= block.size();
      layers_[b] = {shape, {}};
      origins_[b] = origin_(shape->bounds(), cell_);
    }
  }

  SampleBlock sample_;
  ChooseOrigin origin_;
  std::vector<Layer> layers_;
  std::vector<BoundaryBlock> missing_;
  std::size_t count_ = 0;
};

}  // namespace ooze
