// Narrow-band level set: a closed surface as the zero set of a signed distance field.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "base/reductions.h"
#include "grid/blocks.h"
#include "grid/eikonal_sweep.h"
#include "grid/lattice_position.h"
#include "grid/velocity_at.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ooze::grid {

/// Narrow-band level set on a sparse grid (Osher and Fedkiw 2003; Peng et al. 1999).
/// phi < 0 inside and |grad phi| = 1 at the nodes cell * (i, j, k) closer to the surface than the band width;
/// elsewhere phi is plus or minus that width. Nodes are stored in blocks of 8^3; of blocks deep inside, only
/// the coordinates are stored. The region is bounded. All results have the same bits at any number of
/// threads, and function arguments may be called on any thread.
class LevelSet {
 public:
  using Scalar = FunctionRef<float(const Vec3&)>;
  using Vector = FunctionRef<Vec3(const Vec3&)>;
  using Fill = FunctionRef<void(const BlockCoordinate& at, float* nodes)>;

  static constexpr float kLeastBand = 4.f;  ///< least width of the band on either side of the surface [cells]
  static constexpr std::size_t kMaxBlocks = std::size_t{1} << 21;

  /// Order of the backtrace and interpolation in carry().
  /// First: straight backtrace, trilinear interpolation. Second: RK2 (midpoint) backtrace and WENO cubic
  /// interpolation, which does not interpolate across kinks and smears far less.
  enum class Order { First, Second };

  /// Makes an empty level set.
  /// @param cell  distance between nodes [m]
  /// @param band  width on either side of the surface in which phi is known [cells]
  /// @throws std::invalid_argument unless cell is positive and band at least kLeastBand, both finite
  LevelSet(float cell, float band);

  /// Samples the region f < 0 inside a box; the region is cut flat at the sides of the box.
  /// phi is f over `steepest`: the signed distance if f is a signed distance, otherwise call reinitialise().
  /// @param f         signed distance, or another continuous function [m]
  /// @param steepest  largest slope of f
  /// @throws std::invalid_argument as the constructor; for an infinite box or a box of more than kMaxBlocks;
  /// for f that is not finite in the box
  static LevelSet fromFunction(Scalar f, const Aabb& box, float cell, float band, const Threads& threads,
                               float steepest = 1.f);
  /// Samples an expensive function in given blocks only.
  /// All zeros of the function must be in or next to these blocks, and the blocks must contain every node
  /// within the band. Blocks between two blocks of a row are classified as inside or outside from these two.
  /// @param near  the blocks to sample, sorted
  /// @param fill  writes the function at the nodes of a block [m]; call reinitialise() unless it is a
  /// distance
  /// @throws std::invalid_argument as the constructor; for more than kMaxBlocks, or values that are not
  /// finite
  static LevelSet fromBlocks(BlockSet near, Fill fill, float cell, float band, const Threads& threads);

  /// Restores a level set from its blocks(), inside() and nodes() (deserialization), with the same bits.
  /// The saved level set must have been a signed distance.
  /// @param phi  kNodes for each of `blocks` [m]
  /// @throws std::invalid_argument as the constructor; for sets that share a block or are too large or too
  /// far away, and for values that are not finite, beyond the band, or not as many as there are nodes
  static LevelSet fromNodes(BlockSet blocks, BlockSet inside, std::vector<float> phi, float cell, float band,
                            const Threads& threads);

  [[nodiscard]] float cell() const { return cell_; }  ///< distance between neighbouring nodes [m]
  /// Returns the width on either side of the surface in which phi is known [m].
  [[nodiscard]] float band() const { return band_; }
  /// Returns true if the region is empty.
  [[nodiscard]] bool empty() const { return blocks_.size() == 0; }
  /// Returns the blocks that have nodes.
  [[nodiscard]] const BlockSet& blocks() const { return blocks_; }
  /// Returns the blocks without nodes that lie inside.
  [[nodiscard]] const BlockSet& inside() const { return inside_; }
  /// Returns phi at a block's nodes [m].
  [[nodiscard]] const float* nodes(std::size_t block) const { return values_.data() + kNodes * block; }
  /// Returns the numbers of the blocks around a block, for a BlockWindow.
  [[nodiscard]] const BlockNeighbours& around(std::size_t block) const { return around_[block]; }
  [[nodiscard]] float value(const glm::ivec3& node) const;  ///< phi at a node [m]

