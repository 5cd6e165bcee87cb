// A closed surface as the zero set of a signed distance that is known near it.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "grid/block_set.h"
#include "grid/block_window.h"
#include "grid/eikonal_sweep.h"
#include "grid/lattice_place.h"
#include "grid/ordered_sum.h"
#include "grid/velocity_at.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ooze::grid {

/// A narrow-band level set (Osher and Fedkiw 2003; Peng et al. 1999): phi < 0 inside, |grad phi| = 1, at the
/// nodes cell * (i, j, k) nearer to the surface than the band is wide; beyond, phi is plus or minus that
/// width. Nodes exist as blocks of 8^3, and of blocks farther inside it is known that they are. The set is
/// bounded. Everything has the same bits at any number of threads, and what is given as a function is called
/// on any.
class LevelSet {
 public:
  using Scalar = FunctionRef<float(const Vec3&)>;
  using Vector = FunctionRef<Vec3(const Vec3&)>;
  using Fill = FunctionRef<void(const BlockCoordinate& at, float* nodes)>;

  static constexpr float kLeastBand = 4.f;  ///< [cells]
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 21;

  /// How a long step looks back to where it came from. First: straight, and linear between nodes. Second: by
  /// the velocity of half the way (midpoint rule), and by cubics between nodes that do not look across what
  /// is bent (WENO), which smears far less.
  enum class Order { First, Second };

  /// An empty set.
  /// @param cell  distance of two nodes [m]
  /// @param band  how far from the surface phi is known, on either side [cells]
  /// @throws std::invalid_argument unless cell is positive and band at least kLeastBand, both finite
  LevelSet(float cell, float band);

  /// The part in the box of where f < 0; it is cut flat at the box's sides. phi is f over `steepest`: the
  /// signed distance if f is one, or else reinitialise() makes it so.
  /// @param f         signed distance, or another function without jumps [m]
  /// @param steepest  the most by which f changes per metre
  /// @throws std::invalid_argument as the constructor; for a box without end or of more than kMostBlocks; for
  ///         f that is not finite in it
  static LevelSet fromFunction(Scalar f, const Aabb& box, float cell, float band, const Threads& threads,
                               float steepest = 1.f);
  /// The part of a solid in the box.
  static LevelSet fromSolid(const SignedDistance& solid, const Pose& pose, const Aabb& box, float cell,
                            float band, const Threads& threads);

  /// Of a function that is dear to ask: its zeros are in or beside these blocks alone, which hold every node
  /// nearer to them than the band is wide. Whether blocks between two of a row are inside follows from them.
  /// @param near  sorted
  /// @param fill  writes the function at the nodes of a block [m]; to be reinitialised unless it is a
  /// distance
  /// @throws std::invalid_argument as the constructor; for more than kMostBlocks, or what is not finite
  static LevelSet fromBlocks(BlockSet near, Fill fill, float cell, float band, const Threads& threads);

  /// What blocks(), inside() and nodes() told of another one that was a distance, to the bit.
  /// @param phi  kNodes for each of `blocks` [m]
  /// @throws std::invalid_argument as the constructor; for sets that have a block in common or are too large
  /// or too far, and for numbers that are not finite or beyond the band, or not as many as there are nodes
  static LevelSet fromNodes(BlockSet blocks, BlockSet inside, std::vector<float> phi, float cell, float band,
                            const Threads& threads);

  [[nodiscard]] float cell() const { return cell_; }  ///< [m]
  [[nodiscard]] float band() const { return band_; }  ///< [m]
  /// Whether nothing is inside.
  [[nodiscard]] bool empty() const { return blocks_.size() == 0; }
  /// Those that have nodes.
  [[nodiscard]] const BlockSet& blocks() const { return blocks_; }
  /// Those without nodes that lie inside.
  [[nodiscard]] const BlockSet& inside() const { return inside_; }
  /// phi of a block's nodes [m].
  [[nodiscard]] const float* nodes(std::size_t block) const { return values_.data() + kNodes * block; }
  /// The blocks round one, for a BlockWindow.
  [[nodiscard]] const Around& around(std::size_t block) const { return around_[block]; }
  [[nodiscard]] float value(const glm::ivec3& node) const;  ///< [m]

