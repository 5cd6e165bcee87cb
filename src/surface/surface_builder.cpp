#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"
#include "surface/contact_lines.h"
#include "surface/cut_slits.h"
#include "surface/field.h"
#include "surface/isosurface_extractor.h"
#include "surface/known_surface.h"
#include "surface/lattice_particles.h"
#include "surface/mesh_smoothing.h"
#include "surface/particle_smoothing.h"
#include "surface/regions.h"
#include "surface/sliver_cleanup.h"
#include "surface/spare_capacity.h"
#include "surface/tracked_surface.h"
#include "surface/velocity_aligned_kernels.h"
#include "surface/vertex_attributes.h"
#include "surface/volume_offset.h"
#include "surface/wall_images.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <glm/geometric.hpp>
#include <stdexcept>
#include <utility>

namespace ooze {
namespace {

using namespace surface;

/// Longest reach in cells. With a longer reach the blocks of an isolated particle would exceed
/// BlockGrid::kMaxBlocks.
constexpr float kLongestReach = 320.f;

constexpr int kMostRounds = 100;
/// Largest outward or inward offset of the whole surface that restores the volume [interaction radii].
constexpr float kFarthestOffset = 0.1f;
/// Cell size for which the numbers of smoothing rounds are given, over h.
constexpr float kCellOfRounds = 0.25f;

/// Strength of the curvature term of a tracked surface [spacings squared].
/// A ball with a radius of one spacing moves by a fifth of a spacing, of ten spacings by a fiftieth.
constexpr float kRounding = 0.1f;
/// Isovalue of the field made from a tracked surface; |phi| is clamped to this distance, in h.
constexpr float kTrackedLevel = 0.5f;

/// Scales the rounds to smooth over the same distance at this cell size; the distance grows with
/// sqrt(rounds).
int roundsAt(float cellPerH, int rounds) {
  if (rounds == 0) return 0;
  const float finer = kCellOfRounds / cellPerH;
  return std::clamp(static_cast<int>(std::lround(static_cast<float>(rounds) * finer * finer)), 1,
                    kMostRounds);
}

void check(const SurfaceParticles& p, const SurfaceSettings& s) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(s.interactionRadius > 0.f && std::isfinite(s.interactionRadius),
          "the interaction radius of a surface must be positive");
  require(s.spacing >= 0.f && std::isfinite(s.spacing), "the spacing of a surface must be 0 or more");
  require(s.cell >= 0.f && s.cell <= s.interactionRadius,
          "the cell of a surface must be positive and at most the interaction radius");
  require(s.cell == 0.f || s.interactionRadius / s.cell <= kLongestReach,
          "the cell of a surface must be at least a 320th of the interaction radius");
  require(s.level > 0.f && s.level < 1.f, "the level of a surface must be between 0 and 1");
  require(s.regionDistance >= 0.f && std::isfinite(s.regionDistance),
          "the distance between regions of a surface must be 0 or more");
  require(s.smoothing >= 0.f && s.smoothing <= 1.f, "the smoothing of a surface must be from 0 to 1");
  require(s.shortestEdge >= 0.f && s.shortestEdge <= 0.5f,
          "the shortest edge of a surface must be from 0 to 0.5 cells");
  require(s.meshRounds >= 0 && s.meshRounds <= kMostRounds && s.normalRounds >= 0 &&
              s.normalRounds <= kMostRounds,
          "the smoothing rounds of a surface's mesh must be from 0 to 100");
  require(s.meshNeighbours > 0.f, "the neighbours for smoothing a surface's mesh must be positive");
  const auto parallel = [&](std::size_t size) { return size == 0 || size == p.positions.size(); };
  require(parallel(p.velocities.size()) && parallel(p.colours.size()) && parallel(p.materials.size()) &&
              parallel(p.values.size()) && parallel(p.regions.size()) && parallel(p.cutSides.size()),
          "the arrays of a surface's particles must have the same length");
}

/// Measures the time since the last stage ended [ms].
class StageClock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

struct SurfaceBuilder::State {
  RegionGrid regions;
  ParticleMirrors images;
  LatticeParticles particles;
  ParticleSmoothing smoothing;
  VelocityAlignedKernels kernels;
  DropParticles drops;
  LatticeParticles sortedDrops;
  ParticleSmoothing smoothingOfDrops;
  BlockGrid grid;
  TrackedSurface tracked;
  float trackedCell = 0.f;  ///< cell of the tracked surface; 0: the surface has no history
  CutSlits slits;
  IsosurfaceExtractor levelSet;
  ContactLines lines;
  SliverCleanUp cleanUp;
  VertexAttributes attributes;
  MeshSmoothing meshSmoothing;
  WallVertexConstraint held;
  BorderSmoothing borders;
  std::vector<float> weights;  ///< smoothing weight of each vertex
  std::vector<float> offsets;  ///< distance by which each vertex must move outwards, to enclose the volume
  SurfaceMesh mesh;
  Milliseconds cost;

