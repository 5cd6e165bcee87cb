// Grids in a row: Rasmussen et al. 2004, section 5.2. A downstream run holds phi, velocity and viscosity in a
// band of cells from an upstream run, and liquid flows out of the band. The band itself has no particles; new
// ones are made for the liquid that leaves it. Nozzles (inlets, section 5) are open for one step.
#include "base/random.h"
#include "grid/lattice_position.h"
#include "liquid/body_filter.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::rasmussen {
namespace {

constexpr float kAround = 0.5f;  // velocity is held on faces within this distance of an inlet [cells]

using grid::BlockCoordinate;
using grid::CellIndex;
using grid::kNodes;

template <class Visit>
void forCells(const glm::ivec3& first, const glm::ivec3& end, const Visit& visit) {
  for (int z = first.z; z < end.z; ++z)
    for (int y = first.y; y < end.y; ++y)
      for (int x = first.x; x < end.x; ++x) visit(glm::ivec3(x, y, z));
}

template <class Visit>
void forCells(const BandCells& cells, const Visit& visit) {
  forCells(cells.first, cells.first + cells.count, visit);
}

glm::ivec3 along(int axis) {
  glm::ivec3 step(0);
  step[axis] = 1;
  return step;
}

bool isIn(std::span<const SourceBand> bands, const glm::ivec3& cell) {
  return std::ranges::any_of(bands, [&](const SourceBand& b) { return b.cells.contains(cell); });
}

/// Collects the blocks of a band in which the level set must have nodes.
void addBlocks(const SourceBand& band, const grid::LevelSet& set, grid::BlockSet& blocks) {
  const glm::ivec3 first = band.cells.first >> 3, end = ((band.cells.first + band.cells.count - 1) >> 3) + 1;
  const bool isWet = std::ranges::any_of(band.liquid.phi, [](float phi) { return phi < 0.f; });
  forCells(first, end, [&](const glm::ivec3& b) {
    const BlockCoordinate at{b.x, b.y, b.z};
    if (isWet || set.inside().contains(at)) blocks.add(at);
  });
}

}  // namespace

void GridLiquid::imposeBands(std::span<const SourceBand> bands, const Threads& threads) {
  if (bands.empty()) return;
  grid::LevelSet& set = surface_.levelSet();
  grid::BlockSet blocks;
  for (const SourceBand& band : bands) addBlocks(band, set, blocks);
  blocks.sort();
  set.cover(blocks, threads);
  std::vector<float> phi = nodesOf(set);
  for (const SourceBand& band : bands)
    forCells(band.cells, [&](const glm::ivec3& cell) {
      const std::uint32_t b = set.blocks().find(grid::blockOf(cell));
      if (b != grid::kNone) phi[kNodes * b + grid::inBlock(cell)] = band.liquid.phi[band.cells.indexOf(cell)];
    });
  set.replaceNodes(phi, threads);
  grid::Markers& markers = surface_.markers();
  grid::removeMarkers(
      markers,
      [&](std::size_t k) {
        const Vec3 p = markers.places[k].position(cell());
        return isIn(bands, cellOfPlace(p, cell())) &&
               static_cast<float>(markers.signs[k]) * set.sample(markers.places[k]) < 0.f;
      },
      threads);
}

bool Rasmussen::isHeld(const glm::ivec3& cell) const { return isIn(sources_, cell); }

/// Imposes the bands' velocities on the faces of band cells that hold liquid in the band or in the grid.
void Rasmussen::imposeBandVelocities(const Threads& /*threads*/) {
  const grid::CellBlocks& cells = grid_.cells();
  for (const SourceBand& band : sources_) {
    const auto isWet = [&](const glm::ivec3& cell) {
      if (!band.cells.contains(cell)) return false;
      const CellIndex c = cells.find(cell);
      return band.liquid.phi[band.cells.indexOf(cell)] < 0.f || (c != grid::kNone && grid_.phi().at(c) < 0.f);
    };
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      forCells(band.cells.first, band.cells.first + band.cells.count + along(axis),
               [&](const glm::ivec3& cell) {
                 const CellIndex c = cells.find(cell);
                 if (c == grid::kNone || !(isWet(cell) || isWet(cell - along(axis)))) return;
                 faces_.hard[a][c] = 1;
                 grid_.velocity.axes[a][c] = band.liquid.velocity[a][band.cells.indexOf(cell)];
               });
    }
  }
}

void Rasmussen::imposeBandViscosity() {
  for (const SourceBand& band : sources_)
    forCells(band.cells, [&](const glm::ivec3& cell) {
      const CellIndex c = grid_.cells().find(cell);
      if (c != grid::kNone) nu_.values[c] = band.liquid.viscosity[band.cells.indexOf(cell)];
    });
}