  /// phi, trilinear [m].
  [[nodiscard]] float sample(const Vec3& p) const;
  [[nodiscard]] float sample(const LatticePlace& place) const;
  /// The same of places that come block by block, for one thread.
  class Sampler;
  /// phi by Catmull-Rom's cubics, for pictures: no edges at the lattice's planes, and through the nodes'
  /// values, since whatever smooths them makes drops smaller and lets films vanish [m].
  [[nodiscard]] float sampleSmooth(const Vec3& p) const;
  /// Central differences at the nodes, trilinear; not of unit length in general [1].
  [[nodiscard]] Vec3 gradient(const Vec3& p) const;
  /// Div of the unit normal, the sum of both principal curvatures: 2 / R for a ball of radius R. That of the
  /// level set through p (Osher and Fedkiw 2003, eq. 1.8), limited to 2 / cell [1/m].
  [[nodiscard]] float curvature(const Vec3& p) const;
  /// The point of the surface next to p, by Newton's method (Chopp 2001); nothing beyond the band, and where
  /// p is as near to several.
  [[nodiscard]] std::optional<Vec3> closestPoint(const Vec3& p) const;
  /// Of the inside; for a ball of radius R too large by 0.4 (cell / R)^2 [m^3].
  [[nodiscard]] double volume(const Threads& threads) const;

  /// Moves the surface along its normal: phi_t + F |grad phi| = mu kappa |grad phi|. F > 0 goes outward; mu
  /// makes round. Fifth-order upwind differences (WENO, Jiang and Peng 2000) after Godunov, third order in
  /// time; curvature by central differences. Takes as many stable steps as it needs.
  /// @param speed      F, the same for the whole time [m/s]
  /// @param curvature  mu, not negative [m^2/s]
  /// @param time       not negative [s]
  /// @throws std::invalid_argument for numbers out of range, or a speed that is not finite near the surface,
  ///         with some of the time done
  void advance(Scalar speed, float curvature, float time, const Threads& threads);
  /// Lets the surface be carried along: phi_t + u grad phi = 0, in the same way.
  /// @param velocity  u, the same for the whole time [m/s]
  /// @throws std::invalid_argument as advance()
  void advect(Vector velocity, float time, const Threads& threads);

  /// Lets the surface be carried along by steps that may be several cells long: phi is what it was where its
  /// node came from (Strain 1999; Enright, Losasso and Fedkiw 2005, section 3). One step, unless something
  /// moves by more than twice the band, less two cells: then two of half the time, and so on. Exact for
  /// whole cells; elsewhere it smears what is thin. phi is no distance afterwards: reinitialise() follows.
  /// @param velocity  u, the same for the whole time; also asked farther out than the surface comes [m/s]
  /// @param time      not negative [s]
  /// @param fastest   no |u| is greater: nodes that the surface cannot come near in that time are not asked
  ///                  for, and keep their phi until reinitialise() [m/s]
  /// @throws std::invalid_argument as advect(); for what would take more than 1024 steps
  void carry(VelocityAtPlaces velocity, float time, Order order, const Threads& threads,
             float fastest = std::numeric_limits<float>::infinity());
  /// Moves to whole cells: what was at node n + offset is then at node n. For multiples of kBlock the blocks
  /// only get other coordinates; values are the same to the bit in any case.
  /// @throws std::invalid_argument if a block would be too far
  void shift(const glm::ivec3& offset, const Threads& threads);
  /// Gives nodes to these blocks too, until the next reinitialise().
  /// @throws std::invalid_argument for blocks that are too many or too far, with nothing done
  void cover(const BlockSet& also, const Threads& threads);
  /// Puts another phi at all nodes, within the band's width; reinitialise() follows.
  /// @param phi  kNodes for each block [m]
  /// @throws std::invalid_argument for another number of nodes, or what is not finite, with nothing done
  void replaceNodes(std::span<const float> phi, const Threads& threads);