  /// Interpolates phi trilinearly [m].
  [[nodiscard]] float sample(const Vec3& p) const;
  [[nodiscard]] float sample(const LatticePosition& place) const;
  /// Interpolates phi at places that come block by block, for a single thread.
  class Sampler;
  /// Interpolates phi by Catmull-Rom cubics, for rendering.
  /// The cubics have no kinks at lattice planes. They pass through the node values, because smoothing of the
  /// values would shrink drops and remove films [m].
  [[nodiscard]] float sampleSmooth(const Vec3& p) const;
  /// Interpolates the central-difference gradients of the nodes trilinearly; in general not of unit length
  /// [1].
  [[nodiscard]] Vec3 gradient(const Vec3& p) const;
  /// Computes the mean curvature of the level set through p (Osher and Fedkiw 2003, eq. 1.8).
  /// The value is div of the unit normal, the sum of both principal curvatures: 2 / R for a ball of radius R;
  /// limited to 2 / cell [1/m].
  [[nodiscard]] float curvature(const Vec3& p) const;
  /// Computes the volume of the inside; for a ball of radius R too large by 0.4 (cell / R)^2 [m^3].
  [[nodiscard]] double volume(const Threads& threads) const;

  /// Moves the surface along its normal: phi_t + F |grad phi| = mu kappa |grad phi|.
  /// F > 0 moves outward; mu > 0 smooths the surface by its curvature. Uses fifth-order WENO upwind
  /// differences (Jiang and Peng 2000) with Godunov's scheme, a third-order Runge-Kutta method in time, and
  /// central differences for the curvature. The time is divided into stable steps.
  /// @param speed      F, constant in time [m/s]
  /// @param curvature  mu, the speed per curvature; not negative [m^2/s]
  /// @param time       duration of the motion, not negative [s]
  /// @throws std::invalid_argument for numbers out of range, or a speed that is not finite near the surface;
  /// part of the time may be done by then
  void advance(Scalar speed, float curvature, float time, const Threads& threads);
  /// Advects the surface: phi_t + u grad phi = 0, with the same discretisation as advance().
  /// @param velocity  velocity u of the flow, constant in time [m/s]
  /// @throws std::invalid_argument as advance()
  void advect(Vector velocity, float time, const Threads& threads);

  /// Advects the surface by semi-Lagrangian steps that may be several cells long.
  /// Each node takes phi from the place where the flow came from (Strain 1999; Enright, Losasso and Fedkiw
  /// 2005, section 3). A single step suffices unless something moves by more than twice the band minus two
  /// cells; then the time is halved, recursively. Exact for motion by whole cells; otherwise thin parts are
  /// smeared. Afterwards phi is not a distance: call reinitialise().
  /// @param velocity  velocity u of the flow, constant in time; also evaluated farther out than the surface
  /// moves [m/s]
  /// @param time      duration of the motion, not negative [s]
  /// @param fastest   upper bound of |u|: nodes that the surface cannot come near are not evaluated and keep
  /// their phi until reinitialise() [m/s]
  /// @throws std::invalid_argument as advect(); if more than 1024 steps would be needed
  void carry(VelocityFunction velocity, float time, Order order, const Threads& threads,
             float fastest = std::numeric_limits<float>::infinity());
  /// Shifts the level set by whole cells: the value at node n + offset moves to node n.
  /// For multiples of kBlock only the block coordinates change; the values keep their bits in any case.
  /// @throws std::invalid_argument if a block would be too far away
  void shift(const glm::ivec3& offset, const Threads& threads);
  /// Adds nodes to the given blocks until the next reinitialise().
  /// @throws std::invalid_argument for blocks that are too many or too far away, without any change
  void cover(const BlockSet& also, const Threads& threads);
  /// Replaces phi at all nodes, clamped to the band width; call reinitialise() afterwards.
  /// @param phi  kNodes for each block [m]
  /// @throws std::invalid_argument for another number of nodes, or values that are not finite, without any
  /// change
  void replaceNodes(std::span<const float> phi, const Threads& threads);

