// Particles to surface: the field of eq. 13 on sparse blocks, and its level set as triangles.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include <memory>
#include <span>

namespace ooze {

/// What lies under the surface: parallel arrays, of which all but the positions may be empty.
struct SurfaceParticles {
  std::span<const Vec3> positions;         ///< [m]
  std::span<const Vec3> velocities;        ///< [m/s]
  std::span<const std::uint32_t> colours;  ///< 0xAABBGGRR, sRGB
  std::span<const std::uint16_t> materials;
  std::span<const float> values;  ///< any quantity, to be interpolated
};

struct SurfaceSettings {
  float interactionRadius = 0.f;  ///< h, positive [m]
  float cell = 0.f;               ///< side of a cube of the grid, independent of h [m]; 0: h / 4
  float level = 0.6f;  ///< c of f = c, 0 < c < 1: a lone particle becomes a sphere of radius (1 - c) h
  /// 0: eq. 13 as it stands; 1: particles are drawn to the mean of their neighbours and flattened along the
  /// thin directions of their neighbourhood (Yu and Turk 2013, sections 4 and 5), so that a sheet is a sheet.
  float smoothing = 0.f;
};

/// Keeps its memory from mesh to mesh: once warm, a mesh of about the same size takes none.
class SurfaceBuilder {
 public:
  SurfaceBuilder();
  ~SurfaceBuilder();
  SurfaceBuilder(SurfaceBuilder&&) noexcept;
  SurfaceBuilder& operator=(SurfaceBuilder&&) noexcept;

  /// Closed and manifold; the same bytes for any number of threads.
  /// @return valid until the next call; empty if there are no particles
  /// @throws std::invalid_argument for settings out of range or arrays of different lengths
  const SurfaceMesh& build(const SurfaceParticles& particles, const SurfaceSettings& settings,
                           const Threads& threads);

  struct Milliseconds {
    double smoothing = 0, field = 0, triangles = 0, attributes = 0;
  };
  [[nodiscard]] const Milliseconds& cost() const;  ///< of the last mesh

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