  /// Makes phi the signed distance again without moving the surface, and the band as wide as it should be.
  /// Nodes beside the surface take the way down the gradient, to second order; the others follow by fast
  /// sweeping (Zhao 2005) of second order, block by block (Zhao 2007). advance() and advect() call it
  /// whenever the surface has moved by half a cell, or by a quarter of one where curvature moves it.
  void reinitialise(const Threads& threads);
  /// The same, but phi beside the surface that may be a distance stays as it is, which keeps what is thin
  /// from swelling while it is carried on. Motion by curvature wants the distance itself.
  void reinitialiseThin(const Threads& threads);

  /// phi becomes the lower or upper of both: exact at the surface, and beyond its edges less than the
  /// distance (or more inside).
  /// @throws std::invalid_argument unless both have the same cell and band
  void unite(const LevelSet& other, const Threads& threads);
  void intersect(const LevelSet& other, const Threads& threads);
  void subtract(const LevelSet& other, const Threads& threads);

 private:
  struct Motion;
  template <class Combine>
  void combine(const LevelSet& other, const Threads& threads, const Combine& combined);

  void move(const Motion& motion, float time, const Threads& threads);
  [[nodiscard]] float sampleMotion(const Motion& motion, const Threads& threads);
  void stage(const Motion& motion, const std::vector<float>& from, std::vector<float>& to, float ofStart,
             float dt, const Threads& threads) const;

  void makeDistance(bool keepsThin, const Threads& threads);
  void findNear(bool keepsThin, const Threads& threads);
  void coverBand(const Threads& threads);
  void sweep(bool secondOrder, const Threads& threads);
  float sweepBlock(std::size_t block, bool secondOrder);
  [[nodiscard]] float farther() const { return 2.f * band_; }  ///< than what is known

  /// A block from which those beside it are found without a search.
  struct Home {
    BlockCoordinate at{};
    const Around* around = nullptr;  ///< null: every block is searched for
  };
  struct Tracing;
  [[nodiscard]] float traceBack(const Tracing& tracing, const Threads& threads);
  [[nodiscard]] float traceBlock(const BlockCoordinate& at, const Tracing& tracing, float* to) const;
  void takeTraced(const Threads& threads);
  [[nodiscard]] float sampleWeno(const LatticePlace& place, const Home& home) const;
  void sampleWeno(std::span<const LatticePlace> places, const BlockCoordinate& at, std::uint32_t number,
                  float* to) const;

  void fillBlocks(FunctionRef<void(std::size_t, float*)> fill, const Threads& threads);
  void findAround(const Threads& threads);
  void copyNodes(float far, const Threads& threads);
  void keepInside();
  void keepBand();
  void dropIfEmpty();
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const;
  [[nodiscard]] glm::dvec3 nodeOf(std::size_t block, std::size_t node) const;
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at, const Home& home) const;
  template <int Count>
  void gather(const glm::ivec3& first, std::array<float, Count * Count * Count>& out, const Home& home) const;

  float cell_, band_;
  float moved_ = 0.f;         ///< by the surface since phi was a distance, at most [m]
  BlockSet blocks_, inside_;  ///< with nodes; without, and inside
  std::vector<float> values_;
  std::vector<Around> around_;

  // Working memory.
  BlockSet nextBlocks_, nextInside_;
  std::vector<float> next_, other_, field_;
  std::vector<NodeMask> near_, nextNear_;
  std::vector<float> change_, nextChange_;  ///< of each block in a round of sweeps [m]
};

class LevelSet::Sampler {
 public:
  explicit Sampler(const LevelSet& set) : set_(set) {}
  [[nodiscard]] float sample(const LatticePlace& place);
  [[nodiscard]] float sample(const Vec3& p);
  /// Of each; the faster the more of them follow each other in a block.
  void sample(std::span<const LatticePlace> places, float* to);

 private:
  static constexpr std::size_t kAtOnce = 8;
  using Corners = float[8][kAtOnce];
  void goTo(const BlockCoordinate& at);
  void load(const glm::ivec3& node, std::size_t place, Corners& to);

  const LevelSet& set_;
  Home home_{};
  std::uint32_t number_ = kNone;  ///< of the block at home
  bool known_ = false;
};

}  // namespace ooze::grid
