#include "methods/mps/viscous_bodies.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <glm/vector_relational.hpp>

namespace ooze::mps {
namespace {

/// Returns the matrix J: a body that moves with u moves its point at `arm` from the centre with J u.
Eigen::Matrix<double, 3, 6> motionAt(const Vec3& arm) {
  const glm::dvec3 r(arm);
  Eigen::Matrix<double, 3, 6> j;
  j << 1.0, 0.0, 0.0, 0.0, r.z, -r.y,  //
      0.0, 1.0, 0.0, -r.z, 0.0, r.x,   //
      0.0, 0.0, 1.0, r.y, -r.x, 0.0;
  return j;
}

Eigen::Vector3d eigenOf(const Vec3& v) { return {double{v.x}, double{v.y}, double{v.z}}; }

}  // namespace

Vec3 ViscousBody::gainedAt(const Vec3& at) const {
  const Eigen::Vector3d v = motionAt(at - centre) * gained;
  return Vec3(v.x(), v.y(), v.z());
}

void ViscousBodyRows::begin(const PointSet& points, std::span<const ViscousBody> bodies, double volume) {
  isEmpty_ = true;
  terms_.clear(), entries_.clear();
  if (bodies.empty()) return;
  std::uint32_t last = 0;
  for (const ViscousBody& b : bodies) last = std::max(last, b.body);
  termOf_.assign(last + 1, kNone);
  for (const ViscousBody& b : bodies) {
    termOf_[b.body] = static_cast<std::uint32_t>(terms_.size());
    terms_.push_back({b.centre, false, b.mass / volume, Matrix6::Zero(), b.velocity, Vector6::Zero()});
  }
  lower_ = Vec3(1e30f), upper_ = Vec3(-1e30f);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points.isOfMovedBody(i)) continue;
    lower_ = glm::min(lower_, points.at[i]), upper_ = glm::max(upper_, points.at[i]);
    isEmpty_ = false;
  }
  const Vec3 reach(kReach / points.inverseSpacing());
  lower_ -= reach, upper_ += reach;
}

/// Adds the coupling of a row at point i with point j.
void ViscousBodyRows::add(const PointSet& points, CouplingPiece& piece, std::size_t row, std::size_t i,
                          std::size_t j, double whole, double normal) const {
  if (!points.isOfMovedBody(j) || !(whole > 0.0 || normal > 0.0)) return;
  const std::uint32_t body = points.from[j] < termOf_.size() ? termOf_[points.from[j]] : kNone;
  if (body == kNone) return;
  // The entries of a row follow each other.
  auto entry = piece.entries.rbegin();
  while (entry != piece.entries.rend() && entry->row == row && entry->body != body) ++entry;
  if (entry == piece.entries.rend() || entry->row != row) {
    piece.entries.push_back({static_cast<std::uint32_t>(row), body, Block::Zero(), Eigen::Matrix3d::Zero()});
    entry = piece.entries.rbegin();
  }
  auto share = std::ranges::find(piece.shares, body, &Share::body);
  if (share == piece.shares.end()) share = piece.shares.insert(share, {body, Matrix6::Zero()});
  const Eigen::Vector3d n = eigenOf(points.normal[j]);
  const Eigen::Matrix3d exchange = whole * Eigen::Matrix3d::Identity() + normal * n * n.transpose();
  const Block motion = motionAt(points.at[i] - terms_[body].centre);
  const Block block = exchange * motion;
  entry->block += block;
  entry->turn += exchange * motionAt(points.at[i] - points.at[j]).rightCols<3>();
  share->matrix += motion.transpose() * block;
}

/// Joins the couplings of all chunks in their order, and inverts the matrices of the bodies.
void ViscousBodyRows::join() {
  for (const CouplingPiece& piece : pieces_) {
    entries_.insert(entries_.end(), piece.entries.begin(), piece.entries.end());
    for (const Share& share : piece.shares) {
      Term& term = terms_[share.body];
      term.matrix += share.matrix, term.momentum += share.matrix * term.velocity, term.isCoupled = true;
    }
  }
  isEmpty_ = entries_.empty();
  for (Term& term : terms_) {
    if (!term.isCoupled) continue;
    const Matrix6 inverse = term.matrix.ldlt().solve(Matrix6::Identity());
    term.inverse = 0.5 * (inverse + inverse.transpose());
  }
}

void ViscousBodyRows::addToRight(std::span<const ViscousBody> bodies, std::span<double> right) const {
  for (const CouplingEntry& e : entries_) {
    const Term& term = terms_[e.body];
    Eigen::Map<Eigen::Vector3d>(right.data() + 3 * e.row) +=
        e.turn * bodies[e.body].velocity.tail<3>() - e.block * (term.inverse * term.momentum);
  }
}

void ViscousBodyRows::multiplyAdd(std::span<const double> in, std::span<double> out) {
  if (isEmpty_) return;
  sums_.assign(terms_.size(), Vector6::Zero());
  for (const CouplingEntry& e : entries_)
    sums_[e.body] += e.block.transpose() * Eigen::Map<const Eigen::Vector3d>(in.data() + 3 * e.row);
  for (std::size_t k = 0; k < terms_.size(); ++k) sums_[k] = terms_[k].inverse * sums_[k];
  for (const CouplingEntry& e : entries_)
    Eigen::Map<Eigen::Vector3d>(out.data() + 3 * e.row) -= e.block * sums_[e.body];
}

}  // namespace ooze::mps