/// Finds the particles that flow out of the bands in this step. Each face on a band's sides accumulates the
/// volume of liquid that has left through the face [cells]. Whenever a face has let out the volume of a whole
/// cell, one particle is created, because a particle stands for a cell of liquid. Faces begin with random
/// fractions of a cell, so that not all of them create a particle in the same step.
void Rasmussen::createInflow(float dt) {
  inflow_.clear();
  const grid::CellBlocks& cells = grid_.cells();
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    SourceBand& band = sources_[s];
    std::size_t face = 0;
    const auto visit = [&](int axis, int side, const glm::ivec3& cell) {
      const std::size_t number = face++;
      if (number == band.gone.size()) band.gone.push_back(randomUnit(s + 1, number));
      float& gone = band.gone[number];
      const glm::ivec3 upper = side > 0 ? cell + along(axis) : cell;
      const CellIndex c = cells.find(upper);
      if (c == grid::kNone) return;
      // The velocity of the band applies also where a cell is less than half full and its faces are free.
      const float speed = band.liquid.velocity[static_cast<std::size_t>(axis)][band.cells.indexOf(upper)];
      const float cellsGone = static_cast<float>(side) * speed * dt / cell_;
      if (!(cellsGone > 0.f)) return;
      Vec3 back(0.f);
      back[axis] =
          -static_cast<float>(side) * std::min(cellsGone, static_cast<float>(band.cells.count[axis]));
      const float wet = wetPart(axis, upper, back) * faces_.open.at(axis, c);
      if (!(wet > 0.f)) return;
      gone += wet * cellsGone;
      for (; gone >= 1.f; gone -= 1.f) {
        // Distance beyond the face: the volume that followed this particle, over the wet area of the face.
        const float way = std::min(gone - 1.f, wet * cellsGone) / wet;
        Vec3 place(upper);
        for (int k = 0; k < 3; ++k)
          place[k] +=
              k == axis
                  ? -0.5f + static_cast<float>(side) * way
                  : randomUnit(number + 1, randomBits(stepIndex_, static_cast<std::uint64_t>(k))) - 0.5f;
        inflow_.push_back({cell_ * place, s});
      }
    };
    const glm::ivec3 end = band.cells.first + band.cells.count;
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1}) {
        glm::ivec3 low = band.cells.first, high = end;
        (side < 0 ? high : low)[axis] = side < 0 ? low[axis] + 1 : high[axis] - 1;
        forCells(low, high, [&](const glm::ivec3& cell) { visit(axis, side, cell); });
      }
  }
}

/// Returns the fraction of the volume passing a face in a step that is liquid and not air. The volume reaches
/// from the face by the vector `back` [cells] against the flow and is sampled in four sections. A section's
/// fraction follows from phi for a plane surface, with a correction for curvature as in volume().
float Rasmussen::wetPart(int axis, const glm::ivec3& cell, const Vec3& back) const {
  constexpr int kSections = 4;
  const grid::LevelSet& set = grid_.levelSet();
  const auto at = [&](const Vec3& place) { return set.sample(cell_ * place) / cell_; };
  float sum = 0.f;
  for (int section = 0; section < kSections; ++section) {
    Vec3 place(cell);
    place[axis] -= 0.5f;
    place += (static_cast<float>(section) + 0.5f) / kSections * back;
    const float here = at(place);
    if (std::abs(here) >= 0.75f) {
      sum += here < 0.f ? 1.f : 0.f;
      continue;
    }
    float bend = -4.f * here;
    for (int k = 0; k < 3; ++k)
      if (k != axis) bend += at(place + Vec3(along(k))) + at(place - Vec3(along(k)));
    sum += std::clamp(0.5f - here - bend / 24.f, 0.f, 1.f);
  }
  return sum / kSections;
}

/// Imposes the bands again after everything has moved, and inserts the particles that leave them.
void Rasmussen::insertInflow(std::uint64_t room, const Threads& threads) {
  if (sources_.empty()) return;
  grid_.imposeBands(sources_, threads);
  grid_.rebuildCells(threads);
  const Particles& p = liquid_.particles;
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < p.size(); ++i)
    if (isHeld(cellOfPlace(p.position[i], cell_))) gone.push_back(i);
  if (!gone.empty()) ParticleMethod::erase(gone);
  if (inflow_.size() > room) inflow_.resize(room);
  for (const Inflow& in : inflow_) {
    const SourceBand& band = sources_[in.source];
    const std::size_t first = liquid_.size();
    const std::array positions{in.place}, velocities{velocityOfLiquid(grid_.velocity, in.place)};
    liquid_.insert(positions, velocities, band.material, band.colour, 0.f);
    liquid_[movedAs_].set(first, velocities[0]);
    beginTexture(first);
    startTemperature(first);
    const Coefficients& c = coefficients_[band.material];
    liquid_[viscosityOf_][first] = c.viscosityAt(c.heat.start) * c.density;
  }
}

