// Boundary conditions at solids: covered faces, velocities along solids, and extrapolation of phi into solids
// (Rasmussen et al. 2004, object boundaries).
#include "grid/lattice_position.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <optional>
#include <span>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kBlock;
using grid::kNodes;

// [cells]
constexpr float kReachOfSolids = 9.f;   // exceeds the distance from a block's centre to cells near its corner
constexpr float kLeastCovered = 0.02f;  // a smaller part of a face is a rounding error of its open part [1]
constexpr float kNearSolid = SolidBlocks::kNearSolid, kFilm = SolidBlocks::kFilm,
                kShell = SolidBlocks::kShell;

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
    toSolid_.values.resize(cells.size());
    solidBlocks_.clearIfMoved(solids_, cell_, grid_.levelSet().band());
    solidBlocks_.find(solids_, cells.blocks(), threads);
    // Solids have moved since phi was advected, so phi inside them is extrapolated again.
    threads.forEach(cells.blocks().size(), [&](std::size_t b) {
      const SolidBlocks::SolidBlock& block = solidBlocks_.at(cells.blocks().at(b));
      float* const distances = toSolid_.values.data() + kNodes * b;
      if (block.distances.empty())
        std::fill_n(distances, kNodes, solids_.reach());
      else
        std::copy_n(block.distances.data(), kNodes, distances);
      extrapolatePhiInBlock(block, grid_.phi().values.data() + kNodes * b);
    });
    faces_.setSolidsByCorners(
        cells,
        [&](std::size_t b) -> std::span<const float> {
          return solidBlocks_.at(cells.blocks().at(b)).corners;
        },
        motion_, threads);
  }
  coveredFaces_.find(bodies, cells, faces_, solids_, threads);
  imposeFrozenVelocities();
  applyVelocityControls(true, threads);
  imposeBandVelocities(threads);
  imposeInletVelocities();
  findFreeParts(threads);
}

/// Finds the parts of the liquid whose momentum only gravity and the pressure on moving bodies change.
void Rasmussen::findFreeParts(const Threads& threads) {
  freeParts_.clear();
  if (controls_ && controls_->has(ControlField::Velocity)) return;
  const grid::CellBlocks& cells = grid_.cells();
  freeParts_.find(
      cells, grid_.phi(),
      [&](CellIndex c) {
        for (int axis = 0; axis < 3; ++axis)
          for (const CellIndex face : {c, cells.beside(c, axis, 1)}) {
            if (face == grid::kNone || faces_.isHard(axis, face)) return true;
            const float closed = 1.f - faces_.open.at(axis, face);
            if (closed - coveredFaces_.part(axis, face) > kLeastCovered) return true;
          }
        return false;
      },
      threads);
}

/// Applies the slip or no-slip boundary condition to velocities extrapolated along solids.
/// Departs from Rasmussen et al. 2004: the pressure solve sees the solids' own velocity, without the liquid's
/// velocity along them. In a corner a part of the latter would come out of the wall.
void Rasmussen::extrapolateAlongSolids(float reach, const Threads& threads) {
  if (solids_.none()) return;
  const grid::CellBlocks& cells = grid_.cells();
  ofSolids_.copy(faces_.solid, threads);
  extension_.extrapolateIntoSolids(cells, toSolid_, faces_, reach, grid_.velocity, threads);
  extension_.applySolidBoundary(cells, toSolid_, motion_, faces_, grid_.velocity, threads);
  std::swap(faces_.solid, ofSolids_);
}

/// Returns the nearest solid, exactly if within a cell. Cells farther away answer from the cached distance.
SignedDistance::Sample Rasmussen::solidBeside(const Vec3& p) const {
  const auto place = grid::toLatticePosition(p + Vec3(0.5f * cell_), cell_);
  const CellIndex c = place ? grid_.cells().find(place->node) : grid::kNone;
  if (c == grid::kNone || !(toSolid_.values[c] > kNearSolid * cell_)) return solids_.nearest(p).face;
  return {toSolid_.values[c] - cell_, Vec3(0.f, 1.f, 0.f)};
}

