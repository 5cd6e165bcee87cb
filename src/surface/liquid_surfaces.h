// Builds a separate surface mesh for each group of materials, for example a liquid inside another liquid.
#pragma once

#include "ooze/surface/surface_builder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Builds one closed mesh per group of materials, as if the particles of the other groups did not exist.
/// The common surface of all particles does not show where a liquid ends inside another liquid; these meshes
/// do. The meshes of groups in contact leave a gap of about 0.1 particle spacings. Buffers are reused between
/// calls.
class LiquidSurfaces {
 public:
  static constexpr std::uint8_t kNone = 0xff;
  static constexpr std::size_t kMost = 4;

  /// Builds the mesh of every group.
  /// @param particles  must have materials
  /// @param groupOf    group of each material, below kMost; materials with kNone, or beyond the end of the
  /// array, belong to no mesh
  /// @param settings   used for every mesh
  /// @return one mesh for each group up to the largest, empty where a group has no particles; valid until the
  /// next call
  /// @throws std::invalid_argument for the reasons of SurfaceBuilder::build, for particles without materials,
  /// and for a group that is too large
  std::span<const SurfaceMesh* const> build(const SurfaceParticles& particles,
                                            std::span<const std::uint8_t> groupOf,
                                            const SurfaceSettings& settings, const Threads& threads);

  /// Calls SurfaceBuilder::forget() for every group.
  void forget();

 private:
  /// Holds the particles of one group, in the same arrays as SurfaceParticles, and its surface builder.
  struct Group {
    std::vector<Vec3> positions, velocities;
    std::vector<std::uint32_t> colours;
    std::vector<std::uint16_t> materials;
    std::vector<float> values;
    std::vector<std::uint8_t> regions;
    std::vector<std::uint32_t> cutSides;
    SurfaceBuilder builder;

    void clear();
    void take(const SurfaceParticles& from, std::size_t i);
  };

  std::vector<Group> groups_;
  std::vector<const SurfaceMesh*> meshes_;
};

}  // namespace ooze
