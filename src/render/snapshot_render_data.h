// Caches everything in a picture that depends on the snapshot and not on the camera.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/drawn_surface.h"
#include "render/frame_block.h"
#include "render/liquid_parts.h"
#include "render/looks.h"
#include "render/particle_buffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// Culls hidden particles with a coarse depth buffer on the CPU (occlusion_culling.cpp): a particle is hidden
/// if nearer particles cover its cell and the eight cells around.
/// @param spacing  distance between particles at rest [m]
/// @returns the indices of particles that may be visible, nearest first
std::vector<std::uint32_t> findVisibleParticles(std::span<const Vec3> positions, const FrameBlock& frame,
                                                float spacing);

/// Caches surface mesh, particle buffers, bounds, floor and looks of a snapshot. A camera that moves round a
/// paused scene reuses all of them.
class SnapshotRenderData {
 public:
  /// Prepares the data for pictures of this snapshot, unless the data are already prepared.
  void take(const std::shared_ptr<const Snapshot>& snapshot, const RenderSettings& settings);

  /// Draws all particles from now on.
  void showAll() { particles_.showAll(); }
  /// Draws only particles that are visible from this camera (findVisibleParticles()).
  void cullHiddenParticles(const FrameBlock& frame);

  /// Returns a number that changes whenever take() prepares new data; never 0 after take().
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] const Aabb& bounds() const { return bounds_; }
  [[nodiscard]] const Floor& floor() const { return floor_; }
  [[nodiscard]] const ParticleBuffer& particles() const { return particles_; }
  [[nodiscard]] const LiquidSurfaceRenderer& surface() const { return surface_; }
  /// Estimates the surface's triangle count for another cell width of the marching cubes grid [interaction
  /// radii]; unset if no surface is drawn.
  [[nodiscard]] std::optional<std::size_t> trianglesAt(float cell) const;
  [[nodiscard]] std::span<const LookRow> looks() const { return parts_.looks.rows; }
  [[nodiscard]] const LiquidParts& parts() const { return parts_; }
  [[nodiscard]] const DropletBuffer& droplets() const { return droplets_; }
  /// Returns the transmittance of white light through the liquid, averaged over the materials.
  [[nodiscard]] const Vec3& transmittance() const { return tintBehind_; }

 private:
  std::shared_ptr<const Snapshot> snapshot_;  // kept alive, so that no other snapshot gets the same address
  View view_ = View::Liquid;
  Field quantity_ = kLookField;
  std::optional<QuantityScale> quantityScale_;
  std::uint64_t version_ = 0;
  Aabb bounds_;
  Floor floor_;
  Vec3 tintBehind_{0.f};
  LiquidParts parts_;
  bool layers_ = false;
  float cell_ = 0.f;  ///< cell width of the surface's grid, in interaction radii; 0: no surface
  ParticleBuffer particles_;
  LiquidSurfaceRenderer surface_;
  DropletBuffer droplets_;
};

}  // namespace ooze