/// Returns phi inside a solid, extrapolated from just in front of its face. Liquid thus lies against the
/// solid without an air gap, but is extrapolated no deeper than kShell.
/// Near the face the advected phi may be deeper than the extrapolated one, as far as a distance allows.
/// Otherwise phi of a thin film would stop falling at the floor, and the film's surface would seem higher.
/// @param depth   depth of the place below the face [m]
/// @param own     advected phi at the place [m]
/// @param before  least phi in front of the face [m]
float Rasmussen::phiBehindFace(float depth, float own, float before) const {
  const grid::LevelSet& set = grid_.levelSet();
  float phi = before;
  const float deeper = std::min(depth + 0.5f * kFilm * cell_, std::max(0.f, -phi));
  if (depth < cell_) phi = std::clamp(own, phi - deeper, phi);
  return std::clamp(std::max(phi, depth - kShell * cell_), -set.band(), set.band());
}

/// Extrapolates phi into solids within a block.
/// @param phi  advected phi of the block's nodes [m]
void Rasmussen::extrapolatePhiInBlock(const SolidBlocks::SolidBlock& block, float* phi) const {
  const grid::LevelSet& set = grid_.levelSet();
  grid::LevelSet::Sampler sampler(set);
  const auto phiAt = [&](const std::optional<grid::LatticePosition>& place) {
    return place ? sampler.sample(*place) : set.band();
  };
  for (const SolidBlocks::SolidNode& node : block.solidNodes)
    phi[node.node] =
        node.isDeep ? set.band()
                    : phiBehindFace(node.depth, phi[node.node], std::min(phiAt(node.near), phiAt(node.far)));
}

/// Extrapolates phi of added liquids into solids by their exact shapes. Nodes alone cannot tell what lies
/// between the faces of a shape, as for a film of one cell on a floor.
void Rasmussen::extrapolateSeedsIntoSolids(std::span<const LiquidSeeds> liquids) {
  solids_.pose(*liquids.front().solids, kReachOfSolids * cell_, 0.f);
  if (solids_.none()) return;
  struct Place {
    const LiquidSeeds* seeds;
    Aabb box;
    grid::BlockCoordinate block;
  };
  std::vector<Place> places;
  grid::BlockSet blocks;
  for (const LiquidSeeds& seeds : liquids) {
    if (seeds.positions.empty()) continue;
    Aabb box;
    for (const Vec3& p : seeds.positions) box.include(p);
    box = box.expanded(2.f * cell_);
    const glm::ivec3 first = cellOfPlace(box.lower, cell_) >> 3, last = cellOfPlace(box.upper, cell_) >> 3;
    for (int z = first.z; z <= last.z; ++z)
      for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x) {
          const grid::BlockCoordinate at{x, y, z};
          blocks.add(at);
          if (!SolidBlocks::isFar(solids_, at, cell_)) places.push_back({&seeds, box, at});
        }
  }
  const auto extrapolate = [&](const Place& place, const grid::LevelSet& set, float* phi) {
    const auto phiAt = [&](const Vec3& p) {
      return place.seeds->shape->distance(place.seeds->pose.toLocal(p));
    };
    bool any = false;
    for (std::size_t n = 0; n < kNodes; ++n) {
      const Vec3 p = cell_ * Vec3(grid::nodeIn(place.block, n));
      if (!place.box.contains(p) || !(solids_.distance(p) < 0.5f * kFilm * cell_)) continue;
      const PlacesBeforeFace before = findPlacesBeforeFace(solids_, p, cell_);
      const float wanted =
          phiBehindFace(before.depth, set.band(), std::min(phiAt(before.near), phiAt(before.far)));
      any |= wanted < phi[n];
      phi[n] = std::min(phi[n], wanted);
    }
    return any;
  };
  grid_.editNodes(
      blocks,
      [&](const grid::LevelSet& set, std::vector<float>& phi) {
        bool any = false;
        for (const Place& place : places)
          any |= extrapolate(place, set, phi.data() + kNodes * set.blocks().find(place.block));
        return any;
      },
      Threads(1));
}

void Rasmussen::extrapolateIntoSolids(const Threads& threads) {
  grid::LevelSet& set = grid_.surface().levelSet();
  phiNodes_.resize(kNodes * set.blocks().size());
  solidBlocks_.find(solids_, set.blocks(), threads);
  threads.forEach(set.blocks().size(), [&](std::size_t b) {
    float* const phi = phiNodes_.data() + kNodes * b;
    std::copy_n(set.nodes(b), kNodes, phi);
    extrapolatePhiInBlock(solidBlocks_.at(set.blocks().at(b)), phi);
  });
  set.replaceNodes(phiNodes_, threads);
}

}  // namespace ooze::rasmussen