  void layKnown(const SurfaceParticles& particles, const SurfaceSettings& settings, float cell,
                const Threads& threads);
  void track(std::span<const Vec3> velocities, const SurfaceSettings& settings, float cell,
             const Threads& threads);
  void weigh(float neighbours) {
    const std::vector<float>& neighbourWeight = attributes.neighbourWeight();
    resizeWithSlack(weights, neighbourWeight.size());
    for (std::size_t v = 0; v < weights.size(); ++v) {
      const float t = std::min(1.f, neighbourWeight[v] / neighbours);
      weights[v] = t * t * (3.f - 2.f * t);
    }
  }
};

std::vector<SurfaceWall> surfaceWalls(std::span<const Body> bodies) {
  std::vector<SurfaceWall> walls;
  for (const Body& body : bodies)
    if (body.present && body.shape) walls.push_back({body.shape, body.pose});
  return walls;
}

SurfaceBuilder::SurfaceBuilder() : state_(std::make_unique<State>()) {}
SurfaceBuilder::~SurfaceBuilder() = default;
SurfaceBuilder::SurfaceBuilder(SurfaceBuilder&&) noexcept = default;
SurfaceBuilder& SurfaceBuilder::operator=(SurfaceBuilder&&) noexcept = default;

const SurfaceBuilder::Milliseconds& SurfaceBuilder::cost() const { return state_->cost; }
void SurfaceBuilder::forget() { state_->trackedCell = 0.f; }

/// Fills the grid with the field of the method's level set and of the drops outside the level set.
void SurfaceBuilder::State::layKnown(const SurfaceParticles& given, const SurfaceSettings& settings,
                                     float cell, const Threads& threads) {
  const float reach = settings.interactionRadius / cell;
  drops.find(*given.levelSet, given.positions, given.regions, threads);
  sortedDrops.sort(drops.positions(), drops.regions(), cell, threads);
  const KernelShapes* shapes = nullptr;
  if (settings.smoothing > 0.f) {
    KernelShapes& ofDrops = smoothingOfDrops.apply(sortedDrops, reach, settings.smoothing, threads);
    drops.weigh(sortedDrops, ofDrops);
    shapes = &ofDrops;
  }
  computeField(sortedDrops, shapes, reach, settings.level, grid, threads);
  addLevelSetToField(*given.levelSet, cell, settings.interactionRadius, settings.level, grid, threads);
}

/// Fills the grid with the field of the tracked surface, which continues from the last mesh.
void SurfaceBuilder::State::track(std::span<const Vec3> velocities, const SurfaceSettings& settings,
                                  float cell, const Threads& threads) {
  const float reach = settings.interactionRadius / cell;
  if (std::exchange(trackedCell, cell) != cell) tracked.forget();
  AttractionSettings pull = makeAttractionSettings(settings.interactionRadius);
  pull.radius /= cell, pull.cutOff /= cell;
  const KernelShapes& shapes = kernels.of(particles, velocities, smoothing.kernelSum(), pull, threads);
  computeAttraction(particles, shapes, pull.reach(), pull.sharpness(), grid, threads);
  const float spacing = kSettledSpacing * reach;
  tracked.follow(grid,
                 {.threshold = pull.threshold,
                  .spacing = spacing,
                  .rounding = kRounding * spacing * spacing,
                  .perH = 1.f / reach,
                  .level = kTrackedLevel},
                 threads);
}

const SurfaceMesh& SurfaceBuilder::build(const SurfaceParticles& given, const SurfaceSettings& settings,
                                         const Threads& threads) {
  check(given, settings);
  State& s = *state_;
  const float cell = settings.cell > 0.f ? settings.cell : 0.25f * settings.interactionRadius;
  const float reach = settings.interactionRadius / cell;
  StageClock clock;

  SurfaceParticles told = given;
  if (told.regions.empty() && settings.regionDistance > 0.f)
    told.regions = s.regions.find(given.positions, settings.regionDistance, 2.f * settings.interactionRadius);
  const SurfaceParticles& particles = s.images.add(told, settings.interactionRadius, threads);
  s.particles.sort(particles.positions, particles.regions, cell, threads);
  // A nozzle fills the level set before the first particle. A surface takes colour and material from
  // particles.
  const bool known = particles.levelSet && !particles.levelSet->empty() && !particles.positions.empty();
  const bool tracked = settings.method == SurfaceMethod::Tracked && !known;
  const KernelShapes* shapes = nullptr;
  if (settings.smoothing > 0.f && !tracked && !known)
    shapes = &s.smoothing.apply(s.particles, reach, settings.smoothing, threads);
  else if (tracked || known || settings.meshRounds > 0 || settings.normalRounds > 0)
    s.smoothing.computeNeighbourSums(s.particles, reach, threads);
  s.cost.smoothing = clock.lap();

  const float level = tracked ? kTrackedLevel : settings.level;
  s.grid.cover(s.particles, reach,
               known ? blocksOf(*particles.levelSet, cell) : std::vector<BlockCoordinate>());
  if (tracked) {
    s.track(particles.velocities, settings, cell, threads);
  } else {
    s.trackedCell = 0.f;
    if (known)
      s.layKnown(particles, settings, cell, threads);
    else
      computeField(s.particles, shapes, reach, level, s.grid, threads);
  }
  s.slits.open(s.particles, particles.cutSides, reach, level, s.grid, threads);
  cutAtWalls(particles.walls, cell, settings.interactionRadius, level, s.grid, threads);
  s.cost.field = clock.lap();

  s.levelSet.find(s.grid, level, threads);
  s.levelSet.write(s.grid, level, cell, threads, s.mesh);
  s.cost.triangles = clock.lap();

  s.lines.straighten(particles.walls, cell, settings.interactionRadius, threads, s.mesh);
  if (settings.shortestEdge > 0.f)
    s.lines.keep(s.cleanUp.apply(s.mesh, settings.shortestEdge * cell, s.levelSet, threads), s.mesh);
  s.cost.cleanUp = clock.lap();

  const MeshSmoothing::Rounds rounds{roundsAt(1.f / reach, settings.meshRounds),
                                     roundsAt(1.f / reach, settings.normalRounds), cell,
                                     kFarthestOffset * settings.interactionRadius};
  const bool smoothsMesh = rounds.positions > 0 || rounds.normals > 0;
  const float spacing = settings.spacing / cell;
  const bool keepsVolume = shapes && spacing > 0.f;
  s.attributes.fill(
      {particles, s.particles, reach, shapes ? shapes->farthest : 0.f,
       smoothsMesh ? std::span<const float>(s.smoothing.neighbourWeight()) : std::span<const float>(),
       keepsVolume ? s.smoothing.originalPositions() : std::array<const float*, 3>{},
       keepsVolume ? spacing * spacing * spacing : 0.f},
      s.grid, s.levelSet, threads, s.mesh);
  s.cost.attributes = clock.lap();

  if (smoothsMesh || keepsVolume) {
    s.weigh(settings.meshNeighbours);
    findVolumeOffsets(s.attributes.fillRatio(), settings.interactionRadius, threads, s.offsets);
    if (keepsVolume) s.slits.reduceOffsets(s.mesh, cell, s.grid, threads, s.offsets);
    s.held.remember(particles.walls, s.mesh);
    s.meshSmoothing.apply(s.mesh, s.weights, s.offsets, s.lines.standing(), rounds, threads);
    s.held.restore(particles.walls, settings.interactionRadius, threads, s.mesh);
    s.borders.apply(s.mesh.liquids, s.meshSmoothing, rounds.positions, threads);
  }
  s.lines.crease(particles.walls, cell, settings.interactionRadius, s.mesh);
  s.cost.mesh = clock.lap();
  return s.mesh;
}

float surfaceField(const Vec3Array& positions, float h, const Vec3& x) {
  double sum = 0.0;
  for (std::size_t j = 0; j < positions.size(); ++j) {
    const double r = glm::distance(glm::dvec3(x), glm::dvec3(positions[j]));
    if (r >= h) continue;
    const double q = 1.0 - r / h;
    sum += q * q;
  }
  return static_cast<float>(std::sqrt(sum));
}

}  // namespace ooze