  /// Reinitialization (redistancing): restores the signed distance and the band without moving the surface.
  /// Nodes next to the surface get the distance down the gradient, to second order. The others follow by
  /// second-order fast sweeping (Zhao 2005), block by block (Zhao 2007). advance() and advect() call this
  /// function whenever the surface has moved by half a cell, or by a quarter of a cell if curvature moves it.
  void reinitialise(const Threads& threads);
  /// Reinitializes like reinitialise(), but keeps phi next to the surface where phi may already be a
  /// distance. This prevents thin parts from swelling during advection. Motion by curvature needs the true
  /// distance instead.
  void reinitialisePreservingThin(const Threads& threads);

  /// Unites both insides: phi becomes the minimum of both level sets.
  /// The result is exact at the surface; beyond edges |phi| is smaller than the distance.
  /// @throws std::invalid_argument unless both have the same cell and band
  void unite(const LevelSet& other, const Threads& threads);

 private:
  struct Motion;
  void move(const Motion& motion, float time, const Threads& threads);
  [[nodiscard]] float sampleMotion(const Motion& motion, const Threads& threads);
  void stage(const Motion& motion, const std::vector<float>& from, std::vector<float>& to, float ofStart,
             float dt, const Threads& threads) const;

  void makeDistance(bool preservesThin, const Threads& threads);
  void findNear(bool preservesThin, const Threads& threads);
  void coverBand(const Threads& threads);
  void sweep(bool secondOrder, const Threads& threads);
  float sweepBlock(std::size_t block, bool secondOrder);
  [[nodiscard]] float farther() const { return 2.f * band_; }  ///< larger than any known distance

  /// A block whose neighbours are found without a hash lookup.
  struct KnownBlock {
    BlockCoordinate at{};
    /// Numbers of the neighbouring blocks; null: every block is looked up.
    const BlockNeighbours* around = nullptr;
  };
  struct Tracing;
  [[nodiscard]] float traceBack(const Tracing& tracing, const Threads& threads);
  [[nodiscard]] float traceBlock(const BlockCoordinate& at, const Tracing& tracing, float* to) const;
  void takeTraced(const Threads& threads);
  [[nodiscard]] float sampleWeno(const LatticePosition& place, const KnownBlock& home) const;
  void sampleWeno(std::span<const LatticePosition> places, const BlockCoordinate& at, std::uint32_t number,
                  float* to) const;

  void fillBlocks(FunctionRef<void(std::size_t, float*)> fill, const Threads& threads);
  void findAround(const Threads& threads);
  void copyNodes(float far, const Threads& threads);
  void keepInside();
  void removeBlocksOutsideBand();
  void dropIfEmpty();
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const;
  [[nodiscard]] glm::dvec3 nodeOf(std::size_t block, std::size_t node) const;
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at, const KnownBlock& home) const;
  template <int Count>
  void gather(const glm::ivec3& first, std::array<float, Count * Count * Count>& out,
              const KnownBlock& home) const;

  float cell_, band_;
  float moved_ = 0.f;         ///< upper bound of the surface's motion since phi was last a distance [m]
  BlockSet blocks_, inside_;  ///< blocks whose nodes are stored; blocks deep inside, without stored nodes
  std::vector<float> values_;
  std::vector<BlockNeighbours> around_;

  // Buffers, kept between calls.
  BlockSet nextBlocks_, nextInside_;
  std::vector<float> next_, other_, field_;
  std::vector<NodeMask> near_, nextNear_;
  std::vector<float> change_, nextChange_;  ///< largest change of each block in a round of sweeps [m]
};

class LevelSet::Sampler {
 public:
  explicit Sampler(const LevelSet& set) : set_(set) {}
  [[nodiscard]] float sample(const LatticePosition& place);
  [[nodiscard]] float sample(const Vec3& p);
  /// Samples phi at each place; fastest if consecutive places are in the same block.
  void sample(std::span<const LatticePosition> places, float* to);

 private:
  static constexpr std::size_t kAtOnce = 8;
  using SampledCells = float[8][kAtOnce];
  void goTo(const BlockCoordinate& at);
  void load(const glm::ivec3& node, std::size_t place, SampledCells& to);

  const LevelSet& set_;
  KnownBlock home_{};
  std::uint32_t number_ = kNone;  ///< number of the block at home_
  bool known_ = false;
};

}  // namespace ooze::grid
