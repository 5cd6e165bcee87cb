// Where liquid meets solids: what they cover and let it do beside them, and how phi goes on into them
// (Rasmussen et al. 2004, object boundaries).
#include "grid/lattice_place.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kBlock;
using grid::kNodes;

// [cells]
constexpr float kReachOfSolids = 9.f;  // more than from the middle of a block to what is near its corner
constexpr float kNearSolid = 2.f;
constexpr float kFilm = 0.5f;  // what is nearer to a solid lies on it

}  // namespace

void Rasmussen::findSolids(const Bodies& bodies, const Threads& threads) {
  float friction = 0.f;
  for (const Coefficients& c : coefficients_) friction = std::max(friction, c.friction);
  solids_.pose(bodies, kReachOfSolids * cell_, friction);
  const grid::CellBlocks& cells = grid_.cells();
  faces_.reset(cells);
  toSolid_.outside = solids_.reach();
  if (solids_.none()) {
    toSolid_.fill(cells, solids_.reach());
  } else {
    toSolid_.values.assign(cells.size(), solids_.reach());
    // Solids have moved since the surface was carried on.
    threads.forEach(cells.blocks().size(), [&](std::size_t b) {
      if (isFarFromSolids(cells.blocks().at(b))) return;
      for (std::size_t n = 0; n < kNodes; ++n) {
        const auto c = static_cast<CellIndex>(kNodes * b + n);
        const Vec3 p(grid::middleOf(cells, c));
        toSolid_.values[c] = solids_.distance(p);
        if (toSolid_.values[c] < 0.5f * kFilm * cell_) {
          float& phi = grid_.phi().values[c];
          phi = phiBehindFace(p, phi);
        }
      }
    });
    faces_.setSolids(
        cells, [&](const Vec3& p) { return solids_.distance(p); }, motion_, threads);
  }
  holdFrozen();
  directVelocities(true, threads);
  holdVelocities(threads);
  holdInlets();
}

/// Whether no cell of a block is in a solid or beside one.
bool Rasmussen::isFarFromSolids(const grid::BlockCoordinate& at) const {
  constexpr float kHalf = 0.5f * static_cast<float>(kBlock - 1), kDiagonal = 1.7321f * kHalf;
  const Vec3 middle = cell_ * (static_cast<float>(kBlock) * Vec3(at.x, at.y, at.z) + kHalf);
  return solids_.distance(middle) > (kDiagonal + kNearSolid) * cell_;
}

/// What solids let liquid do beside them. Departs from Rasmussen et al. 2004: the pressure has the solids'
/// own velocity and none of the liquid along them, of which in a corner a part would come out of the wall.
void Rasmussen::alongSolids(float reach, const Threads& threads) {
  if (solids_.none()) return;
  const grid::CellBlocks& cells = grid_.cells();
  ofSolids_ = faces_.solid;
  extension_.intoSolids(cells, toSolid_, faces_, reach, grid_.velocity, threads);
  extension_.holdAlongSolids(cells, toSolid_, motion_, faces_, grid_.velocity, threads);
  std::swap(faces_.solid, ofSolids_);
}

/// The nearest solid, exactly if it is not farther than a cell: cells know at once that others are.
SignedDistance::Sample Rasmussen::solidBeside(const Vec3& p) const {
  const auto place = grid::latticePlace(p + Vec3(0.5f * cell_), cell_);
  const CellIndex c = place ? grid_.cells().find(place->node) : grid::kNone;
  if (c == grid::kNone || !(toSolid_.values[c] > kNearSolid * cell_)) return solids_.nearest(p).face;
  return {toSolid_.values[c] - cell_, Vec3(0.f, 1.f, 0.f)};
}

/// phi goes on into solids as it is just before them, so that liquid lies against them and no air comes in
/// between; but no deeper than a shell.
/// Beside the face it may say that liquid is deeper, as far as it can be where there is some: where a film's
/// phi stops falling at the floor, its surface seems higher.
/// @param own  phi there, as it was carried along [m]
float Rasmussen::phiBehindFace(const Vec3& p, float own) const {
  return phiBehindFace(p, own, [this](const Vec3& q) { return grid_.levelSet().sample(q); });
}

