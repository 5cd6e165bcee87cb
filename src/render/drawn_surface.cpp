#include "render/drawn_surface.h"

#include "ooze/world/quantity.h"

#include "liquid/checker.h"

#include <utility>

namespace ooze {

void LiquidSurfaceRenderer::make(const Snapshot& snapshot, const RenderSettings& settings, float cell,
                                 const LiquidParts& parts) {
  clear();
  if (snapshot.positions.empty()) return;
  values_ = quantityValues(snapshot, settings.quantity);
  if (std::exchange(steadyFrom_, settings.averagingSeries) != settings.averagingSeries) steady_.forget();
  const float h = snapshot.interactionRadius;
  const std::vector<SurfaceWall> walls = surfaceWalls(snapshot.bodies);
  SurfaceParticles particles{snapshot.positions, {}, {}, {}, {}, walls};
  const bool follows = snapshot.ids.size() == snapshot.positions.size() && h > 0.f;
  if (follows)
    particles.positions = steady_.follow(snapshot.frame, snapshot.positions, snapshot.ids,
                                         TemporalParticleFilter::kReach * h, threads_);
  if (snapshot.colours.size() == snapshot.positions.size()) particles.colours = snapshot.colours;
  if (snapshot.particleMaterials.size() == snapshot.positions.size())
    particles.materials = snapshot.particleMaterials;
  particles.values = values_;
  particles.levelSet = snapshot.surface.get();
  SurfaceSettings grid;
  grid.interactionRadius = h;
  grid.cell = cell * h;
  grid.regionDistance = snapshot.regionDistance;
  if (settings.view == View::Tracked) {
    grid.method = SurfaceMethod::Tracked;
    if (snapshot.velocities.size() == snapshot.positions.size()) particles.velocities = snapshot.velocities;
    // Without particle ids two snapshots cannot be recognised as the same world.
    if (!follows || steady_.lacksHistory()) builder_.forget(), liquids_.forget();
  }
  const SurfacePalette palette(settings, parts.looks.ofMaterial, values_);
  const SurfaceMesh& mesh = builder_.build(particles, grid, threads_);
  whole_.take(mesh, palette, patternCoordinates(snapshot, settings, mesh));
  if (!parts.any()) return liquids_.forget();
  const auto meshes = liquids_.build(particles, parts.ofMaterial, grid, threads_);
  if (parts_.size() < meshes.size()) parts_.resize(meshes.size());
  for (std::size_t k = 0; k < meshes.size(); ++k) parts_[k].take(*meshes[k], palette);
}

/// Returns the texture coordinates of each vertex in the checker pattern that the liquid carries [squares];
/// empty if the picture shows no checker.
std::span<const Vec3> LiquidSurfaceRenderer::patternCoordinates(const Snapshot& snapshot,
                                                                const RenderSettings& settings,
                                                                const SurfaceMesh& mesh) {
  pattern_.clear();
  const bool carries = snapshot.initialPositions.size() == snapshot.positions.size();
  if (settings.quantity.kind != FieldKind::Pattern || !carries || !(snapshot.restSpacing > 0.f)) return {};
  texture_.take(snapshot.positions, snapshot.initialPositions, snapshot.restSpacing);
  pattern_ = texture_.at(mesh.positions, threads_);
  for (Vec3& p : pattern_) p /= checkerSide(snapshot.restSpacing);
  return pattern_;
}

void LiquidSurfaceRenderer::clear() {
  whole_.clear();
  for (GpuSurfaceMesh& part : parts_) part.clear();
}

}  // namespace ooze
