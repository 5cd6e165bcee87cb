// Rigid bodies that viscous stress moves.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

/// A rigid body that viscous stress moves.
struct ViscousBody {
  using Vector6 = Eigen::Matrix<double, 6, 1>;  ///< velocity or momentum: linear, then angular
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  std::uint32_t body = 0;              ///< index in Bodies::list
  Vec3 centre{0.f};                    ///< centre of mass at the place of the body's points [m]
  Vector6 velocity = Vector6::Zero();  ///< velocity before viscosity acts [m/s, rad/s]
  Matrix6 mass = Matrix6::Zero();      ///< mass and moments of inertia, in world axes [kg, kg m^2]
  Vector6 gained = Vector6::Zero();    ///< result: velocity that viscous stress has added [m/s, rad/s]
  bool isWet = false;                  ///< result: true if viscous liquid is beside the body

  /// Returns the velocity that the body's point at `at` gains [m/s].
  [[nodiscard]] Vec3 gainedAt(const Vec3& at) const;
};

/// Coupling of the rows of a viscous system with rigid bodies. Not in Premoze et al. 2003.
///
/// A row and a point of a body exchange momentum by a symmetric matrix C. Per volume of a particle the row
/// takes on C (J u - v), and the body loses as much: v is the velocity of the row, u that of the body, and J
/// u the velocity that the body has, or would have, at the place of the row. A particle that turns with a
/// body as if both were rigid thus feels nothing, and linear and angular momentum are conserved.
///
/// The velocity u at the end of the step counts, so a body far lighter than the liquid that sticks to it is
/// stable. The equations of rows and bodies together are symmetric and positive definite. Elimination of u
/// leaves the term -G K^-1 G^T in the matrix of the rows (Schur complement), with G = sum C J and
/// K = mass / volume + sum J^T C J.
class ViscousBodyRows {
 public:
  /// Begins without couplings.
  /// @param bodies  bodies whose points couple; the others have given velocities
  /// @param volume  volume of a particle [m^3]
  void begin(const PointSet& points, std::span<const ViscousBody> bodies, double volume);
  /// Returns whether no body couples with any row.
  [[nodiscard]] bool empty() const { return isEmpty_; }

  /// Collects the couplings of the rows, in parallel. The result has the same bits at any number of threads.
  /// @param pointOf  pointOf(row): point of a row
  /// @param each     each(row, add): calls add(j, whole, normal) for points j. The coupling of the row with
  ///                 point j is C = whole I + normal n n^T, with the normal n of the body's surface [kg/m^3].
  ///                 Points of other solids are ignored. Called for rows near the bodies only
  template <class PointOf, class Each>
  void collect(const PointSet& points, std::size_t rows, const Threads& threads, const PointOf& pointOf,
               const Each& each) {
    if (isEmpty_) return;
    pieces_.resize(Threads::chunkCount(rows, PointSet::kGrain));
    threads.forChunks(rows, PointSet::kGrain, [&](std::size_t c, std::size_t begin, std::size_t end) {
      pieces_[c].entries.clear(), pieces_[c].shares.clear();
      for (std::size_t row = begin; row < end; ++row) {
        if (!isNear(points.at[pointOf(row)])) continue;
        each(row, [&](std::size_t j, double whole, double normal) {
          add(points, pieces_[c], row, pointOf(row), j, whole, normal);
        });
      }
    });
    join();
  }
  /// Adds what is known of the bodies to the right side, whose rows already have C w with the velocity w of
  /// the point of the body: C (J u - w) - G K^-1 g, with the velocity u before viscosity acts and the
  /// momentum g that the bodies would lose to resting liquid.
  void addToRight(std::span<const ViscousBody> bodies, std::span<double> right) const;
  /// Calls each(row, momentum) with C (J u - w) for the velocities that the bodies have gained [kg/m^2/s].
  template <class Each>
  void forEachTurn(std::span<const ViscousBody> bodies, const Each& each) const {
    for (const CouplingEntry& e : entries_) {
      const ViscousBody& b = bodies[e.body];
      const Eigen::Vector3d v = e.turn * (b.velocity + b.gained).tail<3>();
      each(std::size_t{e.row}, glm::dvec3(v.x(), v.y(), v.z()));
    }
  }
  /// Adds -G K^-1 G^T in to `out`.
  void multiplyAdd(std::span<const double> in, std::span<double> out);
  /// Sets the results of the bodies from the velocities v of the rows: K^-1 (G^T v - g).
  /// @param velocity  velocity(row) [m/s]
  template <class Velocity>
  void findGains(std::span<ViscousBody> bodies, const Velocity& velocity) {
    sums_.assign(bodies.size(), Vector6::Zero());
    for (const CouplingEntry& e : entries_) {
      const glm::dvec3 v = velocity(e.row);
      sums_[e.body] += e.block.transpose() * Eigen::Vector3d(v.x, v.y, v.z);
    }
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      bodies[k].isWet = k < terms_.size() && terms_[k].isCoupled;
      bodies[k].gained = Vector6::Zero();
      if (bodies[k].isWet) bodies[k].gained = terms_[k].inverse * (sums_[k] - terms_[k].momentum);
    }
  }

 private:
  using Vector6 = ViscousBody::Vector6;
  using Matrix6 = ViscousBody::Matrix6;
  using Block = Eigen::Matrix<double, 3, 6>;
  static constexpr std::uint32_t kNone = ~0u;

  struct CouplingEntry {
    std::uint32_t row, body;
    Block block;           ///< G: sum of C J
    Eigen::Matrix3d turn;  ///< maps an angular velocity to the sum of C (J u - w)
  };
  /// Sums over the couplings of one body.
  struct Share {
    std::uint32_t body;
    Matrix6 matrix;  ///< sum of J^T C J
  };
  /// Couplings of a chunk of rows.
  struct CouplingPiece {
    std::vector<CouplingEntry> entries;
    std::vector<Share> shares;
  };
  /// Equation of a body.
  struct Term {
    Vec3 centre;
    bool isCoupled;
    Matrix6 matrix, inverse;     ///< K and its inverse
    Vector6 velocity, momentum;  ///< u before viscosity acts, and g
  };
  [[nodiscard]] bool isNear(const Vec3& at) const {
    return glm::all(glm::lessThanEqual(lower_, at)) && glm::all(glm::lessThanEqual(at, upper_));
  }
  void add(const PointSet& points, CouplingPiece& piece, std::size_t row, std::size_t i, std::size_t j,
           double whole, double normal) const;
  void join();

  bool isEmpty_ = true;
  Vec3 lower_{0.f}, upper_{0.f};       ///< box of the points that may couple [m]
  std::vector<std::uint32_t> termOf_;  ///< index of the term of each body of the world
  std::vector<Term> terms_;
  std::vector<CouplingPiece> pieces_;
  std::vector<CouplingEntry> entries_;
  std::vector<Vector6> sums_;  ///< a vector for each body, for sums over the entries
};

}  // namespace ooze::mps