float Rasmussen::phiBehindFace(const Vec3& p, float own, FunctionRef<float(const Vec3&)> phiAt) const {
  constexpr int kMostFaces = 3;  // of a corner
  const grid::LevelSet& set = grid_.levelSet();
  float depth = 0.f;
  const auto before = [&](float away) {
    Vec3 q = p;
    for (int k = 0; k < kMostFaces; ++k) {
      const SignedDistance::Sample face = solids_.nearest(q).face;
      if (k == 0) depth = -face.distance;
      if (face.distance >= away) break;
      q += (away - face.distance) * face.normal;
    }
    return phiAt(q);
  };
  float phi = std::min(before(0.5f * kFilm * cell_), before(kFilm * cell_));
  const float deeper = std::min(depth + 0.5f * kFilm * cell_, std::max(0.f, -phi));
  if (depth < cell_) phi = std::clamp(own, phi - deeper, phi);
  return std::clamp(std::max(phi, depth - kShell * cell_), -set.band(), set.band());
}

/// Liquid that lies against a solid from the start goes on into it as its shape says: nodes on the shape's
/// faces alone know nothing of what is between them, and a film of a cell on a floor has no others.
void Rasmussen::layAgainstSolids(const LiquidSeeds& seeds) {
  solids_.pose(*seeds.solids, kReachOfSolids * cell_, 0.f);
  if (solids_.none() || seeds.positions.empty()) return;
  Aabb box{seeds.positions[0], seeds.positions[0]};
  for (const Vec3& p : seeds.positions) box.include(p);
  box = box.expanded(2.f * cell_);
  const glm::ivec3 first = cellOfPlace(box.lower, cell_) >> 3, last = cellOfPlace(box.upper, cell_) >> 3;
  grid::BlockSet blocks;
  for (int z = first.z; z <= last.z; ++z)
    for (int y = first.y; y <= last.y; ++y)
      for (int x = first.x; x <= last.x; ++x) blocks.add({x, y, z});
  const auto phiAt = [&](const Vec3& p) { return seeds.shape->distance(seeds.pose.toLocal(p)); };
  grid_.direct(
      blocks,
      [&](const grid::LevelSet& set, std::vector<float>& phi) {
        bool any = false;
        for (std::size_t b = 0; b < set.blocks().size(); ++b) {
          const grid::BlockCoordinate& at = set.blocks().at(b);
          if (!blocks.contains(at) || isFarFromSolids(at)) continue;
          for (std::size_t n = 0; n < kNodes; ++n) {
            const Vec3 p = cell_ * Vec3(grid::nodeIn(at, n));
            if (!box.contains(p) || !(solids_.distance(p) < 0.5f * kFilm * cell_)) continue;
            float& own = phi[kNodes * b + n];
            const float wanted = phiBehindFace(p, set.band(), phiAt);
            any |= wanted < own;
            own = std::min(own, wanted);
          }
        }
        return any;
      },
      Threads(1));
}

void Rasmussen::intoSolids(const Threads& threads) {
  grid::LevelSet& set = grid_.surface().levelSet();
  phiNodes_.resize(kNodes * set.blocks().size());
  threads.forEach(set.blocks().size(), [&](std::size_t b) {
    const grid::BlockCoordinate& at = set.blocks().at(b);
    std::copy_n(set.nodes(b), kNodes, phiNodes_.begin() + static_cast<std::ptrdiff_t>(kNodes * b));
    if (isFarFromSolids(at)) return;
    const std::uint32_t known = grid_.cells().blocks().find(at);
    for (std::size_t n = 0; n < kNodes; ++n) {
      float& phi = phiNodes_[kNodes * b + n];
      if (known != grid::kNone && !(toSolid_.values[kNodes * known + n] < 0.5f * kFilm * cell_)) continue;
      const Vec3 p = cell_ * Vec3(grid::nodeIn(at, n));
      if (known != grid::kNone || solids_.distance(p) < 0.5f * kFilm * cell_) phi = phiBehindFace(p, phi);
    }
  });
  set.replaceNodes(phiNodes_, threads);
}

}  // namespace ooze::rasmussen