/// Returns phi, velocity and viscosity in a box of cells. Viscosity is a weighted mean over nearby particles;
/// cells without particles nearby have that of the least viscous material.
BandState Rasmussen::band(const BandCells& band) const {
  BandState liquid;
  liquid.phi.assign(band.size(), grid_.levelSet().band());
  for (auto& axis : liquid.velocity) axis.assign(band.size(), 0.f);
  const grid::CellBlocks& cells = grid_.cells();
  forCells(band.first, band.first + band.count + 1, [&](const glm::ivec3& cell) {
    const std::size_t k = band.indexOf(cell);
    liquid.phi[k] = grid_.levelSet().value(cell);
    if (const CellIndex c = cells.find(cell); c != grid::kNone)
      for (int axis = 0; axis < 3; ++axis)
        liquid.velocity[static_cast<std::size_t>(axis)][k] = grid_.velocity.at(axis, c);
  });
  liquid.viscosity = viscosityIn(band);
  return liquid;
}

std::vector<float> Rasmussen::viscosityIn(const BandCells& band) const {
  constexpr int kReach = 2;  // distance within which a particle contributes its viscosity [cells]
  float least = coefficients_.front().viscosity;
  for (const Coefficients& c : coefficients_) least = std::min(least, c.viscosity);
  std::vector<float> sum(band.size(), 0.f), weight(band.size(), 0.f);
  const BandCells wide{band.side, band.first - kReach, band.count + 2 * kReach};
  const Particles& p = liquid_.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 at = p.position[i] / cell_;
    const glm::ivec3 near = cellOfPlace(p.position[i], cell_);
    if (!wide.contains(near)) continue;
    const float nu = liquid_[viscosityOf_][i] / coefficients_[p.material[i]].density;
    forCells(glm::max(near - kReach, band.first), glm::min(near + kReach + 1, band.first + band.count),
             [&](const glm::ivec3& cell) {
               const Vec3 apart = Vec3(cell) - at;
               const float w = 1.f / (0.01f + glm::dot(apart, apart) * glm::dot(apart, apart));
               sum[band.indexOf(cell)] += w * nu;
               weight[band.indexOf(cell)] += w;
             });
  }
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = weight[k] > 0.f ? sum[k] / weight[k] : least;
  return sum;
}

void Rasmussen::openInlet(const LiquidSeeds& seeds) {
  const Aabb box = boxInWorld(seeds.shape->bounds(), seeds.pose).expanded(cell_);
  inlets_.push_back({seeds.shape, seeds.pose, *seeds.inlet, box});
  grid_.fill(*seeds.shape, seeds.pose, Threads(1));
}

bool Rasmussen::isInInlet(const Vec3& p) const {
  return std::ranges::any_of(inlets_, [&](const Inlet& inlet) { return inlet.distance(p) < 0.f; });
}

/// Holds the velocity on faces in inlets, after the surface was united with their shapes (the paper's
/// sources).
void Rasmussen::imposeInletVelocities() {
  const grid::CellBlocks& cells = grid_.cells();
  for (const Inlet& inlet : inlets_) {
    const glm::ivec3 first = cellOfPlace(inlet.box.lower, cell_), last = cellOfPlace(inlet.box.upper, cell_);
    for (int z = first.z; z <= last.z; ++z)
      for (int y = first.y; y <= last.y; ++y)
        for (int x = first.x; x <= last.x; ++x) {
          const grid::CellIndex c = cells.find({x, y, z});
          if (c == grid::kNone) continue;
          for (int axis = 0; axis < 3; ++axis) {
            Vec3 face = cell_ * Vec3(x, y, z);
            face[axis] -= 0.5f * cell_;
            if (inlet.distance(face) > kAround * cell_) continue;
            if (faces_.isHard(axis, c)) continue;  // a solid keeps its own velocity, also in an inlet
            const auto a = static_cast<std::size_t>(axis);
            faces_.hard[a][c] = 1;
            grid_.velocity.axes[a][c] = inlet.velocity[axis];
          }
        }
  }
}

}  // namespace ooze::rasmussen
